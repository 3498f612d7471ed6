import { data, redirect } from "react-router";
import { offerOfNovum } from "#app/backend/entry.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/middleware/request.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { linkTo } from "../shell/link-to.server.ts";
import { Page } from "../shell/page.tsx";
import { useShell } from "../shell/shell-context.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/novum";

/** Redirects a Novum id to its offer; every failure ends on the generic offer error. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("id")?.trim();
  if (!id) return data({ texts: pageTexts(context, ["email.novum", "errors.labels"]) }, { status: 400 });
  const offer = await offerOfNovum(context, id);
  throw redirect(
    offer.ok ? linkTo(context, "offer", { token: offer.data }) : linkTo(context, "offer-failed"),
  );
}

/** Only shown without an id. */
export default function NovumEntry() {
  const t = useT("email", "novum");
  const labels = useT("errors", "labels");
  const linkTo = useLinkTo();
  const { number } = useShell().brand.hotline;
  return (
    <Page name="entry-novum" title={t("headline")}>
      <StatusSection
        kind="warning"
        headline={t("headline")}
        actions={
          <ButtonLink kind="primary" href={linkTo("offer-landing")} reload>
            {t("landing")}
          </ButtonLink>
        }
        meta={[{ label: labels("hotline"), value: <PhoneLink number={number} /> }]}
      >
        <p>{t("text")}</p>
      </StatusSection>
    </Page>
  );
}
