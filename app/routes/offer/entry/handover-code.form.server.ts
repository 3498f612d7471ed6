import { z } from "zod";
import { accepted, asCode, bare, type Check, refused } from "#app/domain/user-input.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { checkedBy, line } from "#app/forms/schema.server.ts";
import { codeIn } from "#app/session/handover.server.ts";

/** A code as it was read from another screen: in groups, in capitals, or the whole link. */
export function checkHandoverCode(typed: string | undefined): Check<string, "missing" | "form"> {
  const text = bare(asCode(typed));
  if (text === "") return refused("missing");
  const code = codeIn(text);
  return code ? accepted(code) : refused("form");
}

const schema = z.object({ code: line.transform(checkedBy("code", checkHandoverCode)) });
export const handoverCodeForm = defineForm({
  schema,
  texts: ["offer.typedCode"],
  initial: () => nothingStored(schema),
  providerNames: { code: null },
  sensitive: ["code"],
});
