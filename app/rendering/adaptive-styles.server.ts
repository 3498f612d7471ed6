import { keysOf } from "#app/domain/keys-of.ts";
import { reasonGroups, terminationReasonNames, terminationReasons } from "#app/domain/termination-reasons.ts";

const condition: Record<string, string> = {
  special: "[value=special]:checked",
  later: "[value=later]:checked",
  payout: "[name=payoutRequested]:checked",
};
for (const group of keysOf(reasonGroups))
  condition[group] = terminationReasonNames
    .filter((reason) => terminationReasons[reason].fields.includes(group))
    .map((reason) => `option[value=${reason}]:checked`)
    .join();

/**
 * Hides fields that a choice makes unnecessary. Without `:has()` all stay visible; a field with a message always does.
 */
export const adapting = Object.entries(condition)
  .map(([name, chosen]) => `.form:not(:has(${chosen})) .if-${name}:not(:has(.field-error)){display:none}`)
  .join("");
