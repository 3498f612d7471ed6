import { redirectDocument } from "react-router";
import { config } from "#app/config.server.ts";
import { offerErrorIn } from "#app/domain/offer-states.ts";
import { PortalForm } from "#app/forms/form.tsx";
import { freshForm, readForm } from "#app/forms/form-data.server.ts";
import { useTexts } from "#app/i18n/texts.tsx";
import { pageTexts, sessionContext } from "#app/middleware/request.server.ts";
import { newLoginState } from "#app/session/login-state.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { pathTo } from "../pages.ts";
import { Page } from "../shell/page.tsx";
import type { Route } from "./+types/login";
import { offerErrorAnswer } from "./error-answer.server.ts";
import { toStep } from "./journey.server.ts";
import { loginExpected, visitOf } from "./visit.server.ts";

/** Only for an offer that this session has asked for: it holds its cart, or the backend wanted a login for it. */
async function requireKnownOffer(context: Route.LoaderArgs["context"], token: string, status: 302 | 303) {
  const [expected, visit] = await Promise.all([loginExpected(context, token), visitOf(context, token)]);
  if (!expected && !visit) throw toStep(context, "offer", token, status);
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requireKnownOffer(context, params.token, 302);
  return {
    form: freshForm(),
    failed: url.searchParams.has("failed"),
    texts: pageTexts(context, ["offer.login"]),
  };
}

/** Leads to the provider's login with a `state` that only this session can bring back. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { token } = params;
  await readForm(request);
  await requireKnownOffer(context, token, 303);
  const { loginUrl } = config();
  if (!loginUrl)
    throw await offerErrorAnswer({ context, token, url, posted: true }, offerErrorIn("TechnicalProblem"));
  const target = new URL(loginUrl, url.origin);
  target.searchParams.set("redirect_uri", new URL(pathTo("login-return"), url.origin).href);
  target.searchParams.set("state", newLoginState(context.get(sessionContext), token));
  return redirectDocument(target.href, 303);
}

export { RootError as ErrorBoundary } from "../shell/root-error.tsx";

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts("offer.login");
  return (
    <Page name="offer-login" title={t("title")}>
      {loaderData.failed && (
        <Notice kind="error" role="alert">
          <p>{t("failed")}</p>
        </Notice>
      )}
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm id="login" form={loaderData.form} submit={t("button")}>
        <p className="muted">{t("safe")}</p>
      </PortalForm>
    </Page>
  );
}
