import { useTexts } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/middleware/request.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "../shell/page.tsx";
import { useShell } from "../shell/shell-context.tsx";
import type { Route } from "./+types/landing";

export function loader({ context, url }: Route.LoaderArgs) {
  return { origin: url.host, texts: pageTexts(context, ["offer.landing"]) };
}

export default function OfferLanding({ loaderData }: Route.ComponentProps) {
  const t = useTexts("offer.landing");
  const { number } = useShell().brand.hotline;
  return (
    <Page name="offer-landing" title={t("title")}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <Card id="where" title={t("where")}>
        <p>{t("whereText")}</p>
        <p>
          <code>{t("example", { origin: loaderData.origin })}</code>
        </p>
      </Card>
      <Card id="incomplete" title={t("incomplete")}>
        <p>{t("incompleteText")}</p>
      </Card>
      <Card id="lost" title={t("lost")}>
        <p>{t("lostText", { number })}</p>
        <p>{t("lostShop")}</p>
      </Card>
    </Page>
  );
}
