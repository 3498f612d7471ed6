import { hostNamesBrand } from "#app/brand/registry.server.ts";
import type { Brand } from "#app/brand/schema.ts";
import { isOpenDaily } from "#app/domain/opening-hours.ts";
import { type Locale, withoutPrefix } from "#app/i18n/locale.ts";
import { config } from "#app/platform/config.server.ts";
import { mayTrack, savesData } from "#app/tracking/third-parties.server.ts";
import type { HelpRow } from "./help-row.ts";

interface FrameInput {
  brand: Brand;
  locale: Locale;
  /** The language prefix of the current path. */
  prefix?: Locale;
}

/** The root loader's data: what browsers need to know of the frame around every page. */
export function shellFacts(
  { brand, locale, prefix }: FrameInput,
  request: Request,
  { pathname, search }: { pathname: string; search: string },
) {
  const { hostname } = new URL(request.url);
  const { slug, name, nameForTitle, availableLanguages, hotline, favicon, foreignWords } = brand;
  return {
    locale,
    prefix,
    brand: {
      slug,
      name,
      nameForTitle,
      availableLanguages,
      hotline,
      favicon,
      ...(foreignWords && { foreignWords }),
    },
    /** Name of the data layer; undefined for bots and the sandbox's own pages. */
    dataLayer: mayTrack(request, pathname) ? brand.tagManager?.name : undefined,
    ...(hostNamesBrand(hostname) && { hostNamesBrand: true }),
    /** Where the choice of another language leads back to; undefined if there is none. */
    returnTo: brand.availableLanguages.length > 1 ? withoutPrefix(pathname) + search : undefined,
    /** False if the browser asks to save data: then the page stays plain HTML. */
    scripts: !savesData(request),
  };
}
export type ShellFacts = ReturnType<typeof shellFacts> & {
  /** After a failure. */
  help?: HelpRow[] | undefined;
};

/** Maintenance that an operator announces, in times with an offset, and what it concerns. */
export interface Announced {
  from: string;
  until: string;
  journeys: readonly ("offer" | "identity" | "customer")[];
}

/** The whole frame, as the server renders it. */
export function serverShellFacts(
  shipped: ShellFacts,
  { links, userCentrics }: Brand,
  announced: readonly Announced[],
) {
  const { hours } = shipped.brand.hotline;
  const brand = {
    ...shipped.brand,
    links,
    consentTool: Boolean(userCentrics),
    /** Whether somebody answers the hotline now; undefined if nobody knows. */
    isReachable: hours && isOpenDaily(hours, new Date()),
  };
  return { ...shipped, brand, sandbox: config().sandbox, announced };
}
export type ServerShellFacts = ReturnType<typeof serverShellFacts>;
