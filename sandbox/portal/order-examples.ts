import type { Example, Step } from "./example.ts";
import { entered } from "./example-input.ts";

const { personalData, idData, directDebit } = entered;

/** The steps of an order up to a page; each example has an offer of its own, since an order uses it up. */
export function orderUpTo(
  step: "personal-data" | "id-data" | "payment" | "summary" | "confirmation",
  token: string,
): Step[] {
  const offer = `/angebot/${token}`;
  const steps: Step[] = [
    { path: offer },
    { path: `${offer}/meine-daten`, send: personalData },
    { path: `${offer}/ausweisdaten`, send: idData },
    { path: `${offer}/zahlung`, send: directDebit },
    { path: `${offer}/zusammenfassung`, send: {} },
  ];
  return steps.slice(0, { "personal-data": 1, "id-data": 2, payment: 3, summary: 4, confirmation: 5 }[step]);
}

const demo = "demo~{customer}";
const ordered = `${demo}-ordered`;
const offer = `/angebot/${demo}`;

export const orderExamples: Example[] = [
  { name: "Offer landing", page: "offer-landing", status: 200, path: "/angebot" },
  { name: "Offer error without an offer", page: "offer-error", status: 200, path: "/angebot/fehler" },
  { name: "Offer", page: "offer", status: 200, path: offer },
  {
    name: "Offer with two contracts",
    page: "offer",
    status: 200,
    path: "/angebot/demo-offer_dps~{customer}",
  },
  { name: "Offer of a fixed line", page: "offer", status: 200, path: "/angebot/demo-dsl~{customer}" },
  { name: "Offer without a device", page: "offer", status: 200, path: "/angebot/demo-orange_tm~{customer}" },
  { name: "Offer preview", page: "offer-preview", status: 200, path: "/angebot/preview/demo~{customer}-p" },
  {
    name: "Reset, waiting",
    page: "offer-error",
    state: "Waiting",
    status: 202,
    path: "/angebot/reset-garbage~{customer}/fehler",
    before: [{ path: "/angebot/reset-garbage~{customer}/fehler", send: { paymentAction: "clearError" } }],
  },
  {
    name: "Login",
    page: "offer-login",
    status: 200,
    path: "/angebot/http-401~{customer}/login",
    before: [{ path: "/angebot/http-401~{customer}" }],
  },
  {
    name: "Personal data",
    page: "personal-data",
    status: 200,
    path: `${offer}/meine-daten`,
    before: orderUpTo("personal-data", demo),
  },
  {
    name: "Personal data, invalid",
    page: "personal-data",
    status: 422,
    path: `${offer}/meine-daten`,
    before: orderUpTo("personal-data", demo),
    post: { firstName: "", "birthDate.day": "31", "birthDate.month": "2", "birthDate.year": "1990" },
  },
  {
    name: "Session to end",
    page: "session-end",
    status: 200,
    path: "/eingaben-loeschen",
    before: [...orderUpTo("id-data", demo), { path: `${offer}/weitermachen`, send: {} }],
  },
  {
    name: "Session ended",
    page: "session-end",
    state: "Ended",
    status: 200,
    path: "/eingaben-loeschen",
    before: [...orderUpTo("id-data", demo), { path: `${offer}/weitermachen`, send: {} }],
    post: {},
  },
  {
    name: "Session ended but for what is under way",
    page: "session-end",
    state: "UnderWay",
    status: 200,
    path: "/eingaben-loeschen",
    before: [{ path: "/angebot/reset-garbage~{customer}/fehler", send: { paymentAction: "clearError" } }],
    post: {},
  },
  {
    name: "Handover",
    page: "handover",
    status: 200,
    path: `${offer}/weitermachen`,
    before: [...orderUpTo("id-data", demo), { path: `${offer}/weitermachen`, send: {} }],
  },
  {
    name: "Handover, not asked for yet",
    page: "handover",
    status: 200,
    path: `${offer}/weitermachen`,
    before: orderUpTo("personal-data", demo),
  },
  {
    name: "Handed over",
    page: "handed-over",
    status: 200,
    path: `/sandbox/gallery/handed-over/${demo}`,
  },
  { name: "Code typed in", page: "handover-code", status: 200, path: "/weitermachen" },
  {
    name: "Code typed in, invalid",
    page: "handover-code",
    status: 422,
    path: "/weitermachen",
    post: { code: "zu kurz" },
  },
  {
    name: "Code typed in, unknown",
    page: "handover-code",
    state: "HandoverCodeUnknown",
    status: 404,
    path: "/weitermachen/bcdfghjk23",
  },
  {
    name: "Handover, unknown",
    page: "handed-over",
    state: "HandoverUnknown",
    status: 404,
    path: `${offer}/weitermachen/unknown`,
  },
  {
    name: "ID data",
    page: "id-data",
    status: 200,
    path: `${offer}/ausweisdaten`,
    before: orderUpTo("id-data", demo),
  },
  {
    name: "ID data, invalid",
    page: "id-data",
    status: 422,
    path: `${offer}/ausweisdaten`,
    before: orderUpTo("id-data", demo),
    post: { ...idData, documentNumber: "L01X00T470", "expiryDate.year": "2001" },
  },
  {
    name: "Payment",
    page: "payment",
    status: 200,
    path: `${offer}/zahlung`,
    before: orderUpTo("payment", demo),
  },
  {
    name: "Payment, invalid",
    page: "payment",
    status: 422,
    path: `${offer}/zahlung`,
    before: orderUpTo("payment", demo),
    post: { paymentMethod: "direct_debit", accountHolder: "", iban: "DE00" },
  },
  {
    name: "Summary",
    page: "summary",
    status: 200,
    path: `${offer}/zusammenfassung`,
    before: orderUpTo("summary", demo),
  },
  {
    name: "Order, not paid yet",
    page: "offer-error",
    state: "PaymentOpen",
    status: 200,
    path: `/angebot/${ordered}-unpaid/danke`,
    before: [
      ...orderUpTo("payment", `${ordered}-unpaid`),
      { path: `/angebot/${ordered}-unpaid/zahlung`, send: { paymentMethod: "credit_card" } },
      { path: `/angebot/${ordered}-unpaid/zusammenfassung`, send: {} },
    ],
  },
  {
    name: "Confirmation",
    page: "confirmation",
    status: 200,
    path: `/angebot/${ordered}/danke`,
    before: orderUpTo("confirmation", ordered),
  },
];
