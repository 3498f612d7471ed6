import { data } from "react-router";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/request/context.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import type { Route } from "./+types/selfcare-error";
import { sessionLostParameter } from "./selfcare.server.ts";

/** For a selfcare link without valid data: leads to the public form. */
export function loader({ context, url }: Route.LoaderArgs) {
  // Whoever follows a link here was given a cookie before: a browser that sends none refuses them.
  const withCookies = context.get(visitorContext).header("Cookie") !== null;
  const lost = url.searchParams.has(sessionLostParameter);
  const texts = pageTexts(context, ["termination.selfcare"]);
  // The data is gone with its session, or never existed.
  return data({ lost, withCookies, texts }, { status: lost ? 410 : 404 });
}

export default function SelfcareErrorPage({ loaderData }: Route.ComponentProps) {
  const t = useT("termination", "selfcare");
  const linkTo = useLinkTo();
  return (
    <StatusPage
      name="selfcare-error"
      state={loaderData.lost ? "SessionLost" : "NotFound"}
      kind="warning"
      title={t("errorTitle")}
      action={{ href: linkTo("termination"), label: t("errorAction") }}
    >
      {loaderData.lost && <p>{t("errorSession")}</p>}
      <p>{t(loaderData.withCookies ? "errorText" : "errorCookies")}</p>
      {loaderData.lost && <SharedDevice />}
    </StatusPage>
  );
}
