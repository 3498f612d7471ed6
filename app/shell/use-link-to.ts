import { withPrefix } from "#app/i18n/locale.ts";
import { useLocale } from "#app/i18n/texts.tsx";
import { type PageName, type PageParams, pathTo } from "#app/pages.ts";

/** The address of a page under the language prefix of the page that is shown. */
export function useLinkTo() {
  const { prefix } = useLocale();
  return <P extends PageName>(page: P, ...params: PageParams<P>): string =>
    withPrefix(pathTo(page, ...params), prefix);
}
