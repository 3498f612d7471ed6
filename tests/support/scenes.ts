import type { Call } from "#app/backend/contract/call.ts";
import { type CallName, calls } from "#app/backend/contract/calls.ts";
import type { Browser, Fields, Page } from "./browser.ts";
import { newDetails, openDetails } from "./customer.ts";
import { type Element, first } from "./html.ts";
import { enterAll, entered, goToSummary } from "./offer.ts";
import { declaration, passedOn, pdfOf } from "./termination.ts";

type Customer = Browser;

/** A page that makes the call when it is opened. */
interface Reading {
  /** What comes before, and then the page's path. */
  path: (token: string, customer: Customer) => string | Promise<string>;
  follow?: true;
}
/** A form that makes the call when it is sent. */
export interface Form {
  /** What comes before, and the page with the form. */
  form: (customer: Customer, token: string) => Promise<Page>;
  fields?: (token: string) => Fields;
  button?: [name: string, value: string];
  /** Of several forms on its page: by its attributes. */
  which?: Record<string, string>;
}
/**
 * How a customer reaches a call, over HTTP and without scripts. The token is in every call that acts: in its address, its
 * body, or the name of its file.
 */
export type Scene = (Reading | Form) & {
  /** The sandbox's scenario of the token. */
  scenario?: string;
};
/** Of these calls, where the scene has another name. */
type Other = Scene & { of: CallName[] };

/** An order of an offer to a customer of whom everything is known: its summary comes next. */
const toOrder = "demo-offer_tm";
const offer: Scene = { path: (token) => `/angebot/${token}` };
const idv: Scene = { path: (token) => `/idv/${token}` };
/** Once: on a busy machine, a page behind it may have missed its deadline. */
async function order(customer: Customer, token: string): Promise<Page> {
  const placed = await customer.get(`/angebot/${token}/danke`);
  if (placed.name === "confirmation") return placed;
  return customer.submit(await goToSummary(customer, token), {}, { follow: true });
}
const contractOf = (contractNumber: string) => declaration({ contractNumber });
const special = { cancellationType: "special", reason: "TechnischeProbleme" };
const proofOf = (token: string): Fields => ({ file: pdfOf(1000, `${token} nachweis.pdf`) });
/** The provider's document of a declaration that it has. */
const documentOf = (path: string) => async (token: string, customer: Customer) => {
  const page = await customer.get(path.replace(":token", token), { follow: true });
  const fields = { ...contractOf(token), contractReference: token };
  const sent = await passedOn(customer, customer.submit(page, fields, { follow: true }));
  return sent.path.replace("?", "/anbieter?");
};

const prefilled: Scene = {
  form: (customer, token) => customer.get(`/selfcarekuendigung?data=${token}&brand=o2`, { follow: true }),
  fields: () => ({ email: "ada@example.com" }),
};
const withdrawal: Scene = {
  form: (customer) => customer.get("/widerruf"),
  fields: (contractReference) => declaration({ contractReference }),
};

