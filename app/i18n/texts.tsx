import { createContext, useContext } from "react";
import { useMatches, useRouteLoaderData } from "react-router";
import { defaultLocale, type Locale } from "./locale.ts";
import type { Namespace, Prefix, Section, Translate } from "./resources.ts";
import { textsIn } from "./shipped-texts.ts";
import { type Bundle, translate } from "./translation.ts";

/** The whole catalogue; exists while the server renders, so that even a failure before any loader has its texts. */
export const ServerTexts = createContext<((section: Section) => Bundle) | undefined>(undefined);

interface LocaleFacts {
  locale: Locale;
  /** The language prefix of the current path, kept in links. */
  prefix?: Locale;
}
/** What the server knows before the root loader has answered. */
export const ServerLocale = createContext<LocaleFacts | undefined>(undefined);

export function useLocale(): LocaleFacts {
  const fromRoot = useRouteLoaderData("root") as LocaleFacts | undefined;
  const fromServer = useContext(ServerLocale);
  return fromRoot ?? fromServer ?? { locale: defaultLocale };
}

/** `t` for one group of a namespace, whose texts the page's loader (or its error) sent along. */
export function useT<N extends Namespace, P extends Prefix<N>>(namespace: N, prefix: P): Translate<N, P> {
  const section = `${namespace}.${prefix}` as Section;
  const { locale } = useLocale();
  const catalogue = useContext(ServerTexts);
  const sent = useMatches().findLast((match) => textsIn(match.loaderData)?.[section]);
  const bundle = textsIn(sent?.loaderData)?.[section] ?? catalogue?.(section) ?? {};
  return (key, values) => translate(bundle, locale, key, values);
}
