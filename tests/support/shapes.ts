import { isDeepStrictEqual } from "node:util";

/** As JSON Schema has it. */
export interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  [other: string]: unknown;
}

/** What portals side by side share: each reads what the other writes. By name. */
export interface Shapes {
  /** The release that it is of; before the first one, the version that it comes before. */
  version: string;
  /** Values of sessions and of codes, by the name of their scope. */
  scopes: Record<string, Shape>;
  /** What is stored of a declaration and sent later, by its call. */
  declarations: Record<string, Shape>;
  /** The statements that make the table of declarations, by database. */
  tables: Record<string, string[]>;
  /** The fields of forms, by page. */
  forms: Record<string, string[]>;
  /** Paths of pages. */
  pages: Record<string, string>;
  /** What pages read from a link, by page. */
  links: Record<string, string[]>;
}

/**
 * What keeps a portal of these shapes and one of those from running side by side, in words; nothing if they can. What may be new is
 * what the older portal ignores and the newer one can do without: an optional member, another scope.
 */
export function incompatible(before: Shapes, now: Shapes): string[] {
  const found: string[] = [];
  for (const [name, shape] of Object.entries(before.scopes))
    compare(`scope ${name}`, shape, now.scopes[name]);
  for (const [name, shape] of Object.entries(before.declarations))
    compare(`declaration ${name}`, shape, now.declarations[name]);
  for (const name of newIn(before.declarations, now.declarations)) found.push(`declaration ${name} is new`);
  for (const group of ["tables", "forms", "pages", "links"] as const) {
    for (const [name, value] of Object.entries(before[group]))
      if (!isDeepStrictEqual(value, now[group][name]))
        found.push(`${group}: ${name} is another one, or gone`);
    for (const name of newIn(before[group], now[group])) found.push(`${group}: ${name} is new`);
  }
  return found;

  function compare(at: string, one: Shape, other: Shape | undefined): void {
    if (!other) found.push(`${at} is gone`);
    else if (one.properties && other.properties) compareObjects(at, one, other);
    else if (one.items && other.items) compare(`${at}[]`, one.items, other.items);
    else if (!isDeepStrictEqual(one, other)) found.push(`${at} takes other values`);
  }

  function compareObjects(at: string, one: Shape, other: Shape): void {
    const first = one.properties ?? {};
    const second = other.properties ?? {};
    for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
      const member = `${at}.${name}`;
      const needed = [one.required?.includes(name) === true, other.required?.includes(name) === true];
      if (first[name] && second[name]) {
        if (needed[0] !== needed[1]) found.push(`${member} is needed by one of them alone`);
        compare(member, first[name], second[name]);
      } else if (needed.includes(true))
        found.push(`${member} is ${first[name] ? "gone" : "new"}, and needed`);
    }
  }
}

const newIn = (before: object, now: object) =>
  Object.keys(now).filter((name) => !Object.hasOwn(before, name));
