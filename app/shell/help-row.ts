/** The card of the accessibility statement that says how the relay service is reached. */
export const relayCard = "contact";

/** What the buttons of a page, its address or a text on it say, by what they do and what came of it. */
export type ButtonWords = Partial<
  Record<"print" | "share" | "copy" | "copyLink" | "copied" | "notCopied", string>
>;

/** A way to ask, or a number to name, as data of a page. */
export interface HelpRow {
  kind: "phone" | "link" | "code" | "text";
  label: string;
  value: string;
  /** Small print below the value. */
  note?: string | undefined;
  href?: string;
  /** Of the button that copies the value: a failure shown in place of a page brings no texts of its own. */
  words?: ButtonWords;
}
