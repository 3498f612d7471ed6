import { useMatches } from "react-router";
import { type PageRow, pageNamed } from "#app/pages.ts";

/** What the page table says of the page that is shown. A page of the sandbox, which is in no table, says it itself. */
export function usePage(): { name?: string; row?: Pick<PageRow, "scripts" | "form"> } {
  const match = useMatches().at(-1);
  return { name: match?.id, row: pageNamed(match?.id) ?? (match?.handle as PageRow | undefined) };
}