/** A call of the contract that has none does not compile. */
export const scenes: Record<CallName, Scene> = {
  verifyOffer: offer,
  loadOffer: offer,
  previewOffer: { path: (token) => `/angebot/preview/${token}` },
  resetPreview: {
    scenario: toOrder,
    async form(customer, token) {
      await order(customer, token);
      return customer.get(`/angebot/preview/${token}`);
    },
    which: { id: "reset-preview" },
  },
  checkAddress: {
    async form(customer, token) {
      await customer.get(`/angebot/${token}`);
      return customer.get(`/angebot/${token}/meine-daten`);
    },
    fields: () => entered.personalData,
  },
  checkIban: {
    async form(customer, token) {
      await goToSummary(customer, token, entered.card);
      return customer.get(`/angebot/${token}/zahlung`);
    },
    fields: () => entered.directDebit,
  },
  offerDocument: {
    async path(token, customer) {
      await enterAll(customer, token);
      return `/angebot/${token}/zusammenfassung`;
    },
  },
  acceptOffer: { scenario: toOrder, form: (customer, token) => goToSummary(customer, token) },
  offerSummary: {
    scenario: toOrder,
    async path(token, customer) {
      await order(customer, token);
      return `/angebot/${token}/danke`;
    },
  },
  resetOffer: {
    scenario: "pay-aborted",
    async form(customer, token) {
      await customer.submit(await goToSummary(customer, token, entered.card));
      return customer.get(`/angebot/${token}/danke`);
    },
  },

  correctEmail: {
    scenario: toOrder,
    async form(customer, token) {
      await order(customer, token);
      return customer.get(`/angebot/${token}/e-mail`);
    },
    fields: () => ({ email: "neu@example.org" }),
  },
  correctPorting: {
    scenario: "demo-porting-stopped",
    async form(customer, token) {
      await order(customer, token);
      return customer.get(`/angebot/${token}/rufnummer`);
    },
    fields: () => ({ portingHolder: "Berta Muster" }),
  },
  readEsim: {
    scenario: "demo-esim",
    async form(customer, token) {
      await order(customer, token);
      return customer.get(`/angebot/${token}/esim`);
    },
  },
  replaceEsim: {
    scenario: "demo-esim",
    async form(customer, token) {
      await order(customer, token);
      await customer.submit(await customer.get(`/angebot/${token}/esim`));
      return customer.get(`/angebot/${token}/neue-esim`);
    },
  },
  declineOffer: { form: (customer, token) => customer.get(`/angebot/${token}/ablehnen`) },
  abilities: { path: () => "/angebot" },
  sendNewLink: { form: (customer) => customer.get("/neuer-link"), fields: (link) => ({ link }) },

  loadIdv: idv,
  idvMethods: idv,
  chooseIdvMethod: {
    form: (customer, token) => customer.get(`/idv/${token}`),
    button: ["method", "video"],
  },
  idvCoupon: {
    scenario: "post-ident",
    path: (token) => `/idv/${token}/post-ident/coupon`,
    follow: true,
  },
  mailIdvCoupon: {
    scenario: "post-ident",
    form: (customer, token) => customer.get(`/idv/${token}/post-ident`),
    which: { id: "mail-coupon" },
  },

  customerDetails: { path: (token) => `/kundendaten/${token}` },
  changeCustomerDetails: { form: openDetails, fields: () => newDetails.phone },
  declineEmail: { form: (customer, token) => customer.get(`/email-ablehnung?token=${token}&brand=o2`) },
  givenConsents: { path: (token) => `/einwilligungen?token=${token}` },
  revokeConsents: {
    form: (customer, token) => customer.get(`/einwilligungen?token=${token}`),
    button: ["all", "yes"],
  },
  revokeConsentsByName: {
    form: (customer, token) => customer.get(`/einwilligungen/ohne-link?token=${token}`),
    fields: () => ({ name: "Ada Öztürk", email: "ada@example.com" }),
  },
  reportBarrier: {
    form: (customer) => customer.get("/barriere-melden"),
    // To one address at most one mail an hour goes.
    fields: (page) => ({
      description: "Zu kleine Schrift",
      page,
      email: `${page.replace("~", ".")}@example.com`,
    }),
  },
  novumEntry: { path: (token) => `/entry/novum?id=${token}` },
  exchangeCode: {
    scenario: "login",
    /** The login's way back: the provider's page has another origin here, so its form is posted for the customer. */
    async path(token, customer) {
      await customer.get(`/angebot/${token}`);
      const { location = "" } = await customer.submit(await customer.get(`/angebot/${token}/login`));
      const { origin, searchParams } = new URL(location);
      const body = new URLSearchParams({ ...Object.fromEntries(searchParams), action: "login" });
      const answer = await fetch(`${origin}/sandbox/login`, { method: "POST", body, redirect: "manual" });
      const { pathname, search } = new URL(answer.headers.get("Location") ?? "");
      return pathname + search;
    },
  },
  nationalities: {
    async path(token, customer) {
      await customer.get(`/angebot/${token}`);
      await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
      return `/angebot/${token}/ausweisdaten`;
    },
  },
  consent: {
    async path(token, customer) {
      await customer.get(`/angebot/${token}`);
      return `/angebot/${token}/meine-daten`;
    },
  },

  terminationConfig: { path: () => "/kuendigung" },
  terminate: { form: (customer) => customer.get("/kuendigung"), fields: contractOf },
  loadTermination: {
    async path(token, customer) {
      const fields = { ...contractOf(token), ...special, ...proofOf(token) };
      const { location = "" } = await customer.post("/kuendigung", fields);
      return location;
    },
  },
  terminationDownload: { path: documentOf("/kuendigung") },
  terminationUpload: {
    async form(customer, token) {
      const sent = await customer.post("/kuendigung", { ...contractOf(token), ...special });
      return passedOn(customer, customer.get(sent.location ?? ""));
    },
    fields: proofOf,
    which: { enctype: "multipart/form-data" },
  },
  prefillTermination: { path: (token) => `/selfcarekuendigung?data=${token}&brand=o2`, follow: true },
  prefilledTerminationConfig: {
    async path(token, customer) {
      const page = await customer.get(`/selfcarekuendigung?data=${token}`, { follow: true });
      return (await customer.submit(page, { email: "ada@example.com" })).location ?? "";
    },
  },
  terminatePrefilled: prefilled,
  // Once it is not known what became of the declaration.
  loadPrefilledTermination: prefilled,
  prefilledTerminationDownload: { path: documentOf("/selfcarekuendigung?data=:token&brand=o2") },
  withdraw: withdrawal,
  loadWithdrawal: withdrawal,
  withdrawalDownload: { path: documentOf("/widerruf") },
};

