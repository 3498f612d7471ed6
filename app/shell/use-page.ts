import { useMatches } from "react-router";
import { isRecord } from "#app/domain/is-record.ts";
import { type PageInBrowsers, pageNamed } from "#app/pages.ts";

interface CurrentPage {
  name?: string;
  /** From the page table; sandbox pages, which are not in it, bring their own. */
  row?: Omit<PageInBrowsers, "path">;
  /** Whether its form is shown: not beside an error, and not after it was sent. */
  hasForm: boolean;
}

export function usePage(): CurrentPage {
  const match = useMatches().at(-1);
  // eslint-disable-next-line house/no-cast -- `routes.ts` gives a page of the sandbox its row there
  const row = pageNamed(match?.id) ?? (match?.handle as PageInBrowsers | undefined);
  const loaded = match?.loaderData;
  return {
    name: match?.id,
    row,
    hasForm: row?.form === true && isRecord(loaded) && loaded.form !== undefined,
  };
}
