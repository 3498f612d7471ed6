import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import type { PageName } from "#app/pages.ts";

interface ReceiptRowOfKind {
  /** Its page. */
  page: PageName;
  /** It as a file, and what that is called below `receipt.files`; undefined: its page is all there is. */
  file: PageName | undefined;
  paper: "termination" | "withdrawal" | "objection" | "revocation" | undefined;
  /** Its form, and the texts of its journey. */
  form: PageName;
  journey: "termination" | "withdrawal" | "barrier" | "email" | "offer";
}

/** All that customers get a receipt of. */
export type ToldKind = DeclarationKind | "decline";

export const receiptKinds = {
  termination: {
    page: "termination-confirmation",
    file: "termination-receipt",
    paper: "termination",
    form: "termination",
    journey: "termination",
  },
  selfcare: {
    page: "selfcare-confirmation",
    file: "selfcare-receipt",
    paper: "termination",
    form: "selfcare-termination",
    journey: "termination",
  },
  withdrawal: {
    page: "withdrawal-confirmation",
    file: "withdrawal-receipt",
    paper: "withdrawal",
    form: "withdrawal",
    journey: "withdrawal",
  },
  barrier: {
    page: "barrier-confirmation",
    file: undefined,
    paper: undefined,
    form: "barrier",
    journey: "barrier",
  },
  objection: {
    page: "email-rejection",
    file: "objection-receipt",
    paper: "objection",
    form: "email-rejection",
    journey: "email",
  },
  revocation: {
    page: "revocation",
    file: "revocation-receipt",
    paper: "revocation",
    form: "revocation",
    journey: "email",
  },
  revocationByName: {
    page: "revocation-by-name",
    file: "revocation-by-name-receipt",
    paper: "revocation",
    form: "revocation-by-name",
    journey: "email",
  },
  decline: {
    page: "offer-decline",
    file: undefined,
    paper: undefined,
    form: "offer-decline",
    journey: "offer",
  },
} as const satisfies Record<ToldKind, ReceiptRowOfKind>;

/** Kinds with a receipt as a file. */
export type FiledKind = {
  [Kind in ToldKind]: (typeof receiptKinds)[Kind]["file"] extends PageName ? Kind : never;
}[ToldKind];
