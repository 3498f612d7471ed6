import { randomBytes } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { brands } from "../../app/brand/registry.server.ts";
import { languages } from "../../app/domain/languages.ts";
import { defaultLocale, languageParameter, withPrefix } from "../../app/i18n/locale.ts";
import { useLocale } from "../../app/i18n/texts.tsx";
import { brandContext, localeContext } from "../../app/request/context.server.ts";
import { Page } from "../../app/shell/page.tsx";
import { useLinkTo } from "../../app/shell/use-link-to.ts";
import { Button } from "../../app/ui/button.tsx";
import { Card } from "../../app/ui/card.tsx";
import type { IconName } from "../../app/ui/icon.tsx";
import { TileLink } from "../../app/ui/tile-link.tsx";
import { idvScenarioOf } from "../identity/token.ts";
import { scenarioGroups } from "../scenarios.ts";
import { sandboxPages } from "./pages.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

/** The six journeys to begin with; `{own}` makes a state that nobody else has, `{brand}` is the brand's slug. */
const journeys: { icon: IconName; path: string; de: [string, string]; en: [string, string] }[] = [
  {
    icon: "cart",
    path: "/angebot/demo~{own}",
    de: ["Bestellen", "Vom Angebot bis „So geht es weiter“"],
    en: ["Order", "From the offer to what happens next"],
  },
  {
    icon: "id-card",
    path: "/idv/{idv}~{own}",
    de: ["Identität bestätigen", "Video, Online-Ausweis, Postfiliale oder Shop"],
    en: ["Confirm an identity", "Video, online ID, post office or store"],
  },
  {
    icon: "document",
    path: "/sandbox/prefill/termination/V-100200~{own}",
    de: ["Kündigen", "Das ausgefüllte Formular; ein Klick bis zur Bestätigung"],
    en: ["Cancel a contract", "The form filled in; one click to the receipt"],
  },
  {
    icon: "back",
    path: "/sandbox/prefill/withdrawal/V-100200~{own}",
    de: ["Widerrufen", "Das ausgefüllte Formular; ein Klick bis zur Bestätigung"],
    en: ["Withdraw", "The form filled in; one click to the receipt"],
  },
  {
    icon: "user",
    path: "/kundendaten/demo~{own}",
    de: ["Kundendaten ändern", "Adresse, E‑Mail, Telefon, Konto"],
    en: ["Change customer data", "Address, e‑mail, phone, account"],
  },
  {
    icon: "mail",
    path: "/email-ablehnung?token=demo~{own}&brand={brand}",
    de: ["Werbung abbestellen", "Der Link aus einer Werbe-E‑Mail"],
    en: ["Stop advertising", "The link in a marketing e‑mail"],
  },
];

const words = {
  de: {
    lead: "Alles zum Ausprobieren: Nichts wird wirklich bestellt, gekündigt oder verschickt. Jeder Link hat einen eigenen Stand, und mit jedem Laden dieser Seite entstehen neue.",
    brand: "Marke",
    language: "Sprache",
    show: "Zeigen",
    start: "Sechs Wege",
    tools: "Was dabei entsteht",
    outbox: "Postausgang: E‑Mails des Anbieters",
    calls: "Aufrufe und Stand eines Tokens",
    clock: "Uhr eines Tokens: Fristen ohne Warten",
    terminations: "Eingegangene Kündigungen",
    provider: "OpenAPI des Anbieters",
    portal: "OpenAPI des Portals",
    gallery: "Galerie: alle Seiten und Teile",
    layer: "Data Layer auf der Seite, mit",
    all: "Alle Szenarien",
    groups: "Nach Thema",
    search: "Szenario suchen",
    find: "Suchen",
    none: "Dazu gibt es kein Szenario.",
    own: "Mit „~“ und einem beliebigen Wort hinter dem Token hat ein Szenario einen eigenen Stand.",
  },
  en: {
    lead: "For trying things out: nothing is really ordered, terminated or sent. Each link has a state of its own, and loading this page makes new ones.",
    brand: "Brand",
    language: "Language",
    show: "Apply",
    start: "Six journeys",
    tools: "What happens afterward",
    outbox: "Outbox: e‑mails from the provider",
    calls: "Calls and state of a token",
    clock: "Clock of a token: move time forward without waiting",
    terminations: "Cancellations received",
    provider: "The provider’s OpenAPI",
    portal: "The portal’s OpenAPI",
    gallery: "Gallery: all pages and parts",
    layer: "The data layer on the page, with",
    all: "All scenarios",
    groups: "By subject",
    search: "Find a scenario",
    find: "Search",
    none: "There is no such scenario.",
    own: "To give a scenario its own state, add “~” and any word after its token.",
  },
};

