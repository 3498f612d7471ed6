import { useLocale } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { scenarioGroups } from "#sandbox/scenarios.ts";
import { Page } from "../shell/page.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/scenarios";
import { requireSandbox } from "./sandbox-only.server.ts";

/** What the sandbox can play, to click on. Exists only with the sandbox. */
export function loader(_: Route.LoaderArgs) {
  requireSandbox();
  return { groups: scenarioGroups };
}

export default function Scenarios({ loaderData }: Route.ComponentProps) {
  const { locale } = useLocale();
  const linkTo = useLinkTo();
  const language = locale === "de" ? "de" : "en";
  return (
    <Page name="sandbox" title="Sandbox" width="wide">
      <h1>Sandbox</h1>
      <p className="lead">
        {language === "de"
          ? "Jeder Link öffnet ein Szenario. Mit „~“ und einem beliebigen Wort dahinter hat es seinen eigenen Zustand."
          : "Every link opens a scenario. With “~” and any word behind it, it has a state of its own."}
      </p>
      <p className="muted">
        {language === "de"
          ? "Mit diesem Zusatz an der Adresse zeigt jede Seite unten, was sie in den Data Layer schreibt: "
          : "With this at the end of its address, every page shows what it tells the data layer: "}
        <a href={`${linkTo("termination")}?datalayer`}>
          <code>{`${linkTo("termination")}?datalayer`}</code>
        </a>
      </p>
      <p>
        <a href={linkTo("gallery")}>
          {language === "de" ? "Galerie: alle Seiten und Teile" : "Gallery: all pages and parts"}
        </a>
      </p>
      {loaderData.groups.map((group) => (
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
