import {
  type ExtraField,
  terminationReasonNames,
  terminationReasons,
} from "#app/domain/termination-reasons.ts";
import { useServerRender } from "../shell/shell-context.tsx";

/** Groups of fields that some reasons need, each named after its first field. */
export const reasonGroups = {
  reasonText: ["reasonText"],
  moveDate: ["moveDate"],
  newAddress: ["newAddress"],
  country: ["country"],
  dateOfDeath: ["dateOfDeath", "submitterName", "submitterContact", "submitterRelation"],
  userName: ["userName", "userPhoneNumber"],
} satisfies Partial<Record<ExtraField, ExtraField[]>>;
export type ReasonGroup = keyof typeof reasonGroups;

const condition: Record<string, string> = {
  special: "[value=special]:checked",
  later: "[value=later]:checked",
  payout: "[name=payoutRequested]:checked",
};
for (const group of Object.keys(reasonGroups) as ReasonGroup[])
  condition[group] = terminationReasonNames
    .filter((reason) => terminationReasons[reason].fields[group])
    .map((reason) => `option[value=${reason}]:checked`)
    .join();

/** What a choice makes needless is put away; without `:has()` all of it stays, and so does a field with a message. */
const adapting = Object.entries(condition).map(
  ([name, chosen]) => `.form:not(:has(${chosen})) .if-${name}:not(:has(.field-error)){display:none}`,
);

/** The button is in sight from the first paint on, however long the form is. */
const layout = `
.form>.form-actions{position:sticky;bottom:0;z-index:4;margin:1.5rem -1rem 0;padding:.75rem 1rem;border-top:1px solid var(--line);background:var(--raised)}
@media(min-width:40rem){.form>.form-actions{margin:1.5rem -2rem -2rem;padding:1rem 2rem;border-radius:0 0 var(--radius) var(--radius)}}`;

const css = `${adapting.join("")}${layout}`.replaceAll("\n", "");

/** Styles that only the termination's form has; how it adapts to choices without JavaScript. */
export function AdaptiveStyles() {
  const { nonce: onServer } = useServerRender();
  // The page may also come by the back button within the document, whose nonce only scripts can read.
  const nonce = onServer || (typeof document === "undefined" ? "" : document.querySelector("script")?.nonce);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; as a child its quotes would be escaped
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}
