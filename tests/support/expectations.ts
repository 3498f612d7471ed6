import type { CallName } from "#app/backend/contract/calls.ts";
import { type Browser, fieldsOf, type Page } from "./browser.ts";
import { bodyFaults, type Fault, unknownEnds, vagueEnds } from "./fault-proxy.ts";
import { entered } from "./offer.ts";
import { mailsAbout } from "./outbox.ts";
import type { otherScenes } from "./scenes.ts";
import { idOf, terminationsOfContract } from "./termination.ts";

/** Status, name and state of a page, and where it leads: see `shownBy`. */
type Shown = string;
export const shownBy = ({ status, name, state, location }: Page): Shown =>
  [status, name, state, location?.replace(/(~|%7E)[\w-]+/, "~").replace(/(receipt|done|ref)=.*/, "$1=")]
    .filter(Boolean)
    .join(" ");

/** A call that only reads: whatever the fault, its page says so, or does without. */
export interface Reads {
  /** What is harmless acts, and changes nothing when it is sent again. */
  kind: "reads" | "harmless";
  shows: Shown;
  /** Where its page has given up waiting for it. */
  late?: Shown;
  except?: { [F in Fault]?: Shown };
  /** The same step with a working provider. */
  later?: Shown;
  /** What was typed is kept all the same. */
  keeps?: (customer: Browser, token: string) => Promise<boolean>;
}
/** Asked for once by a portal, and kept: its page does without. */
export interface Cached {
  kind: "cached";
  shows: Shown;
}
interface Effect {
  /** The page says that it has happened. */
  isDone: (page: Page) => boolean;
  /** How often it has happened. */
  effects: (of: { token: string; last: Page; origin: string }) => Promise<number>;
  /** Meets every fault, at both moments; all others one of each kind, and some gateways'. */
  many?: true;
}
/** A call with one effect: by a press, and by looking what became of it. */
export interface Acts extends Effect {
  kind: "acts";
  /** After an answer from which it is known that nothing was done. */
  failed: Shown;
  /** Where that is not known, and what it leads to while the fault lasts. */
  open: Shown;
  still: Shown;
  /** After an answer of a call that is over, which does not say whether it had its effect: `failed` if not given. */
  vague?: Shown;
  except?: { [F in Fault]?: Shown };
  /** Answers with a meaning here, after which sending again does not help. */
  final?: Fault[];
  /** Another press meanwhile is not held back by the one before; why. */
  pressedAgain?: string;
}
/** A declaration: received at once whatever becomes of its call, and passed on until the provider has it. */
export interface Declares extends Effect {
  kind: "declares";
}
/** What a declaration's end is asked by, after its own call has failed: it waits, and arrives once. */
export interface Asks extends Effect {
  kind: "asks";
  after: CallName;
}
export type Expectation = Reads | Cached | Acts | Declares | Asks;

const lateEnds: Fault[] = ["never answers", "never ends its answer"];
/** JSON that gives no reason is a yes to a call that acts. */
const bareYes = (shown: Shown) => ({ "answers JSON of the wrong shape": shown }) as const;
const refusals: Fault[] = [
  "answers 401 without words",
  "answers 403 without words",
  "answers 404 without words",
];
const isPage = (name: string) => (page: Page) => page.name === name && page.status === 200;
/** The page says that it was received, and no longer that it waits. */
const isPassedOn = (name: string) => (page: Page) =>
  isPage(name)(page) && !page.text.includes("wird weitergegeben");
const mails: Effect["effects"] = async ({ token, origin }) => (await mailsAbout(origin, token)).length;
/** Of a declaration, whose id is in its receipt's address. */
const receiptMails: Effect["effects"] = async ({ last, origin }) =>
  (await mailsAbout(origin, idOf(last))).length;
/** The sandbox's orders of an offer. */
async function ordersOf(token: string, origin: string): Promise<{ cancelled: number }[]> {
  const answer = await fetch(`${origin}/sandbox/token.json?token=${encodeURIComponent(token)}`);
  return ((await answer.json()) as { state: { orders?: { cancelled: number }[] } }).state.orders ?? [];
}
/** Where the provider has not answered, or nothing that can be read. */
const unanswered = (shown: Shown): Reads["except"] =>
  Object.fromEntries(
    [...bodyFaults, "closes the connection"]
      .filter((fault) => fault !== "never ends its answer")
      .map((fault) => [fault, shown]),
  );
