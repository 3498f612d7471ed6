import { bare, normalize } from "./user-input.ts";

/** Of a part of an address; as it is where it has no meaning. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The path of an address without what was copied with it: `/kuendigung.`, `/angebot/abc)`, `/idv/abc%20`, and without
 * invisible characters. Never begins with two slashes, which would be another host.
 */
export function copiedPath(path: string): string {
  const pathParts: string[] = [];
  for (const part of path.split("/").reverse()) {
    const text = decoded(part);
    const clean = pathParts.length === 0 ? bare(normalize(text), "end") : normalize(text);
    if (clean !== "") pathParts.push(clean === text ? part : encodeURIComponent(clean));
  }
  return `/${pathParts.reverse().join("/")}`;
}

const spelledOut: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** The path as our addresses are spelled: `/kündigung` → `/kuendigung`. */
export const withoutUmlauts = (path: string): string =>
  decoded(path)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => spelledOut[letter] ?? letter);

/** A parameter of a link from a mail or a letter: also behind the `&amp;` of HTML, and without what was copied with it. */
export function linkParameter({ searchParams }: URL, name: string): string | null {
  const value = searchParams.get(name) ?? searchParams.get(`amp;${name}`);
  return value === null ? null : bare(normalize(value), "end");
}
