import { redirectDocument } from "react-router";
import { type Place, portalState } from "#app/error-pages/error-response.server.ts";
import { PortalForm } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pathTo } from "#app/pages.ts";
import { config } from "#app/platform/config.server.ts";
import { localeContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { newLoginState } from "#app/session/login-state.server.ts";
import { helpRows } from "#app/shell/help.server.ts";
import { HelpFold } from "#app/shell/help-rows.tsx";
import { Page } from "#app/shell/page.tsx";
import { reportMissingSetting, returnUrl } from "#app/shell/provider-url.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { pageWaitingForLogin } from "../cart/login.server.ts";
import { hasCart } from "../steps/guards.server.ts";
import type { Route } from "./+types/login";

export const middleware = [hasCart];

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const back = await pageWaitingForLogin(context, token);
  // Already logged in and not refused since.
  if (await bearerOf(session, token))
    throw redirectDocument(withPrefix(back ?? pathTo("offer", { token }), context.get(localeContext).prefix));
  requireLoginUrl({ context, url });
  const problems = ["failed", "cancelled"] as const;
  return {
    form: freshForm(),
    help: helpRows(context, {}),
    problem: problems.find((name) => parameterOf<"offer-login">(url, name) !== null),
  };
}

/** Redirects to the provider's login with a `state` bound to this session. */
export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const loginUrl = requireLoginUrl({ context, url });
  const session = context.get(sessionContext);
  const { prefix } = context.get(localeContext);
  const back = (await pageWaitingForLogin(context, token)) ?? pathTo("offer", { token });
  const target = new URL(loginUrl, url.origin);
  target.searchParams.set("redirect_uri", returnUrl(url, undefined, "login-return"));
  target.searchParams.set("state", newLoginState(session, { token, back, prefix }));
  return redirectDocument(target.href, 303);
}

/** @throws the page that says that nobody can log in */
function requireLoginUrl(place: Place): string {
  const { loginUrl } = config();
  if (loginUrl) return loginUrl;
  reportMissingSetting(place.context, "login", "LOGIN_URL");
  throw portalState(place, "LoginBlocked", { page: "offer-error", more: { state: "TechnicalProblem" } });
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "login");
  const problem: "failed" | "cancelled" | undefined = loaderData.problem;
  return (
    <Page name="offer-login" title={t("title")} hasHotline>
      {problem && <Notice kind={problem === "failed" ? "error" : "info"} role="alert" text={t(problem)} />}
      <StatusSection
        kind="info"
        icon="lock"
        headline={t("title")}
        card={
          <PortalForm id="login" form={loaderData.form} submit={t("button")}>
            <Timeline
              steps={[
                { label: t("steps.login"), detail: t("steps.password"), done: false, current: true },
                { label: t("steps.offer"), detail: t("steps.back"), done: false },
              ]}
            />
          </PortalForm>
        }
      >
        <p>{t("lead")}</p>
      </StatusSection>
      <HelpFold title={t("help")} rows={loaderData.help} />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