const unexpected = (name: string): Reads => ({
  kind: "reads",
  shows: `500 ${name} Unexpected`,
  late: `503 ${name} Downtime`,
  except: unanswered(`502 ${name} Unexpected`),
});
const offerFails = unexpected("offer-error");
const idvFails = unexpected("idv-error");
const resetFails = "502 offer-error OfferResetFailed";
const offerOf = "303 /angebot/demo-offer_tm~";
const noDocument = (name: string): Reads => ({
  kind: "reads",
  shows: `500 ${name} TechnicalProblem`,
  except: {
    "answers 503 without words": `503 ${name} Downtime`,
    ...unanswered(`502 ${name} TechnicalProblem`),
    "never ends its answer": `502 ${name} TechnicalProblem`,
  },
});
const fails = (name: string): Reads => ({
  kind: "reads",
  shows: `500 ${name} TechnicalProblem`,
  late: `503 ${name} Downtime`,
  except: {
    "answers 503 without words": `503 ${name} Downtime`,
    ...unanswered(`502 ${name} TechnicalProblem`),
  },
});
const selfcare = { isDone: isPassedOn("selfcare-confirmation"), effects: receiptMails };
const withdrawal = { isDone: isPassedOn("withdrawal-confirmation"), effects: receiptMails };
const withoutAddressCheck: Reads = { kind: "reads", shows: "303 /kundendaten/demo~?receipt=" };

const change: Acts = {
  kind: "acts",
  isDone: (page) => page.heading === "Ihre Änderungen sind gespeichert",
  effects: mails,
  failed: "502 customer-data TechnicalProblem",
  open: "303 /kundendaten/demo~",
  still: "202 customer-data Waiting",
  except: bareYes("303 /kundendaten/demo~?receipt="),
};

