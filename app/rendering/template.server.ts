/** What differs from answer to answer, such as its nonce. */
export type Slots = Partial<Record<string, string>>;

/** Text with slots in between, each with the bytes that usually fill it, or room for any number and white space behind. */
export type Template = readonly (string | { name: string; length: number; room?: true })[];

/** A page that many requests share, but for what fills its slots. */
export interface SharedPage {
  body: Template;
  slots: Slots;
}

/** Where an offer's token is part of an address; the same word may stand elsewhere. */
const inAddress = (token: string) => `(?<=/angebot/|%2Fangebot%2F)${token}(?![\\w~-])`;

/** The text with slots in the places of these values, in which no letter means anything to a pattern. */
export function emptied(text: string, slots: Slots): Template {
  const names = new Map(Object.entries(slots).map(([name, value]) => [value, name]));
  const values = Object.entries(slots).flatMap(([name, value]) =>
    value ? [name === "token" ? inAddress(value) : value] : [],
  );
  return text.split(new RegExp(`(${values.join("|")})`)).map((part, index) => {
    const name = index % 2 === 1 ? names.get(part) : undefined;
    return name ? { name, length: part.length } : part;
  });
}

export const filled = (template: Template, slots: Slots): string =>
  template.map((part) => (typeof part === "string" ? part : slots[part.name])).join("");
