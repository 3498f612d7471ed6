import { href } from "react-router";
import { type PageRow, pages } from "./page-table.ts";

export { type PageRow, pages };

export type PageName = keyof typeof pages;

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<P extends PageName> = ParamOf<(typeof pages)[P]["path"]>;
/** A page's path parameters, if it has any. */
export type PageParams<P extends PageName> = [ParamsOf<P>] extends [never]
  ? []
  : [params: Record<ParamsOf<P>, string>];

/** The types of `href` know each route by its literal path with `/:locale?` in front, which no row of the table has. */
const typedHref: (path: string, params?: Record<string, string>) => string = href as never;

/** The German form of a page's path. `linkTo` and `useLinkTo` put the language prefix in front. */
export function pathTo<P extends PageName>(page: P, ...[params]: PageParams<P>): string {
  return typedHref(pages[page].path, params);
}

/** The row of a page by its name, which is the id of its route; nothing for a route that is no page of this table. */
export const pageNamed = (name: string | undefined): PageRow | undefined =>
  name !== undefined && Object.hasOwn(pages, name) ? pages[name as PageName] : undefined;

const rows = Object.entries<PageRow>(pages).map(([name, row]) => ({
  ...row,
  name: name as PageName,
  segments: row.path.split("/"),
}));
// A path that is spelled out wins over one with a parameter in its place, as it does for the router.
rows.sort((a, b) => a.path.split(":").length - b.path.split(":").length);

/** The page at a path in its German form; nothing where there is none. Patterns of paths are found, too. */
export function pageAt(path: string) {
  const asked = path.split("/");
  return rows.find(
    ({ segments }) =>
      segments.length === asked.length &&
      segments.every(
        (segment, index) => segment === asked[index] || (segment.startsWith(":") && asked[index]),
      ),
  );
}
