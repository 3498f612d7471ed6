import type { Brand } from "#app/brand/schema.ts";
import type { Locale } from "#app/i18n/locale.ts";

/** Label and value. */
export type Row = readonly [label: string, value: string];

/** A part of a paper, from top to bottom. The same parts make a PDF, a text file and a mail. */
export type Block =
  | { heading: string }
  | { text: string }
  /** Beside each other; a long value stands below its label, over the full width. */
  | { rows: readonly Row[] }
  /** The last column is one of amounts. Lines that are `strong` are totals. */
  | { columns: readonly string[]; lines: readonly TableLine[] }
  | { list: readonly string[] }
  /** A QR code: its rows of dark and light squares; and what stands beside it. */
  | { squares: readonly (readonly boolean[])[]; rows: readonly Row[] };

export interface TableLine {
  cells: readonly string[];
  /** Below the first cell, in small letters. */
  note?: string | undefined;
  strong?: boolean;
}

export interface Paper {
  letterhead: Letterhead;
  title: string;
  language: Locale;
  /** A line below the title: what the paper is about. */
  subtitle?: string;
  blocks: readonly Block[];
  footer: string;
  createdAt: Date;
}

/** Whose paper it is. */
export interface Letterhead extends Pick<Brand, "name" | "logo" | "colors"> {
  /** Below its name. */
  address: readonly string[];
  /** E-mail address, hotline and its hours. */
  contact: readonly string[];
  /** "Seite 1 von 2" */
  pageOf: (page: number, pages: number) => string;
}

/** @param words how to call the hotline and its hours, and a page of several */
export const letterheadOf = (
  { name, logo, colors, contact, hotline }: Pick<Brand, "name" | "logo" | "colors" | "contact" | "hotline">,
  words: { hotline: string; hours: string | undefined } & Pick<Letterhead, "pageOf">,
): Letterhead => ({
  name,
  logo,
  colors,
  address: contact.address,
  pageOf: words.pageOf,
  contact: [contact.email, `${words.hotline} ${hotline.number}`, ...(words.hours ? [words.hours] : [])],
});

/** All that a block says. */
export function textsIn(block: Block): readonly string[] {
  if ("heading" in block) return [block.heading];
  if ("text" in block) return [block.text];
  if ("list" in block) return block.list;
  if ("rows" in block) return block.rows.flat();
  return [...block.columns, ...block.lines.flatMap(({ cells, note = "" }) => [...cells, note])];
}

/** A paper as a text file. */
export function paperText({ letterhead, title, subtitle, blocks, footer }: Paper): string {
  const { name, address, contact } = letterhead;
  const about = subtitle ? [subtitle] : [];
  const signed = [name, ...address, ...contact];
  return [name, title, ...about, "", ...blocks.flatMap(linesOf), "", footer, "", ...signed, ""].join("\n");
}

/** A block in lines of text; what begins a new part has an empty one before it. */
export function linesOf(block: Block): string[] {
  if ("heading" in block) return ["", block.heading];
  if ("text" in block) return [block.text];
  if ("list" in block) return block.list.map((line) => `– ${line}`);
  // A further line of a text area does not look like a row.
  if ("rows" in block)
    return block.rows.map(([label, value]) => `${label}: ${value.replaceAll("\n", "\n    ")}`);
  return block.lines.map(({ cells: [first = "", ...others], note }) => {
    const about = note ? ` (${note})` : "";
    return `${first}${about}: ${others.filter(Boolean).join(" ")}`;
  });
}
