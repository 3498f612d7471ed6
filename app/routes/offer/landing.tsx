import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/request/context.server.ts";
import { HelpCard } from "#app/shell/help-card.tsx";
import { Page } from "#app/shell/page.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/landing";

export function loader({ context }: Route.LoaderArgs) {
  return { texts: pageTexts(context, ["offer.landing"]) };
}

/** For people without a token. */
export default function OfferLanding() {
  const t = useT("offer", "landing");
  return (
    <Page name="offer-landing" title={t("title")} hasHotline>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <Card id="where" title={t("where")}>
        <p>{t("whereText")}</p>
        <p>
          <code>{t("example")}</code>
        </p>
      </Card>
      <Card id="incomplete" title={t("incomplete")}>
        <p>{t("incompleteText")}</p>
      </Card>
      <HelpCard id="lost" title={t("lost")}>
        <p>{t("lostText")}</p>
        <p>{t("lostShop")}</p>
      </HelpCard>
    </Page>
  );
}
