/** The card of the accessibility statement that says how the relay service is reached. */
export const relayCard = "contact";

/** A way to ask, or a number to name, as data of a page. */
export interface HelpRow {
  kind: "phone" | "link" | "code" | "text";
  label: string;
  value: string;
  /** Small print below the value. */
  note?: string | undefined;
  href?: string;
}
