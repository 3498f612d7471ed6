/** The card of the accessibility statement that says how the relay service is reached. */
export const relayCard = "contact";

/** What the buttons of a page, its address or a text on it say, by what they do and what came of it. */
export type ButtonWords = Partial<
  Record<"print" | "share" | "copy" | "copyLink" | "copied" | "notCopied", string>
>;

/** A way to ask, a number to name, or another fact, as data of a page. */
export interface HelpRow {
  kind: "phone" | "link" | "code" | "text" | "amount" | "list";
  label: string;
  /** Of a list: a line for each part. */
  value: string;
  /** Of a text that is not in the page's language. */
  language?: string;
  /** Small print below the value. */
  note?: string | undefined;
  href?: string;
  /** Of the button that copies the value: a failure shown in place of a page brings no texts of its own. */
  words?: ButtonWords;
}

/** A number to call or to name is in sight; other ways to ask are folded. */
export const isInSight = ({ kind }: HelpRow): boolean => kind === "phone" || kind === "code";