/** Each call × fault: what a customer sees, and what the provider has. A call that is missing does not compile. */
export const expectations: Record<CallName | keyof typeof otherScenes, Expectation> = {
  verifyOffer: offerFails,
  loadOffer: offerFails,
  previewOffer: offerFails,
  resetPreview: {
    kind: "acts",
    isDone: (page) => isPage("offer-preview")(page) && page.text.includes("zurückgesetzt"),
    effects: async ({ token, origin }) => Number((await ordersOf(token, origin)).length === 0),
    failed: resetFails,
    open: "303 /angebot/preview/demo-offer_tm~",
    still: "202 offer-preview Waiting",
    final: refusals,
  },
  checkAddress: {
    kind: "reads",
    shows: "303 /angebot/demo~/ausweisdaten",
    keeps: async (customer, token) =>
      fieldsOf(await customer.get(`/angebot/${token}/meine-daten`)).street === entered.personalData.street,
  },
  checkIban: {
    kind: "reads",
    shows: "303 /angebot/demo~/zusammenfassung",
    keeps: async (customer, token) =>
      (await customer.get(`/angebot/${token}/zusammenfassung`)).text.includes("3000"),
  },
  offerDocument: { kind: "reads", shows: "502 offer-error DocumentsNotLoaded" },
  acceptOffer: {
    kind: "acts",
    isDone: isPage("confirmation"),
    effects: mails,
    many: true,
    failed: "500 offer-error Unexpected",
    open: `${offerOf}/danke`,
    still: "202 offer-error Waiting",
    except: bareYes(`${offerOf}/danke`),
    final: refusals,
  },
  // Of an order of this session.
  offerSummary: { kind: "reads", shows: "202 offer-error Waiting", later: "200 confirmation" },
  resetOffer: {
    kind: "acts",
    isDone: isPage("payment"),
    effects: async ({ token, origin }) =>
      (await ordersOf(token, origin)).filter(({ cancelled }) => cancelled).length,
    failed: resetFails,
    open: "303 /angebot/pay-aborted~/fehler",
    still: "202 offer-error Waiting",
    final: refusals,
  },

  correctEmail: {
    kind: "acts",
    isDone: ({ heading }) => heading === "Die neue E‑Mail‑Adresse ist gespeichert",
    effects: async ({ token, origin }) =>
      (await mailsAbout(origin, token)).filter(
        ({ kind, to }) => kind === "order-email-corrected" && to === "neu@example.org",
      ).length,
    failed: "503 order-email TechnicalProblem",
    open: `${offerOf}/e-mail`,
    still: "202 order-email Waiting",
    except: {
      "answers 418 with an unknown code": "409 order-email TechnicalProblem",
      ...bareYes(`${offerOf}/e-mail?done=`),
    },
    final: refusals,
  },
  correctPorting: {
    kind: "acts",
    isDone: ({ heading }) => heading === "Wir fragen noch einmal an",
    effects: async ({ token, origin }) =>
      (await mailsAbout(origin, token)).filter(({ kind }) => kind === "order-porting-asked").length,
    failed: "503 order-porting TechnicalProblem",
    open: "303 /angebot/demo-porting-stopped~/rufnummer",
    still: "202 order-porting Waiting",
    except: {
      "answers 418 with an unknown code": "409 order-porting TechnicalProblem",
      ...bareYes("303 /angebot/demo-porting-stopped~/rufnummer?done="),
    },
    final: refusals,
  },
  // Under the same key it is handed out again: after any failure, its form is there with its button.
  readEsim: { kind: "harmless", shows: "503 esim TechnicalProblem", later: "200 esim" },
  replaceEsim: {
    kind: "acts",
    isDone: isPage("esim"),
    effects: async ({ token, origin }) =>
      (await mailsAbout(origin, token)).filter(({ kind }) => kind === "esim-replaced").length,
    failed: "503 esim-replacement TechnicalProblem",
    open: "303 /angebot/demo-esim~/neue-esim",
    still: "202 esim-replacement Waiting",
    except: {
      "answers 418 with an unknown code": "409 esim-replacement TechnicalProblem",
      ...bareYes("303 /angebot/demo-esim~/esim"),
    },
    final: refusals,
  },
  declineOffer: {
    kind: "acts",
    isDone: ({ heading }) => heading === "Sie haben das Angebot abgelehnt",
    effects: mails,
    failed: "503 offer-decline TechnicalProblem",
    open: "303 /angebot/demo~/ablehnen",
    still: "202 offer-decline Waiting",
    except: {
      "answers 418 with an unknown code": "500 offer-error Unexpected",
      ...bareYes("303 /angebot/demo~/ablehnen?brand=o2&lang=de&done="),
    },
    final: refusals,
  },
  // Sent again, it changes nothing: after any failure, its form is there with its button.
  abilities: { kind: "cached", shows: "200 offer-landing" },
  sendNewLink: {
    kind: "harmless",
    shows: "503 new-link TechnicalProblem",
    late: "503 new-link Downtime",
    except: {
      "answers 418 with an unknown code": "303 /neuer-link/angefordert",
      "answers 503 without words": "503 new-link Downtime",
      ...bareYes("303 /neuer-link/angefordert"),
    },
    later: "303 /neuer-link/angefordert",
  },

  loadIdv: idvFails,
  "loadIdv while waiting": idvFails,
  idvMethods: idvFails,
  "idvMethods beside a coupon": { kind: "reads", shows: "200 idv-post-ident" },
  chooseIdvMethod: {
    kind: "acts",
    isDone: (page) => page.location?.includes("/sandbox/ident/") ?? false,
    effects: async ({ last }) => Number(last.location?.split("/").at(-1)),
    failed: "500 idv-error Unexpected",
    open: "303 /idv/demo~",
    still: "202 idv-selection Waiting",
    // An unknown code is a refusal: the choice is shown again. A yes that says no more is one: it is in progress.
    except: { "answers 418 with an unknown code": "303 /idv/demo~", ...bareYes("303 /idv/demo~/in-arbeit") },
  },
  idvCoupon: { kind: "reads", shows: "200 idv-post-ident" },
  mailIdvCoupon: {
    kind: "acts",
    isDone: (page) => page.text.includes("Der Coupon ist unterwegs"),
    effects: mails,
    failed: "303 /idv/post-ident~/post-ident",
    open: "303 /idv/post-ident~/post-ident",
    still: "202 idv-post-ident Waiting",
    final: refusals,
  },

  customerDetails: {
    ...fails("customer-data"),
    later: "200 customer-data",
  },
  changeCustomerDetails: change,
  "changeCustomerDetails, and nobody says what became of it": { ...change, vague: change.open },
  "checkAddress of a customer": withoutAddressCheck,
  "checkIban of a customer": withoutAddressCheck,
  declineEmail: {
    kind: "declares",
    isDone: ({ heading, text }) =>
      heading === "Sie haben die Werbung per E‑Mail abbestellt" && !text.includes("automatisch weiter"),
    effects: async ({ token, origin }) => {
      const body = new URLSearchParams({ token });
      const headers = { Accept: "application/json" };
      const { status } = await fetch(`${origin}/sandbox/outbox/newsletter`, {
        method: "POST",
        body,
        headers,
      });
      return Number(status === 409);
    },
  },
  givenConsents: { kind: "reads", shows: "200 revocation" },
  revokeConsents: {
    kind: "declares",
    isDone: ({ heading, text }) =>
      heading?.endsWith("Einwilligungen sind widerrufen") === true && !text.includes("noch nicht bestätigt"),
    effects: mails,
  },
  revokeConsentsByName: {
    kind: "declares",
    isDone: ({ heading, text }) =>
      heading === "Ihr Widerruf ist eingegangen" && !text.includes("wird weitergegeben"),
    effects: mails,
  },
  reportBarrier: {
    kind: "declares",
    isDone: isPassedOn("barrier-confirmation"),
    effects: receiptMails,
  },
  novumEntry: { ...unexpected("entry-novum"), later: "302 /angebot/demo~" },
  exchangeCode: { kind: "reads", shows: "302 /angebot/login~/login?failed=1" },
  nationalities: { kind: "cached", shows: "200 id-data" },
  consent: { kind: "cached", shows: "200 personal-data" },

  terminationConfig: { kind: "cached", shows: "200 termination" },
  terminate: {
    kind: "declares",
    isDone: isPassedOn("termination-confirmation"),
    effects: receiptMails,
    many: true,
  },
  loadTermination: { kind: "reads", shows: "200 termination-confirmation" },
  terminationDownload: noDocument("termination-confirmation"),
  terminationUpload: {
    kind: "acts",
    isDone: ({ text }) =>
      text.includes("nachweis.pdf") && !text.includes("Ihr Nachweis ist nicht angekommen"),
    effects: async ({ token, origin }) =>
      (await terminationsOfContract(origin, token))[0]?.uploads.length ?? 0,
    failed: "503 termination-confirmation",
    open: "303 /kuendigung/bestaetigung?brand=o2&ref=",
    still: "202 termination-confirmation Waiting",
    pressedAgain: "its page has no form, and no session",
  },
  prefillTermination: fails("selfcare-error"),
  prefilledTerminationConfig: { kind: "cached", shows: "200 selfcare-confirmation" },
  terminatePrefilled: { kind: "declares", ...selfcare },
  loadPrefilledTermination: { kind: "asks", after: "terminatePrefilled", ...selfcare },
  prefilledTerminationDownload: noDocument("selfcare-confirmation"),
  withdraw: { kind: "declares", ...withdrawal },
  loadWithdrawal: { kind: "asks", after: "withdraw", ...withdrawal },
  withdrawalDownload: noDocument("withdrawal-confirmation"),
};

/** What a page that only reads shows. */
export const shownWithout = ({ shows, late, except }: Reads, fault: Fault): Shown =>
  except?.[fault] ?? (lateEnds.includes(fault) ? late : undefined) ?? shows;

/** What a form shows first where its call met this fault before it acted. */
export function shownAfter({ failed, open, vague = failed, except }: Acts, fault: Fault): Shown {
  if (except?.[fault]) return except[fault];
  if (unknownEnds.includes(fault)) return open;
  return vagueEnds.includes(fault) ? vague : failed;
}
export const isOpenAfter = ({ except }: Acts, fault: Fault) =>
  unknownEnds.includes(fault) && !except?.[fault];
