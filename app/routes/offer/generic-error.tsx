import { failureEvent } from "#app/error-pages/tracking.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/request/context.server.ts";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import type { Route } from "./+types/generic-error";

/** For visitors without an offer. Shows nothing from the address. */
export function loader({ context }: Route.LoaderArgs) {
  return {
    tracking: [failureEvent("page", "Unexpected")],
    texts: pageTexts(context, ["offer.error", "errors.actions"]),
  };
}

export default function GenericOfferError() {
  const t = useT("offer", "error");
  const actions = useT("errors", "actions");
  const linkTo = useLinkTo();
  return (
    <StatusPage
      name="offer-error"
      state="Unexpected"
      kind="warning"
      title={t("generic")}
      hasErrorNumber={false}
      action={{ href: linkTo("offer-landing"), label: actions("checkLink") }}
    >
      <p>{t("genericText")}</p>
    </StatusPage>
  );
}
