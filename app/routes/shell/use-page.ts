import { useMatches } from "react-router";
import { type PageRow, pageNamed } from "#app/pages.ts";

/** The current page's row of the page table; sandbox pages, which have none, bring their own. */
export function usePage(): { name?: string; row?: Pick<PageRow, "scripts" | "form"> } {
  const match = useMatches().at(-1);
  return { name: match?.id, row: pageNamed(match?.id) ?? (match?.handle as PageRow | undefined) };
}
