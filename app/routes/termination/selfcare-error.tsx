import { data } from "react-router";
import { carriedDraft, carriedParameter } from "#app/forms/carried-draft.server.ts";
import { draftOf } from "#app/forms/draft.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pathTo } from "#app/pages.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import type { Route } from "./+types/selfcare-error";
import { sessionLostParameter } from "./selfcare.server.ts";

/** For a selfcare link without valid data: leads to the public form. */
export async function loader({ context, url }: Route.LoaderArgs) {
  // The link that led here has set a cookie: a browser that sends none refuses cookies.
  const withCookies = context.get(visitorContext).header("Cookie") !== null;
  const lost = parameterOf<"selfcare-error">(url, sessionLostParameter) !== null;
  const carried = carriedDraft(context, url) ? parameterOf<"selfcare-error">(url, carriedParameter) : null;
  const typed = carried
    ? "carried"
    : lost && (await draftOf(context, pathTo("selfcare-termination")))
      ? "kept"
      : undefined;
  const query = carried ? `?${new URLSearchParams({ [carriedParameter]: carried })}` : "";
  // The data is gone with its session, or never existed.
  return data({ lost, typed, query, withCookies }, { status: lost ? 410 : 404 });
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
      action={{ href: linkTo("termination") + loaderData.query, label: t("errorAction") }}
    >
      {loaderData.lost && <p>{t("errorSession")}</p>}
      {loaderData.typed === "kept" && <p>{t("errorKept")}</p>}
      {loaderData.typed === "carried" && <p>{t("errorCarried")}</p>}
      <p>{t(loaderData.withCookies ? "errorText" : "errorCookies")}</p>
      {loaderData.lost && <SharedDevice />}
    </StatusPage>
  );
}
