import { type DeclineReason, offerSummary } from "../../app/backend/contract/order.ts";
import { placedOrder } from "../../app/backend/placed-order.ts";
import { type AfterOrderStep, lineOfNumber, stepsAfterOrder } from "../../app/domain/after-order.ts";
import { headInWords, stepInWords, withdrawalInWords } from "../../app/domain/after-order-words.ts";
import {
  formatDate,
  formatDates,
  formatDateTime,
  formatDeadline,
  formatMinute,
  type IsoDate,
} from "../../app/domain/calendar.ts";
import { maskIban } from "../../app/domain/iban.ts";
import { namesOf } from "../../app/domain/item-names.ts";
import { maskPhone } from "../../app/domain/masked.ts";
import { identifiedCustomer as ownerOf } from "../identity/customer.ts";
import { validUntil, verificationOf } from "../identity/machine.ts";
import { idvScenarioOf } from "../identity/token.ts";
import type { Language } from "../language.ts";
import { hotlineOf } from "../letterhead.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts, sayIn } from "../texts.ts";
import { type OfferAnswer, prepaidBrands } from "./offers.ts";
import type { Order } from "./orders.ts";
import { pricedOffer, totalRows } from "./price-lines.ts";
import { summaryOf } from "./summary.ts";
import { offerScenarioOf } from "./token.ts";

/** The confirmation of an order, once it is placed and, where a payment provider is part of it, paid. */
export function mailOrderConfirmed(sandbox: Sandbox, order: Order, offer: OfferAnswer): void {
  const { language, brand, customer } = order;
  const { order: text } = sandboxTexts[language].sandbox;
  const told = toldInMail(sandbox, order, offer);
  const products = offer.offers.flatMap((item) => [item.hardware, item.tariff, ...(item.packs ?? [])]);
  sendMail(sandbox, {
    to: order.customer.email,
    subject: `${text.confirmed} ${order.id}`,
    kind: "order-confirmation",
    reference: order.token,
    letter: {
      brand,
      language,
      customer,
      blocks: [
        { text: text.thanks },
        ...(told.head ? [{ text: told.head }] : []),
        { rows: [[text.order, order.id], ...lineRows(order)] },
        { heading: told.title },
        { list: told.steps },
        ...(told.hint ? [{ text: told.hint }] : []),
        { heading: text.ordered },
        { list: products.flatMap((product) => (product ? [product.name] : [])) },
        {
          columns: [text.sum, text.price],
          lines: totalRows(pricedOffer(offer), language).map((cells) => ({ cells })),
        },
        ...(told.withdrawal ? [{ text: told.withdrawal }] : []),
      ],
      action: { label: text.open, href: order.returnUrl },
    },
    attachments: ["vertragszusammenfassung.pdf", "agb.pdf", "widerrufsbelehrung.pdf"],
  });
}

/** What comes next, by the rules and in the words of the portal's page, for whoever reads the mail. */
function toldInMail(sandbox: Sandbox, order: Order, offer: OfferAnswer) {
  const { language, brand, token } = order;
  const scenario = offerScenarioOf(token);
  if (!scenario) throw new Error(`No scenario of ${token}.`);
  const summary = offerSummary.parse(summaryOf(sandbox, order, offer, scenario, undefined));
  const { offer: texts } = sandboxTexts[language];
  const idv = summary.idvId ? idvScenarioOf(summary.idvId) : undefined;
  const verification = idv && summary.idvId && verificationOf(sandbox, summary.idvId, idv);
  const isOpen = verification && verification.state !== "success" && verification.state !== "completed";
  const placed = placedOrder(summary, prepaidBrands.has(brand), {
    payment: summary.payment && order.paymentState === "paid" ? "paid" : "notDue",
    method: summary.payment?.method,
    identity: verification ? (isOpen ? "open" : "done") : undefined,
    viewer: { isCustomer: false, canLogIn: true },
  });
  const { porting, appointment, payment, orderedAt } = summary;
  const facts = {
    orderedAt: orderedAt && formatMinute(new Date(orderedAt), language),
    account: payment?.maskedIban && maskIban(payment.maskedIban),
    identityUntil: verification && formatDeadline(validUntil(verification), language),
    number: porting?.number && maskPhone(porting.number),
    between:
      appointment?.from && appointment.until
        ? { from: appointment.from, until: appointment.until }
        : undefined,
    hotline: hotlineOf(brand),
  };
  const day = (date: IsoDate) => formatDate(date, language);
  const days = (when: AfterOrderStep["when"]) => {
    if (!when?.until || when.until === when.from) return when && day(when.from);
    return formatDates(when.from, when.until, language);
  };
  const sayNext = sayIn(texts.next);
  const steps = stepsAfterOrder(placed).map((step) => ({
    ...step,
    ...stepInWords(step, days(step.when), facts, sayNext),
  }));
  const say = sayIn(texts.confirmation);
  const number = lineOfNumber(placed);
  const { name, title, text } = headInWords(steps, facts, say);
  return {
    head: name === "ordered" ? text : `${title}. ${text}`,
    title: texts.confirmation.next,
    steps: steps.map(({ label, detail }) => [label, detail].filter(Boolean).join(": ")),
    hint:
      number &&
      `${sayNext("keepNumber.question", {})} ${sayNext(`keepNumber.${number}`, { hotline: facts.hotline })}`,
    withdrawal: withdrawalInWords(placed, day, say),
  };
}

