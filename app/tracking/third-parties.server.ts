import type { Brand } from "#app/brand/schema.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { type Opener, pageRights } from "#app/page-rights.ts";
import { pageAt } from "#app/page-table.server.ts";
import type { PageName } from "#app/pages.ts";
import { config } from "#app/platform/config.server.ts";
import { isBot } from "./bot.server.ts";

type BrandIds = Pick<Brand, "tagManager" | "trboId" | "userCentrics">;

export interface ThirdParties {
  consentManager: { src: string; settingsId: string };
  /** Scripts that wait for consent, by the service's name in the consent tool. */
  gated: { service: string; src: string }[];
}

/** On these connections, pages get no scripts at all. */
const slowConnections = new Set(["slow-2g", "2g"]);
export function savesData({ headers }: Request): boolean {
  return (
    headers.get("Save-Data")?.toLowerCase() === "on" ||
    slowConnections.has(headers.get("ECT")?.toLowerCase() ?? "")
  );
}

/** False for bots, without scripts, and on the sandbox's own pages. */
export function mayTrack(request: Request, pathname: string): boolean {
  return !isBot(request) && !savesData(request) && !/^\/(?:[a-z]{2}\/)?sandbox(?:\/|$)/.test(pathname);
}

function withQuery(address: string, query: Record<string, string>): string {
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
}

/** The address of these is the key to what it opens: no setting lets third parties read it. */
const neverLoad: readonly Opener[] = ["ordered", "signed", "code", "state"];
/** Its link's token is taken out of the address before it is shown. */
const plainAddress: readonly PageName[] = ["selfcare-termination"];

/** Scripts read the address: where it holds a token, they are loaded only where an operator has named the page. */
function mayLoad({ name, private: isPrivate }: NonNullable<ReturnType<typeof pageAt>>): boolean {
  const { pagesWith, pagesWithout } = config().thirdParties;
  const { opens } = pageRights[name];
  if (isPrivate || neverLoad.includes(opens) || pagesWithout.includes(name)) return false;
  const isOpen = opens === "nothing" || plainAddress.includes(name);
  return isOpen || pagesWith.includes("all") || pagesWith.includes(name);
}

/**
 * The third parties of a page. Everything waits for the consent tool (§ 25 TDDDG): a brand without one loads nothing,
 * nor does a script without an address, nor does an unknown address, which may be a mistyped link. Personalisation is for terminations only
 * (specification §1).
 */
export function thirdPartiesOf(
  { tagManager, trboId, userCentrics }: BrandIds,
  pathname: string,
): ThirdParties | undefined {
  const addresses = config().thirdParties;
  const page = pageAt(withoutPrefix(pathname));
  if (!userCentrics || !addresses.consentManager || !page || !mayLoad(page)) return undefined;
  const gated: ThirdParties["gated"] = [];
  if (tagManager && addresses.tagManager)
    gated.push({
      service: "Google Tag Manager",
      src: withQuery(addresses.tagManager, { id: tagManager.id, l: tagManager.name }),
    });
  if (trboId && addresses.personalisation && pathname.includes("kuendigung"))
    gated.push({ service: "trbo", src: withQuery(addresses.personalisation, { id: trboId }) });
  return { consentManager: { src: addresses.consentManager, settingsId: userCentrics.id }, gated };
}

/** Origins for the content security policy; the portal's own is allowed anyway. */
export function thirdPartyOrigins(brand: BrandIds, pathname: string) {
  const parties = thirdPartiesOf(brand, pathname);
  if (!parties) return [];
  const sources = [parties.consentManager.src, ...parties.gated.map(({ src }) => src)];
  const origins = sources.filter((src) => URL.canParse(src)).map((src) => new URL(src).origin);
  return [...new Set([...origins, ...config().thirdParties.origins])];
}
