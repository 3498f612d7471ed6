/** What a declaration says, or what is said of it. */
export interface ReceiptRow {
  label: string;
  value: string;
  /** Its text has comma-separated parts, each of which stays on one line. */
  listed?: true;
  /** What the customer wrote, or a number: no browser translates it. */
  fixed?: true;
  /** What its reader looks for first, such as a contract's end: its page shows it first, and largest. */
  main?: true;
}

export interface ReceiptSection {
  heading: string;
  rows: readonly ReceiptRow[];
}

/** How far a declaration has got. */
export interface ReceiptProgress {
  kind: "info" | "success" | "warning";
  title: string;
  texts: readonly string[];
}

interface ReceiptStep {
  label: string;
  detail: string;
  done: boolean;
}

interface ReceiptLink {
  label: string;
  href: string;
}

/**
 * All that is told of what a customer has declared: its page, print, PDF, text file and data are made of it, and of nothing else. No
 * part may be left out: a kind that lacks one says so.
 */
export interface Receipt {
  /** The provider's, too. Read out on the phone: its `shortReference`. */
  id: string;
  /** An instant. */
  receivedAt: string;
  /** The name of the brand that has received it. */
  brand: string;
  title: string;
  /** What is told first. */
  text: readonly string[];
  /** Undefined if it was passed on at once, or nobody knows any more. */
  progress: ReceiptProgress | undefined;
  /** What its sender should know of it, and may have to settle. */
  notes: readonly string[];
  /** When it was received, by which button, and what it effects. */
  received: ReceiptSection;
  /** What was declared; `withheld` says why that is not shown. */
  declared: ReceiptSection & { withheld: string | undefined };
  /** The proofs that have arrived, and until when more of them are taken. */
  proof: (ReceiptSection & { texts: readonly string[] }) | undefined;
  /** What comes next, in sentences. */
  next: { lines: readonly string[]; link: ReceiptLink | undefined };
  /** The same as `progress`, step by step; empty if it was passed on at once, or nobody knows any more. */
  steps: readonly ReceiptStep[];
  /** How its page is found again, or kept, where no copy of it was sent. */
  keep: { first: string | undefined; below: string | undefined };
  files: readonly ReceiptLink[];
}
