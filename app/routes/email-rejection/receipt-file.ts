import { getT } from "#app/request/context.server.ts";
import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/receipt-file";
import { receiptOfLink } from "./by-link.server.ts";
import { byMail, declinedAt, subscriptionIn } from "./rejection.server.ts";

/** The receipt of an objection: all its content is sealed in its address, which opens it on any day. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const place = { context, url };
  const subscription = subscriptionIn(place);
  const { name: brand } = subscription;
  const t = getT(context, "email", "done");
  return receiptOfLink(place, byMail(subscription), format, await declinedAt(place, subscription), {
    title: t("title"),
    lead: [getT(context, "receipt", "progress")("received", { brand }), t("text", { brand }), t("still")],
    declaration: t("declaration", { brand }),
    button: t("button"),
  });
});

export { default, loader } from "#app/shell/file-page.ts";