/** Other ways to the same calls, on which their failure shows otherwise. */
export const otherScenes = {
  "changeCustomerDetails, and nobody says what became of it": {
    of: ["changeCustomerDetails", "customerDetails"],
    form: openDetails,
    fields: () => newDetails.phone,
  },
  "loadIdv while waiting": { of: ["loadIdv"], path: (token) => `/idv/${token}/in-arbeit` },
  "idvMethods beside a coupon": {
    of: ["idvMethods"],
    scenario: "post-ident",
    path: (token) => `/idv/${token}/post-ident`,
  },
  "checkAddress of a customer": {
    of: ["checkAddress"],
    form: openDetails,
    fields: () => newDetails.address,
  },
  "checkIban of a customer": { of: ["checkIban"], form: openDetails, fields: () => newDetails.account },
} satisfies Record<string, Other>;

const plain = (path: string) =>
  path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "(?!prefill|config)[^/?]+");
/** How a call looks in a provider's log: method and address. */
export const logged = ({ method, path }: Call): RegExp => new RegExp(`^${method} ${plain(path)}(\\?|$)`);
/** Of any calls, by their names. */
export const callTo = (...names: CallName[]): RegExp =>
  new RegExp(names.map((name) => logged(calls[name]).source).join("|"));

/** The form of a scene on a page; undefined where the page does not have it. */
export function formOn(page: Page, { which }: Pick<Form, "which"> = {}): Element | undefined {
  const main = first(page.document, "main");
  return main && first(main, "form", { method: "post", ...which });
}

/** Sends a scene's form as a customer would. */
export const sendForm = (customer: Customer, page: Page, scene: Form, token: string, changes: Fields = {}) =>
  customer.submit(
    page,
    { ...scene.fields?.(token), ...changes },
    { form: formOn(page, scene), button: scene.button },
  );

/** Everything that comes before, with a working provider. @returns the step that makes the call */
export async function reach(scene: Scene, customer: Customer, token: string): Promise<() => Promise<Page>> {
  if ("form" in scene) {
    const page = await scene.form(customer, token);
    return () => sendForm(customer, page, scene, token);
  }
  const path = await scene.path(token, customer);
  return () => customer.get(path, scene.follow ? { follow: true } : {});
}

/** What a customer sees after a step: the page that it leads to, and of a declaration that one once it was passed on. */
export async function shownAfterStep(
  name: CallName,
  customer: Customer,
  step: () => Promise<Page>,
): Promise<Page> {
  const page = await step();
  if (!page.location?.startsWith("/") || page.location.startsWith("/sandbox/")) return page;
  const next = await customer.get(page.location, { follow: true });
  return declarations.has(name) ? passedOn(customer, next) : next;
}
const declarations = new Set<CallName>(["terminate", "terminatePrefilled", "withdraw", "reportBarrier"]);
