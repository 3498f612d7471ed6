import type { ActingCall, CallName } from "#app/backend/contract/calls.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import type { PageName } from "#app/pages.ts";

interface Act {
  /** What is sent. */
  sends: string;
  /** The reads that are asked what became of it. */
  asks: readonly CallName[];
  /** What a read says of it once it did, and where it did not; undefined where no read of the specification tells. */
  did: string | undefined;
  didNot: string | undefined;
  /**
   * `atOnce`: with its answer, whatever that is. `waits`: where its answer does not say, its page asks, for `longestWaitSeconds`
   * at most. `received`: the portal receives it at once, and passes it on later (decision 0127).
   */
  ends: "atOnce" | "waits" | "received";
  /** How often it is sent at most without a press; a declaration until it is passed on, or left to staff. */
  mostSends: 1 | 2 | 3 | "untilPassedOn";
  /** Its last page: with its form, and what was typed. */
  last: PageName;
  /** The pages whose forms send it. */
  postedFrom: readonly PageName[];
  /** What a second press does. */
  again: "one effect, by its id" | "changes nothing" | "the same receipt" | "stored once" | "another try";
}

const declaration = { ends: "received", mostSends: "untilPassedOn", again: "the same receipt" } as const;
/** Nobody can be asked for it: its first clear answer is its end. */
const notAsked = { asks: [], did: undefined, didNot: undefined } as const;
const reset = {
  sends: "nothing but the offer's token",
  asks: ["verifyOffer", "offerSummary"],
  did: "an open offer",
  didNot: "another state, in the provider's own words",
  ends: "waits",
  mostSends: 3,
  again: "one effect, by its id",
} as const;

/**
 * Every act that a customer does at the provider (product decisions §6). The choice of an address and the handover to another
 * browser send the provider nothing.
 */
