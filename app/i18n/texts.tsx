import { createContext, useContext } from "react";
import { useMatches, useRouteLoaderData } from "react-router";
import { defaultLocale, type Locale } from "./locale.ts";
import { textsIn } from "./shipped-texts.ts";
import type { Section, SectionKey } from "./source.ts";
import { type Bundle, translate, type Values } from "./translation.ts";

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

export type Translate<S extends Section> = (key: SectionKey<S>, values?: Values) => string;

/** The texts of a section, as the page's loader (or its error) sent them. */
export function useTexts<S extends Section>(section: S): Translate<S> {
  const { locale } = useLocale();
  const catalogue = useContext(ServerTexts);
  const sent = useMatches().findLast((match) => textsIn(match.loaderData)?.[section]);
  const bundle = textsIn(sent?.loaderData)?.[section] ?? catalogue?.(section) ?? {};
  return (key, values) => translate(bundle, locale, key, values);
}