/** Where to begin: journeys of a brand in a language, and every scenario. Exists only with the sandbox. */
export function loader({ context, url }: LoaderFunctionArgs) {
  requireSandbox();
  const { slug, availableLanguages } = context.get(brandContext);
  const { locale } = context.get(localeContext);
  const asked = url.searchParams.get("language");
  const language = availableLanguages.find((one) => one === asked) ?? locale;
  const query = url.searchParams.get("q")?.trim().slice(0, 100) ?? "";
  const own = randomBytes(4).toString("hex");
  const idv = idvScenarioOf(`demo-${slug}`) ? `demo-${slug}` : "demo";
  /** Of this brand and in this language, whatever the browser has chosen before. */
  const linkTo = (path: string) => {
    const address = new URL(withPrefix(path, language), url.origin);
    address.searchParams.set("brand", slug);
    if (language === defaultLocale) address.searchParams.set(languageParameter, language);
    return address.pathname + address.search;
  };
  const wanted = query.toLowerCase();
  const isWanted = (text: string) => text.toLowerCase().includes(wanted);
  return {
    brand: slug,
    language,
    query,
    brands: [...brands().values()].map((one) => ({ value: one.slug, label: one.name })),
    languages: availableLanguages.map((code) => ({ value: code, label: languages[code].name })),
    journeys: journeys.map((journey) => ({
      ...journey,
      href: linkTo(journey.path.replace("{own}", own).replace("{idv}", idv).replace("{brand}", slug)),
    })),
    groups: scenarioGroups
      .map(({ scenarios, ...group }) => ({
        ...group,
        scenarios: scenarios
          .filter(({ token, de, en }) => [token, de, en, group.de, group.en].some(isWanted))
          .map((scenario) => ({
            ...scenario,
            href: group.path.replace(
              "{token}",
              encodeURIComponent(scenario.token) + (group.id === "lists" ? "" : `~${own}`),
            ),
          })),
      }))
      .filter(({ scenarios }) => scenarios.length > 0),
  };
}

export default function Scenarios() {
  const { groups, query, ...chosen } = useLoaderData<typeof loader>();
  const { locale } = useLocale();
  const linkTo = useLinkTo();
  const language = locale === "de" ? "de" : "en";
  const t = words[language];
  const count = groups.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  const tools = [
    ["/sandbox/outbox", t.outbox],
    ["/sandbox/token", t.calls],
    ["/sandbox/clock", t.clock],
    ["/sandbox/terminations", t.terminations],
    [withPrefix(sandboxPages.gallery.path, locale), t.gallery],
    ["/openapi.json", t.provider],
    [sandboxPages["portal-openapi"].path, t.portal],
  ] as const;
  return (
    <Page name="sandbox" title="Sandbox" width="wide" lang={language}>
      <h1>Sandbox</h1>
      <p className="lead">{t.lead}</p>
      <form className="cluster">
        <Select name="brand" label={t.brand} options={chosen.brands} selected={chosen.brand} />{" "}
        <Select name="language" label={t.language} options={chosen.languages} selected={chosen.language} />{" "}
        <Button kind="secondary">{t.show}</Button>
      </form>
      <h2>{t.start}</h2>
      <div className="tiles">
        {chosen.journeys.map((journey) => (
          <TileLink
            key={journey.path}
            href={journey.href}
            prefixIcon={journey.icon}
            title={journey[language][0]}
            description={journey[language][1]}
          />
        ))}
      </div>
      <Card id="tools" title={t.tools}>
        <ul>
          {tools.map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
          <li>
            {`${t.layer} `}
            <a href={`${linkTo("termination")}?datalayer`}>
              <code>?datalayer</code>
            </a>
          </li>
        </ul>
      </Card>
      <h2 id="all">{t.all}</h2>
      <p className="muted">{t.own}</p>
      <search>
        <form className="cluster" action="#all">
          <label>
            {`${t.search} `}
            <input className="input" type="search" name="q" defaultValue={query} maxLength={100} />
          </label>{" "}
          <Button kind="secondary">{t.find}</Button>
        </form>
      </search>
      {groups.length === 0 && <p role="status">{t.none}</p>}
      {groups.length > 0 && (
        <div className="accordion">
          <details open={query !== ""}>
            <summary>
              <span>{`${t.groups} (${count})`}</span>
            </summary>
            <div className="accordion-body stack">
              {groups.map((group) => (
                <details key={group.id} id={group.id} open={query !== ""}>
                  <summary>
                    <span>{`${group[language]} (${group.scenarios.length})`}</span>
                  </summary>
                  <ul className="accordion-body">
                    {group.scenarios.map((scenario) => (
                      <li key={scenario.token}>
                        <a href={scenario.href}>
                          <code>{scenario.token}</code>
                        </a>{" "}
                        {scenario[language]}
                      </li>
                    ))}
                  </ul>
                </details>
              ))}
            </div>
          </details>
        </div>
      )}
    </Page>
  );
}

interface SelectProps {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  selected: string;
}

const Select = ({ name, label, options, selected }: SelectProps) => (
  <label>
    {`${label} `}
    <select className="input" name={name} defaultValue={selected}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
