/** The card of the accessibility statement that says how the relay service is reached. */
export const relayCard = "contact";

/** What the buttons of a page, its address or a text on it say, by what they do and what came of it. */
export type ButtonWords = Partial<
  Record<"print" | "share" | "copy" | "copyLink" | "copied" | "notCopied", string>
>;

/** A way to ask, a number to name, or another fact, as data of a page; `note` is small print below it. */
export type HelpRow = { label: string } & (
  | { kind: "phone"; value: string; note?: string | undefined }
  /** When somebody is there, beside a button that calls. */
  | { kind: "hours"; value: string }
  | { kind: "link"; value: string; href: string }
  /** With the texts of its button that copies: a failure shown in place of a page brings none of its own. */
  | { kind: "code"; value: string; words: ButtonWords }
  /** `language`: if it is not the page's. */
  | { kind: "text"; value: string; note?: string | undefined; language?: string }
  | { kind: "amount"; value: string; note?: string | undefined }
  | { kind: "list"; parts: string[] }
);
