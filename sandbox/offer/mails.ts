import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { texts } from "../texts.ts";
import type { OfferAnswer } from "./offers.ts";
import type { Order } from "./orders.ts";
import { pricedOffer, totalRows } from "./price-lines.ts";

/** The confirmation of an order, once it is placed and, where a payment provider is part of it, paid. */
export function mailOrderConfirmed(sandbox: Sandbox, order: Order, offer: OfferAnswer): void {
  const { order: text, receipt } = texts[order.language].sandbox;
  const products = offer.offers.flatMap((item) => [item.hardware, item.tariff, ...(item.packs ?? [])]);
  sendMail(sandbox, {
    to: order.customer.email,
    subject: `${text.confirmed} ${order.id}`,
    kind: "order-confirmation",
    reference: order.token,
    text: [
      `${receipt.hello} ${order.customer.firstName} ${order.customer.lastName},`,
      "",
      text.thanks,
      "",
      `${text.order}: ${order.id}`,
      `${text.ordered}:`,
      ...products.flatMap((product) => (product ? [`– ${product.name}`] : [])),
      "",
      ...totalRows(pricedOffer(offer), order.language).map((row) => row.join(": ")),
      "",
      text.withdrawal,
    ].join("\n"),
    attachments: ["vertragszusammenfassung.pdf", "agb.pdf", "widerrufsbelehrung.pdf"],
  });
}
