import { formatDate } from "#app/domain/calendar.ts";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext, localeContext } from "#app/request/context.server.ts";
import { relayCard } from "#app/shell/help-row.ts";
import { Hotline } from "#app/shell/hotline.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useServerShell } from "#app/shell/use-shell.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Named } from "#app/ui/named.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { Route } from "./+types/accessibility";
// Written by `npm run check:html` where it has looked at every page and found nothing.
import lastCheck from "./last-check.json" with { type: "json" };

const measures = ["keyboard", "zoom", "contrast", "reader", "errors", "script", "motion", "words"] as const;
const barriers = ["documents", "partners", "signs"] as const;

/** § 20 BFSG: the federal states' joint authority. Names are not translated. */
const authority = {
  name: "Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)",
  address:
    "c/o Ministerium für Arbeit, Soziales, Gesundheit und Gleichstellung Sachsen-Anhalt, Postfach 39 11 55, 39135 Magdeburg",
  email: "MLBF@ms.sachsen-anhalt.de",
  site: "https://ms.sachsen-anhalt.de/",
};

/** § 51 (4) TKG: the regulator commissions the service, and its page names the company that runs it. */
const relaySite =
  "https://www.bundesnetzagentur.de/DE/Vportal/TK/InternetTelefon/Vermittlungsdienst/start.html";

export function loader({ context }: Route.LoaderArgs) {
  return {
    contact: context.get(brandContext).contact,
    date: formatDate(lastCheck.date, context.get(localeContext).locale),
  };
}

/** The statement required by § 14 BFSG and its annex 3. */
export default function Accessibility({ loaderData }: Route.ComponentProps) {
  const t = useT("accessibility", "statement");
  const help = useT("common", "help");
  const { brand, sandbox } = useServerShell();
  const { email, address } = loaderData.contact;
  const linkTo = useLinkTo();
  return (
    <Page name="accessibility" title={t("title")} hasHotline>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <h2>{t("service")}</h2>
      <p>
        <Named text={t("serviceText", { brand: brand.name })} name={brand.name} />
      </p>
      <p>{t("serviceSteps")}</p>
      <h2>{t("law")}</h2>
      <p>{t("lawText")}</p>
      <h2>{t("how")}</h2>
      <ul className="list">
        {measures.map((key) => (
          <li key={key}>{t(`measures.${key}`)}</li>
        ))}
      </ul>
      <h2>{t("gaps")}</h2>
      <ul className="list">
        {barriers.map((key) => (
          <li key={key}>{t(`known.${key}`)}</li>
        ))}
      </ul>
      <h2>{t("checked")}</h2>
      <p>{t("checkedText", { date: loaderData.date })}</p>
      <Card id={relayCard} title={t("contact")}>
        <p>{t("contactText")}</p>
        <p>
          <ButtonLink kind="secondary" href={linkTo("barrier")}>
            {t("report")}
          </ButtonLink>
        </p>
        <SummaryList
          rows={[
            { label: help("hotline"), value: <Hotline withoutRelay /> },
            { label: t("mail"), value: <a href={`mailto:${email}`}>{email}</a> },
            { label: t("post"), value: [brand.name, ...address].join(", "), listed: true, fixed: true },
            {
              label: help("relay"),
              value: (
                <>
                  <p>{t("relay")}</p>
                  <p>
                    <a href={relaySite} hrefLang="de">
                      {t("relaySite")}
                    </a>
                  </p>
                </>
              ),
            },
          ]}
        />
        <p>
          <a href={brand.links.imprint} hrefLang="de">
            {t("imprint")}
          </a>
        </p>
        {sandbox && <p className="muted">{t("example")}</p>}
      </Card>
      <Card id="authority" title={t("authority")}>
        <p>{t("authorityText")}</p>
        <SummaryList
          rows={[
            { label: t("authorityName"), value: <span lang="de">{authority.name}</span> },
            { label: t("mail"), value: <a href={`mailto:${authority.email}`}>{authority.email}</a> },
            { label: t("post"), value: <span lang="de">{authority.address}</span>, fixed: true },
          ]}
        />
        <p>
          <a href={authority.site} hrefLang="de">
            {t("authoritySite")}
          </a>
        </p>
      </Card>
    </Page>
  );
}
