import type { DeclineReason } from "../../app/backend/contract/order.ts";
import { formatDateTime } from "../../app/domain/calendar.ts";
import { maskPhone } from "../../app/domain/masked.ts";
import { identifiedCustomer as ownerOf } from "../identity/customer.ts";
import type { Language } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import type { OfferAnswer } from "./offers.ts";
import type { Order } from "./orders.ts";
import { pricedOffer, totalRows } from "./price-lines.ts";

/** The confirmation of an order, once it is placed and, where a payment provider is part of it, paid. */
export function mailOrderConfirmed(sandbox: Sandbox, order: Order, offer: OfferAnswer): void {
  const { language, brand, customer } = order;
  const { order: text } = sandboxTexts[language].sandbox;
  const products = offer.offers.flatMap((item) => [item.hardware, item.tariff, ...(item.packs ?? [])]);
  sendMail(sandbox, {
    to: order.customer.email,
    subject: `${text.confirmed} ${order.id}`,
    kind: "order-confirmation",
    reference: order.token,
    letter: {
      ...{ brand, language, customer },
      blocks: [
        { text: text.thanks },
        { rows: [[text.order, order.id], ...lineRows(order)] },
        { heading: text.ordered },
        { list: products.flatMap((product) => (product ? [product.name] : [])) },
        {
          columns: [text.sum, text.price],
          lines: totalRows(pricedOffer(offer), language).map((cells) => ({ cells })),
        },
        { text: text.withdrawal },
      ],
      action: { label: text.open, href: order.returnUrl },
    },
    attachments: ["vertragszusammenfassung.pdf", "agb.pdf", "widerrufsbelehrung.pdf"],
  });
}

/** The number that comes along, and the SIM that was chosen. */
function lineRows({ language, line: { porting, sim } }: Order): [string, string][] {
  const { summary, line } = sandboxTexts[language].offer;
  return [
    ...(porting ? [[summary.number, maskPhone(porting.number)] as [string, string]] : []),
    ...(sim ? [[summary.sim, line.sims[sim]] as [string, string]] : []),
  ];
}

interface No {
  token: string;
  at: string;
  reason: DeclineReason;
  brand: string;
  language: Language;
}

/** The confirmation of a customer's no, with its time. */
export function mailOfferDeclined(sandbox: Sandbox, { token, at, reason, brand, language }: No): void {
  const { email, ...customer } = ownerOf(sandbox, token);
  const { decline } = sandboxTexts[language].offer;
  sendMail(sandbox, {
    to: email,
    subject: decline.doneTitle,
    kind: "offer-declined",
    reference: token,
    letter: {
      ...{ brand, language, customer },
      blocks: [
        { text: decline[reason].done },
        {
          rows: [
            [decline.at, formatDateTime(new Date(at), language)],
            [decline.said, decline[reason].said],
          ],
        },
      ],
    },
  });
}
