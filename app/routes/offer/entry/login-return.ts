import { redirectDocument } from "react-router";
import { exchangeCode } from "#app/backend/services.server.ts";
import { type Place, portalState } from "#app/error-pages/error-response.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { pathTo } from "#app/pages.ts";
import { getT, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { bearerOf, keepBearer } from "#app/session/bearer.server.ts";
import { offerOfLogin, redeemLoginState } from "#app/session/login-state.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import type { Route } from "./+types/login-return";

/** Exchanges the login's code for a bearer token. The way back is in the session, never in the address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const state = parameterOf<"login-return">(url, "state") ?? "";
  const redeemed = await redeemLoginState(session, state);
  // An unknown or expired state belongs to no offer of this session.
  if (!redeemed) throw lostLogin({ context, url }, offerOfLogin(state));
  const { token, back, prefix } = redeemed.purpose;
  const own = (path: string) => redirectDocument(withPrefix(path, prefix));
  const loginPage = pathTo("offer-login", { token });
  if (!redeemed.first) return own((await bearerOf(session, token)) ? back : loginPage);
  if (parameterOf<"login-return">(url, "error") === "access_denied") return own(`${loginPage}?cancelled=1`);
  const code = parameterOf<"login-return">(url, "code");
  const exchanged = code ? await exchangeCode(context, code) : undefined;
  if (!exchanged?.ok) return own(`${loginPage}?failed=1`);
  const { token: bearer, expiresIn } = exchanged.data.data;
  await keepBearer(session, token, bearer, expiresIn);
  return own(back);
}

/** Whoever comes back without the session in which the login began: to the offer, or to where one asks for it. */
function lostLogin(place: Place, token: string | undefined) {
  const { context } = place;
  if (!token) return redirectDocument(linkTo(context, "offer-failed"));
  const t = getT(context, "offer", "handover");
  const toOffer = { href: linkTo(context, "offer", { token }), label: t("toOffer"), method: "get" } as const;
  return portalState(place, "LoginLost", { page: "offer-login", action: () => toOffer });
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default } from "#app/shell/no-page.ts";
