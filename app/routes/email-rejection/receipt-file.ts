import { redirectDocument } from "react-router";
import { linkParameter } from "#app/domain/copied-link.ts";
import { getT } from "#app/request/context.server.ts";
import { fileRoute } from "#app/shell/file-route.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { fileName, numberRow, receiptAs } from "../declaration/receipt-file.server.ts";
import type { Route } from "./+types/receipt-file";
import { declinedAt, receiptFormats, subscriptionIn } from "./rejection.server.ts";

/** The receipt of an objection: all its content is sealed in its address, which opens it on any day. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const subscription = subscriptionIn({ context, url });
  const done = await declinedAt(context, subscription, linkParameter(url, "done"));
  if (!done || !receiptFormats.some((known) => known === format))
    throw redirectDocument(linkTo(context, "email-rejection") + url.search);
  const t = getT(context, "email", "done");
  const labels = getT(context, "termination", "receiptRows");
  const progress = getT(context, "termination", "progress");
  const brand = subscription.name;
  return receiptAs(context, format, fileName(context, "objection", done.id), {
    title: t("title"),
    receivedAt: new Date(done.at),
    lead: [progress("received", { brand }), t("text", { brand }), t("still"), ...done.notes],
    sections: [
      {
        heading: getT(context, "termination", "confirmation")("declared"),
        rows: [
          { label: labels("receivedAt"), value: done.shownAt },
          { label: t("content"), value: t("declaration", { brand }) },
          { label: labels("sentBy"), value: t("button") },
          numberRow(context, done.id),
        ],
      },
    ],
  });
});

export { default, loader } from "#app/shell/file-page.ts";
