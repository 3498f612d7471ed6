import { getT, type RequestContext } from "#app/request/context.server.ts";
import type { Question } from "./form-state.ts";

/** Its value is the address that was meant, and counts in place of the one that was typed. */
export const takenEmail = "takeEmail";

/**
 * Asks whether another address was meant than the one that was typed.
 * @param text about what was typed
 * @param keep the name of the button that keeps it, if the answers are a form of their own
 */
export function emailQuestion(
  context: RequestContext,
  { email, likely }: { email: string; likely: string },
  text: string,
  keep?: string,
): Question {
  const t = getT(context, "common", "form");
  return {
    field: "email",
    title: t("likely", { email: likely }),
    text,
    take: { label: t("takeLikely"), name: takenEmail, value: likely },
    keep: { label: t("keepTyped"), ...(keep && { name: keep, value: email }) },
  };
}
