import { hostNamesBrand } from "#app/brand/registry.server.ts";
import type { Brand } from "#app/brand/schema.ts";
import { shippedTexts } from "#app/i18n/i18next.server.ts";
import { type Locale, withoutPrefix } from "#app/i18n/locale.ts";
import { config } from "#app/platform/config.server.ts";
import { mayTrack, savesData } from "#app/tracking/third-parties.server.ts";

/** What header, footer and pages need from the brand. */
function brandFacts(brand: Brand) {
  const { slug, name, nameForTitle, prepaid, availableLanguages, hotline, links, favicon, userCentrics } =
    brand;
  return {
    slug,
    name,
    nameForTitle,
    prepaid,
    availableLanguages,
    hotline,
    links,
    favicon,
    consentTool: Boolean(userCentrics),
  };
}

const sections = ["common.shell", "common.form", "common.actions", "common.unexpected"] as const;

interface FrameInput {
  brand: Brand;
  locale: Locale;
  /** The language prefix of the current path. */
  prefix?: Locale;
}

/** The root loader's data: the frame around every page. */
export function shellFacts(
  { brand, locale, prefix }: FrameInput,
  request: Request,
  { pathname, search }: { pathname: string; search: string },
) {
  const { hostname } = new URL(request.url);
  return {
    locale,
    prefix,
    brand: brandFacts(brand),
    /** Name of the data layer; undefined for bots and the sandbox's own pages. */
    dataLayer: mayTrack(request, pathname) ? brand.tagManager?.name : undefined,
    ...(hostNamesBrand(hostname) && { hostNamesBrand: true }),
    /** Where the choice of another language leads back to; undefined if there is none. */
    returnTo: brand.availableLanguages.length > 1 ? withoutPrefix(pathname) + search : undefined,
    sandbox: config().sandbox,
    /** False if the browser asks to save data: then the page stays plain HTML. */
    scripts: !savesData(request),
    texts: shippedTexts(sections, locale, brand),
  };
}
export type ShellFacts = ReturnType<typeof shellFacts> & {
  /** Shown after a failure, as the error number. */
  traceId?: string;
};