/** The number that comes along, and the SIM that was chosen. */
function lineRows({ language, line: { porting, sim } }: Order): [string, string][] {
  const { summary, line } = sandboxTexts[language].offer;
  return [
    ...(porting ? [[summary.number, maskPhone(porting.number)] as [string, string]] : []),
    ...(sim ? [[summary.sim, line.sims[sim]] as [string, string]] : []),
  ];
}

/** That the address was corrected, to the one of before and the new one: so that nobody's order is taken over unnoticed. */
export function mailEmailCorrected(sandbox: Sandbox, order: Order, email: string): void {
  const { id, language, brand, customer } = order;
  const { order: text, customer: ofCustomer } = sandboxTexts[language].sandbox;
  for (const to of [customer.email, email])
    sendMail(sandbox, {
      to,
      subject: `${text.emailSubject} ${id}`,
      kind: "order-email-corrected",
      reference: order.token,
      letter: {
        brand,
        language,
        customer,
        blocks: [{ text: text.emailCorrected }, { rows: [[text.order, id]] }, { text: ofCustomer.notYou }],
      },
    });
}

/** That a new eSIM was asked for: so that a customer notices that it was somebody else. */
export function mailEsimReplaced(sandbox: Sandbox, order: Order): void {
  const { id, language, brand, customer } = order;
  const { order: text, customer: ofCustomer } = sandboxTexts[language].sandbox;
  sendMail(sandbox, {
    to: customer.email,
    subject: `${text.esimSubject} ${id}`,
    kind: "esim-replaced",
    reference: order.token,
    letter: {
      brand,
      language,
      customer,
      blocks: [{ text: text.esimReplaced }, { rows: [[text.order, id]] }, { text: ofCustomer.notYou }],
    },
  });
}

/** That the other provider was asked again for the number, so that nobody does it unnoticed. */
export function mailPortingAsked(sandbox: Sandbox, { id, token, language, brand, customer }: Order): void {
  const { order: text, customer: ofCustomer } = sandboxTexts[language].sandbox;
  sendMail(sandbox, {
    to: customer.email,
    subject: `${text.portingSubject} (${id})`,
    kind: "order-porting-asked",
    reference: token,
    letter: {
      brand,
      language,
      customer,
      blocks: [{ text: text.portingAsked }, { rows: [[text.order, id]] }, { text: ofCustomer.notYou }],
    },
  });
}

interface No {
  token: string;
  at: string;
  reason: DeclineReason;
  offers: OfferAnswer["offers"];
  brand: string;
  language: Language;
}

/** The confirmation of a customer's no, with its time. */
export function mailOfferDeclined(
  sandbox: Sandbox,
  { token, at, reason, offers, brand, language }: No,
): void {
  const { email, ...customer } = ownerOf(sandbox, token);
  const { offer, receipt } = sandboxTexts[language];
  const { decline } = offer;
  sendMail(sandbox, {
    to: email,
    subject: decline[reason].doneTitle,
    kind: "offer-declined",
    reference: token,
    letter: {
      brand,
      language,
      customer,
      blocks: [
        {
          rows: [
            [receipt.rows.receivedAt, formatDateTime(new Date(at), language)],
            [decline.offer, offers.flatMap(namesOf).join(", ")],
            [decline.said, decline[reason].said],
          ],
        },
        { text: decline[reason].done },
      ],
    },
  });
}
