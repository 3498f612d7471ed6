import { data } from "react-router";
import { failureEvent } from "#app/error-pages/tracking.server.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import { useT } from "#app/i18n/texts.tsx";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";

/** For visitors without an offer. Shows nothing from the address. */
export function loader() {
  return data({ tracking: [failureEvent("page", "NotFound")] }, { status: offerStates.NotFound.status });
}

export default function GenericOfferError() {
  const t = useT("offer", "error");
  const actions = useT("errors", "actions");
  const linkTo = useLinkTo();
  return (
    <StatusPage
      name="offer-error"
      state="NotFound"
      kind="warning"
      title={t("generic")}
      action={{ href: linkTo("offer-landing"), label: actions("checkLink") }}
    >
      <p>{t("genericText")}</p>
    </StatusPage>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
