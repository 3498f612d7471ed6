import { usePath, useTexts } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/middleware/request.server.ts";
import { TileLink } from "#app/ui/tile-link.tsx";
import { pathTo } from "../pages.ts";
import { Page } from "../shell/page.tsx";
import { useShell } from "../shell/shell-context.tsx";
import type { Route } from "./+types/home";

export function loader({ context }: Route.LoaderArgs) {
  return { texts: pageTexts(context, ["home.home"]) };
}

export default function Home() {
  const t = useTexts("home.home");
  const path = usePath();
  const { brand } = useShell();
  return (
    <Page name="home" title={t("title", { brand: brand.name })}>
      <h1>{t("title", { brand: brand.name })}</h1>
      <p className="lead">{t("lead")}</p>
      <nav className="tiles">
        <TileLink
          href={path(pathTo("offer-landing"))}
          prefixIcon="cart"
          title={t("offer")}
          description={t("offerText")}
        />
      </nav>
    </Page>
  );
}
