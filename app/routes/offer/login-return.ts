import { redirectDocument } from "react-router";
import { exchangeCode } from "#app/backend/services.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { pathTo } from "#app/pages.ts";
import { sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { bearerOf, keepBearer } from "#app/session/bearer.server.ts";
import { redeemLoginState } from "#app/session/login-state.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import type { Route } from "./+types/login-return";

/** Exchanges the login's code for a bearer token. The way back is in the session, never in the address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const redeemed = await redeemLoginState(session, parameterOf<"login-return">(url, "state") ?? "");
  // An unknown or expired state belongs to no offer of this session.
  if (!redeemed) return redirectDocument(linkTo(context, "offer-failed"));
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

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default } from "#app/shell/no-page.ts";
