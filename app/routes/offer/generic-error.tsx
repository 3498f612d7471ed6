import { failureEvent } from "#app/errors/tracking.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts, traceIdContext } from "#app/middleware/request.server.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { useShell } from "../shell/shell-context.tsx";
import { StatusPage } from "../shell/status-page.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/generic-error";

/** For people without an offer. Shows nothing from the address. */
export function loader({ context }: Route.LoaderArgs) {
  return {
    traceId: context.get(traceIdContext),
    tracking: [failureEvent("page", "Unexpected")],
    texts: pageTexts(context, ["offer.error", "errors.actions"]),
  };
}

export default function GenericOfferError({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "error");
  const actions = useT("errors", "actions");
  const linkTo = useLinkTo();
  const { number } = useShell().brand.hotline;
  return (
    <StatusPage
      name="offer-error"
      kind="warning"
      title={t("generic")}
      action={{ href: linkTo("offer-landing"), label: actions("checkLink") }}
      meta={[
        { label: t("hotline"), value: <PhoneLink number={number} /> },
        { label: t("trace"), value: loaderData.traceId },
      ]}
    >
      <p>{t("genericText")}</p>
    </StatusPage>
  );
}
