import { type Example, type ExampleStep, shown } from "./example.ts";
import { exampleInput } from "./example-input.ts";

const { personalData, idData, directDebit } = exampleInput;

/** The steps of an order up to a page; each example has an offer of its own, since an order uses it up. */
export function orderUpTo(
  step: "personal-data" | "id-data" | "payment" | "summary" | "confirmation",
  token: string,
): ExampleStep[] {
  const offer = `/angebot/${token}`;
  const steps: ExampleStep[] = [
    { path: offer },
    { path: `${offer}/meine-daten`, send: personalData },
    { path: `${offer}/ausweisdaten`, send: idData },
    { path: `${offer}/zahlung`, send: directDebit },
    { path: `${offer}/zusammenfassung`, send: {} },
  ];
  return steps.slice(0, { "personal-data": 1, "id-data": 2, payment: 3, summary: 4, confirmation: 5 }[step]);
}

/** An order whose eSIM was handed out. */
const esimShown = (token: string): ExampleStep[] => [
  ...orderUpTo("confirmation", token),
  { path: `/angebot/${token}/esim`, send: {} },
];

const demo = "demo~{customer}";
const ordered = `${demo}-ordered`;
const offer = `/angebot/${demo}`;

const porting = "/angebot/demo-porting~{customer}";
const portingUpTo = (step: "summary" | "confirmation", token = "demo-porting~{customer}") =>
  orderUpTo(step, token).map(
    (one): ExampleStep =>
      one.path.endsWith("/meine-daten") ? { ...one, send: { ...personalData, ...exampleInput.line } } : one,
  );

/** The submission of an example, by which its confirmation is found. */
const askedAgain = "00000000-0000-4000-8000-000000000069";

