import { inLanguage, type Translated } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { type OfferAnswer, total } from "./offers.ts";
import type { Order } from "./orders.ts";

const texts = {
  de: {
    confirmed: "Ihre Bestellung",
    hello: "Guten Tag",
    thanks: "vielen Dank für Ihre Bestellung. Wir haben sie erhalten und bestätigen sie hiermit.",
    order: "Bestellnummer",
    ordered: "Sie haben bestellt",
    once: "Einmalig",
    monthly: "Monatlich",
    withdrawal: "Sie können den Vertrag innerhalb von 14 Tagen ohne Angabe von Gründen widerrufen.",
  },
  en: {
    confirmed: "Your order",
    hello: "Hello",
    thanks: "Thank you for your order. We have received it and confirm it with this e-mail.",
    order: "Order number",
    ordered: "You ordered",
    once: "One-off",
    monthly: "Monthly",
    withdrawal: "You can withdraw from the contract within 14 days without giving a reason.",
  },
  tr: {
    confirmed: "Siparişiniz",
    hello: "Merhaba",
    thanks: "Siparişiniz için teşekkür ederiz. Siparişinizi aldık ve bu e-posta ile onaylıyoruz.",
    order: "Sipariş numarası",
    ordered: "Sipariş ettikleriniz",
    once: "Tek seferlik",
    monthly: "Aylık",
    withdrawal: "Sözleşmeden 14 gün içinde gerekçe göstermeden cayabilirsiniz.",
  },
} satisfies Translated<Record<string, string>>;

const euros = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });

/** The confirmation of an order, once it is placed and, where a payment provider is part of it, paid. */
export function mailOrderConfirmed(sandbox: Sandbox, order: Order, offer: OfferAnswer): void {
  const text = inLanguage(texts, order.language);
  const products = offer.offers.flatMap((item) => [item.hardware, item.tariff, ...(item.packs ?? [])]);
  sendMail(sandbox, {
    to: order.customer.email,
    subject: `${text.confirmed} ${order.id}`,
    kind: "order-confirmation",
    reference: order.token,
    text: [
      `${text.hello} ${order.customer.firstName} ${order.customer.lastName},`,
      "",
      text.thanks,
      "",
      `${text.order}: ${order.id}`,
      `${text.ordered}:`,
      ...products.flatMap((product) => (product ? [`– ${product.name}`] : [])),
      "",
      `${text.once}: ${euros.format(total(offer, "once"))}`,
      `${text.monthly}: ${euros.format(total(offer, "monthly"))}`,
      "",
      text.withdrawal,
    ].join("\n"),
    attachments: ["vertragszusammenfassung.pdf", "agb.pdf", "widerrufsbelehrung.pdf"],
  });
}
