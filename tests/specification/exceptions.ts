import type { StatementId } from "./statements.ts";

/** Statements that are not held word for word, with the decision that says why and what holds instead. */
export const exceptions: Partial<Record<StatementId, string>> = {
  "4.47": "0031-names-without-a-page-of-their-own.md",
  "7.3": "0014-links-without-a-login.md",
  "7.4": "0111-where-the-specification-is-not-taken-word-for-word.md",
};
