import { redirect } from "react-router";
import { exchangeCode } from "#app/backend/services.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { localeContext, sessionContext } from "#app/middleware/request.server.ts";
import { keepBearer } from "#app/session/bearer.server.ts";
import { redeemLoginState } from "#app/session/login-state.server.ts";
import { pathTo } from "../pages.ts";
import type { Route } from "./+types/login-return";

/** Where the provider's login returns to: changes the code for a bearer token and goes on with the offer. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { prefix } = context.get(localeContext);
  const own = (path: string) => withPrefix(path, prefix);
  const token = await redeemLoginState(session, url.searchParams.get("state") ?? "");
  // A state that is foreign, used or too old belongs to no offer of this session.
  if (!token) return redirect(own(pathTo("offer-failed")));
  const code = url.searchParams.get("code");
  const exchanged = code ? await exchangeCode(context, code) : undefined;
  if (!exchanged?.ok) return redirect(`${own(pathTo("offer-login", { token }))}?failed=1`);
  await keepBearer(session, exchanged.data.token, exchanged.data.expiresIn);
  return redirect(own(pathTo("offer", { token })));
}
