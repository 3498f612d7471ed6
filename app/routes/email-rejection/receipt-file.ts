import { redirect } from "react-router";
import { formatDateTime } from "#app/domain/calendar.ts";
import { brandContext, getT } from "#app/middleware/request.server.ts";
import { declarer } from "../declaration/confirmation-link.server.ts";
import { receiptAs } from "../declaration/receipt-file.server.ts";
import { fileRoute } from "../shell/file-route.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import type { Route } from "./+types/receipt-file";
import { declinedAt, receiptFormats, subscriptionIn } from "./rejection.server.ts";

/** The receipt of an objection: all that it says is sealed in its address, which opens it on any day. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const subscription = subscriptionIn({ context, url });
  const done = await declinedAt(context, subscription, url.searchParams.get("done"));
  if (!done || !receiptFormats.some((known) => known === format))
    throw redirect(linkTo(context, "email-rejection") + url.search);
  const { language } = declarer(context);
  const t = getT(context, "email", "done");
  const labels = getT(context, "termination", "confirmation");
  const progress = getT(context, "termination", "progress");
  const brand = subscription.name;
  return receiptAs(format, getT(context, "termination", "files")("objection"), {
    sender: context.get(brandContext).name,
    title: t("title"),
    language,
    receivedAt: new Date(done.at),
    lead: [
      progress("received", { brand }),
      t("text", { brand }),
      t("still"),
      ...(done.waits ? [t("waits")] : []),
    ],
    sections: [
      {
        heading: labels("declared"),
        rows: [
          { label: labels("receivedAt"), value: formatDateTime(new Date(done.at), language) },
          { label: t("content"), value: t("declaration", { brand }) },
          { label: labels("sentBy"), value: getT(context, "email", "rejection")("submit") },
          { label: labels("id"), value: done.id },
        ],
      },
    ],
    footer: progress("footer"),
  });
});

export { default, loader } from "../shell/file-page.ts";
