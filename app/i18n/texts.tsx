import { useMatches, useRouteLoaderData } from "react-router";
import { useServerRender } from "#app/ui/server-render.ts";
import { defaultLocale, type Locale } from "./locale.ts";
import type { Namespace, Prefix, Section, Translate } from "./resources.ts";
import { textsIn, textsOfPage } from "./shipped-texts.ts";
import { type Bundle, translate } from "./translation.ts";

interface LocaleFacts {
  locale: Locale;
  /** The language prefix of the current path, kept in links. */
  prefix?: Locale;
}

export const useLocale = (): LocaleFacts =>
  useRouteLoaderData<LocaleFacts>("root") ?? { locale: defaultLocale };

/** `t` for one group of a namespace. The page's loader, or its error, has to ship the texts. */
export function useT<N extends Namespace, P extends Prefix<N>>(namespace: N, prefix: P): Translate<N, P> {
  const { locale } = useLocale();
  const bundle = useBundles()(`${namespace}.${prefix}` as Section);
  return (key, values) => translate(bundle, locale, key, values);
}

/** Texts by keys from data: of the first of these groups that has it, or undefined. */
export function useTexts(sections: readonly Section[] = []): (key: string) => string | undefined {
  const bundles = sections.map(useBundles());
  return (key) => bundles.find((bundle) => key in bundle)?.[key];
}

type Bundles = (section: Section) => Bundle;

/** On the server, they stand beside the loaders' data. */
const useServerBundles = (): Bundles => useServerRender().texts;

function useBrowserBundles(): Bundles {
  const { texts } = useServerRender();
  const matches = useMatches();
  return (section) => {
    // A page that asked for its data again may have become another state of itself.
    const sent = matches.map(({ loaderData }) => textsIn(loaderData)?.[section]);
    return sent.findLast(Boolean) ?? textsOfPage()[section] ?? texts(section);
  };
}

const useBundles = import.meta.env.SSR ? useServerBundles : useBrowserBundles;
