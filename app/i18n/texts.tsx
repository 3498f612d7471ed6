import { useRouteLoaderData } from "react-router";
import { useServerRender } from "#app/ui/server-render.ts";
import { defaultLocale, type Locale } from "./locale.ts";
import type { Namespace, Prefix, Section, Translate } from "./resources.ts";
import { textsOfPage } from "./shipped-texts.ts";
import { type Bundle, translate } from "./translation.ts";

interface LocaleFacts {
  locale: Locale;
  /** The language prefix of the current path, kept in links. */
  prefix?: Locale;
}

export const useLocale = (): LocaleFacts =>
  useRouteLoaderData<LocaleFacts>("root") ?? { locale: defaultLocale };

/**
 * `t` for one group of a namespace. Browsers get the groups for which the page asked while it was rendered, so a part that
 * appears later asks for its texts before it does.
 */
export function useT<N extends Namespace, P extends Prefix<N>>(namespace: N, prefix: P): Translate<N, P> {
  const { locale } = useLocale();
  // eslint-disable-next-line house/no-cast -- each prefix of a namespace is a section
  const bundle = useBundles()(`${namespace}.${prefix}` as Section);
  return (key, values) => translate(bundle, locale, key, values);
}

/** Texts by keys from data: of the first of these groups that has it, or undefined. */
export function useTexts(sections: readonly Section[] = []): (key: string) => string | undefined {
  const bundles = sections.map(useBundles());
  return (key) => bundles.find((bundle) => key in bundle)?.[key];
}

type Bundles = (section: Section) => Bundle;

/** The server records what a page asks for, and sends it along. */
const useServerBundles = (): Bundles => useServerRender().texts;

function useBrowserBundles(): Bundles {
  const { texts } = useServerRender();
  return (section) => textsOfPage()[section] ?? texts(section);
}

const useBundles = import.meta.env.SSR ? useServerBundles : useBrowserBundles;
