import { data, redirect } from "react-router";
import { offerOfNovum } from "#app/backend/services.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/middleware/request.server.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { linkTo } from "../shell/link-to.server.ts";
import { useShell } from "../shell/shell-context.tsx";
import { StatusPage } from "../shell/status-page.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/novum";

/** Redirects a Novum id to its offer; every failure ends on the generic offer error. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("id")?.trim();
  if (!id) return data({ texts: pageTexts(context, ["email.novum", "errors.labels"]) }, { status: 400 });
  const offer = await offerOfNovum(context, id);
  throw redirect(
    offer.ok ? linkTo(context, "offer", { token: offer.data.offerToken }) : linkTo(context, "offer-failed"),
  );
}

/** Only shown without an id. */
export default function NovumEntry() {
  const t = useT("email", "novum");
  const labels = useT("errors", "labels");
  const linkTo = useLinkTo();
  const { number } = useShell().brand.hotline;
  return (
    <StatusPage
      name="entry-novum"
      kind="warning"
      title={t("headline")}
      action={{ href: linkTo("offer-landing"), label: t("landing") }}
      meta={[{ label: labels("hotline"), value: <PhoneLink number={number} /> }]}
    >
      <p>{t("text")}</p>
    </StatusPage>
  );
}
