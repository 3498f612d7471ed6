import { useLoaderData } from "react-router";
import { withPrefix } from "../../app/i18n/locale.ts";
import { useLocale } from "../../app/i18n/texts.tsx";
import { Page } from "../../app/shell/page.tsx";
import { useLinkTo } from "../../app/shell/use-link-to.ts";
import { Card } from "../../app/ui/card.tsx";
import { scenarioGroups } from "../scenarios.ts";
import { sandboxPages } from "./pages.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

/** The scenarios of the sandbox as links. Exists only with the sandbox. */
export function loader() {
  requireSandbox();
  return { groups: scenarioGroups };
}

export default function Scenarios() {
  const { groups } = useLoaderData<typeof loader>();
  const { locale } = useLocale();
  const linkTo = useLinkTo();
  const language = locale === "de" ? "de" : "en";
  return (
    <Page name="sandbox" title="Sandbox" width="wide">
      <h1>Sandbox</h1>
      <p className="lead">
        {language === "de"
          ? "Jeder Link öffnet ein Szenario. Mit „~“ und einem beliebigen Wort dahinter hat es seinen eigenen Zustand."
          : "Every link opens a scenario. With “~” and any word behind it, it has a state of its own."}{" "}
        <a href="/sandbox/token">
          {language === "de" ? "Stand und Aufrufe eines Tokens" : "State and calls of a token"}
        </a>
      </p>
      <p className="muted">
        {language === "de"
          ? "Mit diesem Zusatz an der Adresse zeigt jede Seite unten, was sie in den Data Layer schreibt: "
          : "With this at the end of its address, every page shows what it pushes to the data layer: "}
        <a href={`${linkTo("termination")}?datalayer`}>
          <code>{`${linkTo("termination")}?datalayer`}</code>
        </a>
      </p>
      <p>
        <a href={withPrefix(sandboxPages.gallery.path, locale)}>
          {language === "de" ? "Galerie: alle Seiten und Teile" : "Gallery: all pages and parts"}
        </a>
      </p>
      {groups.map((group) => (
        <Card key={group.id} id={group.id} title={group[language]}>
          <ul>
            {group.scenarios.map((scenario) => (
              <li key={scenario.token}>
                <a href={group.path.replace("{token}", encodeURIComponent(scenario.token))}>
                  <code>{scenario.token}</code>
                </a>{" "}
                {scenario[language]}
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </Page>
  );
}