export const orderExamples: Example[] = [
  shown("Offer landing", "offer-landing", "/angebot"),
  shown("New link", "new-link", "/neuer-link"),
  shown("New link, not sent", "new-link", "/neuer-link", {
    status: 503,
    post: { link: "/angebot/link-http-500~{customer}" },
  }),
  shown("New link, asked for", "new-link-sent", "/neuer-link/angefordert"),
  shown("Offer error without an offer", "offer-error", "/angebot/fehler", {
    state: "NotFound",
    status: 404,
  }),
  shown("Offer", "offer", offer),
  shown("Offer with two contracts", "offer", "/angebot/demo-offer_dps~{customer}"),
  shown("Offer of a fixed line", "offer", "/angebot/demo-dsl~{customer}"),
  shown("Offer, prices in phases", "offer", "/angebot/demo-phases~{customer}"),
  shown("Offer without a total", "offer", "/angebot/prices-overlap~{customer}"),
  shown("Offer without a device", "offer", "/angebot/demo-orange_tm~{customer}"),
  shown("Offer, available later", "offer", "/angebot/from-2099-12-24~{customer}"),
  shown("Offer, declined?", "offer-decline", `${offer}/ablehnen`),
  shown("Offer, not asked for?", "offer-decline", `${offer}/ablehnen?grund=notRequested`),
  shown("Offer, declined", "offer-decline", `${offer}-no/ablehnen`, {
    before: [{ path: `${offer}-no` }, { path: `${offer}-no/ablehnen`, send: { reason: "notRequested" } }],
  }),
  shown("Offer, not declined", "offer-decline", "/angebot/decline-http-500~{customer}/ablehnen", {
    status: 503,
    post: {},
  }),
  shown("Offer, being declined", "offer-decline", "/angebot/decline-hangup~{customer}/ablehnen", {
    state: "Waiting",
    status: 202,
    before: [
      { path: "/angebot/decline-hangup~{customer}" },
      { path: "/angebot/decline-hangup~{customer}/ablehnen", send: {} },
    ],
  }),
  shown("Offer preview", "offer-preview", "/angebot/preview/demo~{customer}-p"),
  shown("Reset, waiting", "offer-error", "/angebot/reset-garbage~{customer}/fehler", {
    state: "Waiting",
    status: 202,
    before: [{ path: "/angebot/reset-garbage~{customer}/fehler", send: { paymentAction: "clearError" } }],
  }),
  shown("Login", "offer-login", "/angebot/http-401~{customer}/login", {
    before: [{ path: "/angebot/http-401~{customer}" }],
  }),
  shown("Personal data", "personal-data", `${offer}/meine-daten`, {
    before: orderUpTo("personal-data", demo),
  }),
  shown("Personal data, invalid", "personal-data", `${offer}/meine-daten`, {
    status: 422,
    before: orderUpTo("personal-data", demo),
    post: { firstName: "", "birthDate.day": "31", "birthDate.month": "2", "birthDate.year": "1990" },
  }),
  shown("Personal data, with number and SIM", "personal-data", `${porting}/meine-daten`, {
    before: [{ path: porting }],
  }),
  shown("Personal data, number incomplete", "personal-data", `${porting}/meine-daten`, {
    status: 422,
    before: [{ path: porting }],
    post: { ...personalData, portingNumber: "030 23125 000" },
  }),
  shown("Personal data, all of it wrong", "personal-data", `${porting}/meine-daten`, {
    status: 422,
    before: [{ path: porting }],
    post: exampleInput.allWrong,
  }),
  shown("Session to end", "session-end", "/eingaben-loeschen", {
    before: [...orderUpTo("id-data", demo), { path: `${offer}/weitermachen`, send: {} }],
  }),
  shown("Session ended", "session-end", "/eingaben-loeschen", {
    state: "Ended",
    before: [...orderUpTo("id-data", demo), { path: `${offer}/weitermachen`, send: {} }],
    post: {},
  }),
  shown("Session ended except for pending requests", "session-end", "/eingaben-loeschen", {
    state: "UnderWay",
    before: [{ path: "/angebot/reset-garbage~{customer}/fehler", send: { paymentAction: "clearError" } }],
    post: {},
  }),
  shown("Handover", "handover", `${offer}/weitermachen`, {
    before: [...orderUpTo("id-data", demo), { path: `${offer}/weitermachen`, send: {} }],
  }),
  shown("Handover, not asked for yet", "handover", `${offer}/weitermachen`, {
    before: orderUpTo("personal-data", demo),
  }),
  shown("Handed over", "handed-over", `/sandbox/gallery/handed-over/${demo}`),
  shown("Code typed in", "handover-code", "/weitermachen"),
  shown("Code typed in, invalid", "handover-code", "/weitermachen", {
    status: 422,
    post: { code: "zu kurz" },
  }),
  shown("Code typed in, unknown", "handover-code", "/weitermachen/bcdfghjk23", {
    state: "HandoverCodeUnknown",
    status: 404,
  }),
  shown("Handover, unknown", "handed-over", `${offer}/weitermachen/unknown`, {
    state: "HandoverUnknown",
    status: 404,
  }),
  shown("ID data", "id-data", `${offer}/ausweisdaten`, { before: orderUpTo("id-data", demo) }),
  shown("ID data, invalid", "id-data", `${offer}/ausweisdaten`, {
    status: 422,
    before: orderUpTo("id-data", demo),
    post: { ...idData, documentNumber: "L01X00T470", "expiryDate.year": "2001" },
  }),
  shown("Payment", "payment", `${offer}/zahlung`, { before: orderUpTo("payment", demo) }),
  shown("Payment, invalid", "payment", `${offer}/zahlung`, {
    status: 422,
    before: orderUpTo("payment", demo),
    post: { paymentMethod: "direct_debit", accountHolder: "", iban: "DE00" },
  }),
  shown("Summary", "summary", `${offer}/zusammenfassung`, { before: orderUpTo("summary", demo) }),
  shown("Summary with a number transfer", "summary", `${porting}/zusammenfassung`, {
    before: portingUpTo("summary"),
  }),
  shown("Summary, prices in phases", "summary", "/angebot/demo-instalments~{customer}/zusammenfassung", {
    before: orderUpTo("summary", "demo-instalments~{customer}"),
  }),
  shown("Summary, mistyped e-mail", "summary", `${offer}/zusammenfassung`, {
    status: 422,
    before: [
      ...orderUpTo("summary", demo),
      { path: `${offer}/meine-daten`, send: { ...personalData, email: "ada@gmial.com" } },
    ],
    post: {},
  }),
  shown("Order, not paid yet", "offer-error", `/angebot/${ordered}-unpaid/danke`, {
    state: "PaymentOpen",
    before: [
      ...orderUpTo("payment", `${ordered}-unpaid`),
      { path: `/angebot/${ordered}-unpaid/zahlung`, send: { paymentMethod: "credit_card" } },
      { path: `/angebot/${ordered}-unpaid/zusammenfassung`, send: {} },
    ],
  }),
  shown("Confirmation", "confirmation", `/angebot/${ordered}/danke`, {
    before: orderUpTo("confirmation", ordered),
  }),
  shown("Confirmation, identity check open", "confirmation", "/angebot/demo-green_idv~{customer}/danke", {
    before: orderUpTo("confirmation", "demo-green_idv~{customer}"),
  }),
  shown("Confirmation with a number transfer", "confirmation", `${porting}/danke`, {
    before: portingUpTo("confirmation"),
  }),
  shown("Confirmation with an eSIM", "confirmation", "/angebot/demo-esim~{customer}/danke", {
    before: orderUpTo("confirmation", "demo-esim~{customer}"),
  }),
  shown("Order's e-mail", "order-email", `/angebot/${ordered}-mail/e-mail`, {
    before: orderUpTo("confirmation", `${ordered}-mail`),
  }),
  shown("Order's e-mail, mistyped", "order-email", `/angebot/${ordered}-mail/e-mail`, {
    status: 422,
    before: orderUpTo("confirmation", `${ordered}-mail`),
    post: { email: "ada@gmial.com" },
  }),
  shown("Order's e-mail, not corrected", "order-email", "/angebot/email-http-500~{customer}/e-mail", {
    status: 503,
    before: orderUpTo("confirmation", "email-http-500~{customer}"),
    post: { email: "neu@example.org" },
  }),
  shown("Order's e-mail, being corrected", "order-email", "/angebot/email-hangup~{customer}/e-mail", {
    state: "Waiting",
    status: 202,
    before: [
      ...orderUpTo("confirmation", "email-hangup~{customer}"),
      { path: "/angebot/email-hangup~{customer}/e-mail", send: { email: "neu@example.org" } },
    ],
  }),
  shown("Number not released", "confirmation", "/angebot/demo-porting-stopped~{customer}/danke", {
    before: portingUpTo("confirmation", "demo-porting-stopped~{customer}"),
  }),
  shown("Number, another name", "order-porting", "/angebot/demo-porting-stopped~{customer}/rufnummer", {
    before: portingUpTo("confirmation", "demo-porting-stopped~{customer}"),
  }),
  shown(
    "Number, not canceled",
    "order-porting",
    "/angebot/demo-porting-stopped-notCancelled~{customer}/rufnummer",
    { before: portingUpTo("confirmation", "demo-porting-stopped-notCancelled~{customer}") },
  ),
  shown(
    "Number transfer, requested again",
    "order-porting",
    `/angebot/demo-porting-stopped~{customer}-again/rufnummer?done=${askedAgain}`,
    {
      before: [
        ...portingUpTo("confirmation", "demo-porting-stopped~{customer}-again"),
        {
          path: "/angebot/demo-porting-stopped~{customer}-again/rufnummer",
          send: { submissionId: askedAgain, portingHolder: "Berta Beispiel" },
        },
      ],
    },
  ),
  shown("Number, incomplete", "order-porting", "/angebot/demo-porting-stopped~{customer}/rufnummer", {
    status: 422,
    before: portingUpTo("confirmation", "demo-porting-stopped~{customer}"),
    post: { "birthDate.day": "31", "birthDate.month": "2", "birthDate.year": "1990" },
  }),
  shown("Number transfer, not requested", "order-porting", "/angebot/porting-http-500~{customer}/rufnummer", {
    status: 503,
    before: portingUpTo("confirmation", "porting-http-500~{customer}"),
    post: { portingHolder: "Berta Beispiel" },
  }),
  shown("Number transfer, being requested", "order-porting", "/angebot/porting-hangup~{customer}/rufnummer", {
    state: "Waiting",
    status: 202,
    before: [
      ...portingUpTo("confirmation", "porting-hangup~{customer}"),
      { path: "/angebot/porting-hangup~{customer}/rufnummer", send: { portingHolder: "Berta Beispiel" } },
    ],
  }),
  shown("eSIM", "esim", "/angebot/demo-esim~{customer}/esim", {
    before: orderUpTo("confirmation", "demo-esim~{customer}"),
  }),
  shown("eSIM, shown", "esim", "/angebot/demo-esim~{customer}-s/esim", {
    before: orderUpTo("confirmation", "demo-esim~{customer}-s"),
    post: {},
  }),
  shown("eSIM, shown before", "esim", "/angebot/esim-ESIM_READ~{customer}/esim", {
    status: 410,
    before: orderUpTo("confirmation", "esim-ESIM_READ~{customer}"),
    post: {},
  }),
  shown("Confirmation, eSIM shown", "confirmation", "/angebot/demo-esim~{customer}-n/danke", {
    before: esimShown("demo-esim~{customer}-n"),
  }),
  shown("New eSIM", "esim-replacement", "/angebot/demo-esim~{customer}-n/neue-esim", {
    before: esimShown("demo-esim~{customer}-n"),
  }),
  shown("New eSIM, not received", "esim-replacement", "/angebot/newesim-http-500~{customer}/neue-esim", {
    status: 503,
    before: esimShown("newesim-http-500~{customer}"),
    post: {},
  }),
  shown("New eSIM, requested", "esim-replacement", "/angebot/newesim-hangup~{customer}/neue-esim", {
    state: "Waiting",
    status: 202,
    before: [
      ...esimShown("newesim-hangup~{customer}"),
      { path: "/angebot/newesim-hangup~{customer}/neue-esim", send: {} },
    ],
  }),
  shown("eSIM, not shown", "esim", "/angebot/esim-http-500~{customer}/esim", {
    status: 503,
    before: orderUpTo("confirmation", "esim-http-500~{customer}"),
    post: {},
  }),
  shown("Confirmation, arrived", "confirmation", "/angebot/demo-arrived~{customer}/danke", {
    before: orderUpTo("confirmation", "demo-arrived~{customer}"),
  }),
  shown("Confirmation, on its way", "confirmation", "/angebot/demo-sent~{customer}/danke", {
    before: orderUpTo("confirmation", "demo-sent~{customer}"),
  }),
];