export const acts: Record<ActingCall, Act> = {
  acceptOffer: {
    sends: "the order, with all that was entered",
    asks: ["verifyOffer", "offerSummary"],
    did: "a summary with the order, or a code that tells of one",
    didNot: "an open offer without a summary, in the provider's own words",
    ends: "waits",
    mostSends: 3,
    last: "summary",
    postedFrom: ["summary", "confirmation"],
    again: "one effect, by its id",
  },
  resetOffer: { ...reset, last: "offer-error", postedFrom: ["offer-error"] },
  resetPreview: { ...reset, last: "offer-preview", postedFrom: ["offer-preview"] },
  declineOffer: {
    sends: "the reason",
    asks: ["verifyOffer"],
    did: "a cancelled offer",
    didNot: "an open offer, or another state in the provider's own words",
    ends: "waits",
    mostSends: 3,
    last: "offer-decline",
    postedFrom: ["offer-decline"],
    again: "changes nothing",
  },
  correctEmail: {
    sends: "the new address",
    asks: ["offerSummary"],
    did: "an order with this address",
    didNot: "an order with another address",
    ends: "waits",
    mostSends: 3,
    last: "order-email",
    postedFrom: ["order-email"],
    again: "one effect, by its id",
  },
  correctPorting: {
    sends: "name or birth date as the old provider has them, or that the number is released",
    asks: ["offerSummary"],
    did: "an order whose number is no longer refused, or for another reason",
    didNot: "an order whose number is refused for the same reason",
    ends: "waits",
    mostSends: 3,
    last: "order-porting",
    postedFrom: ["order-porting"],
    again: "one effect, by its id",
  },
  readEsim: {
    sends: "nothing but the offer's token",
    ...notAsked,
    ends: "atOnce",
    mostSends: 1,
    last: "esim",
    postedFrom: ["esim"],
    again: "one effect, by its id",
  },
  replaceEsim: {
    sends: "nothing but the offer's token",
    asks: ["offerSummary"],
    did: "an order whose eSIM is ready",
    didNot: "an order whose eSIM was handed out",
    ends: "waits",
    mostSends: 3,
    last: "esim-replacement",
    postedFrom: ["esim-replacement"],
    again: "one effect, by its id",
  },
  exchangeCode: {
    sends: "the code of the provider's login, which it uses up",
    ...notAsked,
    ends: "atOnce",
    mostSends: 2,
    last: "offer-login",
    // Its page leads to the login, whose way back sends it.
    postedFrom: [],
    again: "another try",
  },
  sendNewLink: {
    sends: "the token of an earlier link",
    ...notAsked,
    ends: "atOnce",
    mostSends: 2,
    last: "new-link",
    postedFrom: ["new-link"],
    again: "changes nothing",
  },
  chooseIdvMethod: {
    sends: "the method",
    asks: ["loadIdv"],
    did: "this method, with where it goes on",
    didNot: "another method, or none yet",
    ends: "waits",
    mostSends: 3,
    last: "idv-selection",
    postedFrom: ["idv-selection"],
    again: "one effect, by its id",
  },
  mailIdvCoupon: {
    sends: "nothing but the verification's id",
    asks: ["loadIdv"],
    did: "one mail more, where the provider counts them",
    didNot: "as many mails as before",
    ends: "waits",
    mostSends: 3,
    last: "idv-post-ident",
    postedFrom: ["idv-post-ident"],
    again: "one effect, by its id",
  },
  changeCustomerDetails: {
    sends: "what was changed",
    asks: ["customerDetails"],
    did: "the values that were sent, or another version",
    didNot: "the values, or the version, of before",
    ends: "waits",
    mostSends: 3,
    last: "customer-data",
    postedFrom: ["customer-data"],
    again: "one effect, by its id",
  },
  terminate: {
    ...declaration,
    sends: "the termination as it was written",
    asks: ["loadTermination"],
    did: "its receipt",
    didNot: "no receipt, in the provider's own words",
    last: "termination",
    postedFrom: ["termination"],
  },
  terminatePrefilled: {
    ...declaration,
    sends: "the termination as it was written, with the link's contract",
    asks: ["loadPrefilledTermination"],
    did: "its receipt",
    didNot: "no receipt, in the provider's own words",
    last: "selfcare-termination",
    postedFrom: ["selfcare-termination"],
  },
  terminationUpload: {
    sends: "the file",
    asks: ["terminationDownload", "loadTermination"],
    did: "a file of its size in the list",
    didNot: "a list without it",
    ends: "waits",
    mostSends: 3,
    last: "termination-confirmation",
    postedFrom: ["termination-confirmation", "selfcare-confirmation"],
    again: "stored once",
  },
  withdraw: {
    ...declaration,
    sends: "the withdrawal as it was written",
    asks: ["loadWithdrawal"],
    did: "its receipt",
    didNot: "no receipt, in the provider's own words",
    last: "withdrawal",
    postedFrom: ["withdrawal"],
  },
  declineEmail: {
    ...declaration,
    ...notAsked,
    sends: "the objection to advertising",
    last: "email-rejection",
    postedFrom: ["email-rejection"],
  },
  revokeConsents: {
    ...declaration,
    ...notAsked,
    sends: "the consents that are taken back",
    last: "revocation",
    postedFrom: ["revocation"],
  },
  revokeConsentsByName: {
    ...declaration,
    ...notAsked,
    sends: "name and e-mail address of a customer who takes all consents back",
    last: "revocation-by-name",
    postedFrom: ["revocation-by-name"],
  },
  reportBarrier: {
    ...declaration,
    ...notAsked,
    sends: "the report as it was written",
    last: "barrier",
    postedFrom: ["barrier"],
  },
};

/** How often an act is sent at most without a press: the client repeats none of those that wait by itself. */
export const mostSends = (call: ActingCall): number => {
  const { mostSends: most } = acts[call];
  return most === "untilPassedOn" ? Number.POSITIVE_INFINITY : most;
};

/** What the form of a page does at the provider; undefined for one that sends it nothing. */
export const postedBy = (page: PageName): ActingCall | undefined =>
  keysOf(acts).find((call) => acts[call].postedFrom.includes(page));
