import { useRouteLoaderData } from "react-router";
import { languageParameter } from "#app/i18n/locale.ts";
import type { ShellFacts } from "#app/shell/shell-facts.server.ts";

/** Names the language of the form's page, where its path does not: another tab may have changed the cookie's. */
export function LanguageField() {
  const facts = useRouteLoaderData<ShellFacts>("root");
  if (!facts || facts.prefix || facts.brand.availableLanguages.length < 2) return null;
  return <input type="hidden" name={languageParameter} value={facts.locale} />;
}
