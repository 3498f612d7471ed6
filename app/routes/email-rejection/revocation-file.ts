import { brandContext, getT } from "#app/request/context.server.ts";
import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/revocation-file";
import { receiptOfLink } from "./by-link.server.ts";
import { byToken, declarationOf, revokedAt, tokenIn } from "./revocation.server.ts";

/** The receipt of consents that were taken back, as of an objection. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const place = { context, url };
  const token = tokenIn(place);
  const done = await revokedAt(place, token);
  const { name: brand } = context.get(brandContext);
  const t = getT(context, "email", "revoked");
  const { names } = done?.shown ?? { names: [] };
  return receiptOfLink(place, byToken(context, token), format, done, {
    title: t(names.length > 0 ? "titleChosen" : "title"),
    lead: [getT(context, "receipt", "progress")("received", { brand }), t("text"), t("before")],
    declaration: declarationOf(context, { names }, brand),
    button: t(names.length > 0 ? "button" : "buttonAll"),
  });
});

export { default, loader } from "#app/shell/file-page.ts";
