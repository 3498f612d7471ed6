import type { Browser, Page } from "./browser.ts";
import { newDetails } from "./customer.ts";
import { entered, goToSummary } from "./offer.ts";
import { declaration } from "./termination.ts";

/** What a customer does. */
export interface Scene {
  /** What comes before, with plain answers. By default a view can be repeated; with `once` each needs a fresh start. */
  before?: (customer: Browser, token: string) => Promise<unknown>;
  view: (customer: Browser, token: string, before: unknown) => Promise<Page>;
  once?: true;
  scenario?: string;
  /** The calls whose answers are varied here. */
  calls: Record<string, Verdict>;
}

/**
 * What a page cannot do without, written without a look at the contract; everything else is optional. Of the answer to a
 * call that acts, nothing is: any 2xx without a reason is a yes (decision 0049).
 */
export interface Verdict {
  call: RegExp;
  /** The names of members; `offers[]` includes each of the list, but none of its members. */
  essential?: RegExp;
  /** May be missing, but what is there has to be read: what a customer pays or is bound to. */
  whole?: RegExp;
  /** The portal may do without it or not: the same page, or an error that names it. */
  either?: RegExp;
  /** Optional, but it decides which page is shown: without it, the page is another one. */
  decides?: RegExp;
  /** Another scene shows what happens without what is essential. */
  missedElsewhere?: true;
}

const product = "offers\\[\\]\\.(hardware|tariff|packs\\[\\])";
/** Products with their prices; § 312j (2) BGB: minimum term and notice, too. */
const priced = [
  "offers",
  `${product}\\.(name|prices|prices\\[\\]\\.(type|amount))`,
  "offers\\[\\]\\.tariff\\.(minimumTermMonths|noticePeriodMonths)",
  "charges\\[\\]\\.(frequency|amount)",
  // Of instalments that are a credit.
  "offers\\[\\]\\.credit\\.(creditor|amount|total|annualRate)",
].join("|");
const whole = new RegExp(
  `^(offers\\[\\]\\.(hardware|tariff|packs|credit)|charges|${product}\\.minimumTermMonths)$`,
);
/** What an item is found by, in documents and analytics; and when a price is paid: without it, there is no total. */
const ids = /^(offers\[\](\.(hardware|tariff|packs\[\]))?\.id|offers\[\]\.hardware\.prices\[\]\.months)$/;
const loadedOffer: Verdict = {
  call: /^GET \/api\/offer\/[^/]+$/,
  essential: new RegExp(`^(${priced})$`),
  whole,
  either: ids,
  // Nobody orders without the contract summary.
  decides: /^(documents|paymentMethods)/,
};
const verification: Verdict = {
  call: /^GET \/api\/offer\/verify\//,
  // What it does not say is asked for.
  decides: /^(personalData|identificationData|payment)$/,
};
const idv: Verdict = {
  call: /^GET \/api\/idv\/[^/]+\?/,
  // Without it the answer says nothing. An unknown one is a word: it is in progress (tests/unit/identity-pages.test.ts).
  essential: /^state$/,
};

/** Every page that is made from a JSON answer. */
export const scenes: Record<string, Scene> = {
  "an offer": {
    view: (customer, token) => customer.get(`/angebot/${token}`),
    calls: { verify: verification, offer: loadedOffer },
  },
  "personal data that is known": {
    scenario: "demo-dealer_correction",
    async view(customer, token) {
      const offer = await customer.get(`/angebot/${token}`);
      return offer.state ? offer : customer.get(`/angebot/${token}/meine-daten`);
    },
    calls: { offer: { ...loadedOffer, missedElsewhere: true } },
  },
  "a summary": {
    scenario: "demo-offer_tm",
    async view(customer, token) {
      const offer = await customer.get(`/angebot/${token}`, { follow: true });
      return offer.state ? offer : customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
    },
    calls: { verify: verification, offer: { ...loadedOffer, missedElsewhere: true } },
  },
  "an order": {
    scenario: "demo-offer_tm",
    once: true,
    before: (customer, token) => goToSummary(customer, token),
    view: (customer, _, summary) => customer.submit(summary as Page, {}, { follow: true }),
    calls: {
      accept: { call: /^POST \/api\/offer\/accept\// },
    },
  },
  "an order's confirmation": {
    scenario: "demo-green_idv_tm",
    async before(customer, token) {
      await customer.submit(await goToSummary(customer, token), {}, { follow: true });
    },
    view: (customer, token) => customer.get(`/angebot/${token}/danke`),
    calls: {
      summary: {
        call: /^GET \/api\/offer\/summary\//,
        essential: new RegExp(`^(orderId|paid|${priced})$`),
        whole,
        either: ids,
      },
    },
  },
  "a verification": {
    view: (customer, token) => customer.get(`/idv/${token}`),
    calls: {
      idv,
      methods: { call: /^GET \/api\/idv\/[^/]+\/methods/, decides: /./ },
    },
  },
  "a coupon": {
    scenario: "post-ident",
    view: (customer, token) => customer.get(`/idv/${token}/post-ident`, { follow: true }),
    calls: { idv: { ...idv, decides: /^coupon/ } },
  },
  "a choice of a method": {
    once: true,
    before: (customer, token) => customer.get(`/idv/${token}`),
    view: (customer, _, page) => customer.submit(page as Page, {}, { button: ["method", "video"] }),
    calls: {
      choose: {
        call: /^POST \/api\/idv\/[^/]+\/methods/,
        decides: /^(step|redirectUrl)$/,
      },
    },
  },
  "a customer's data": {
    view: (customer, token) => customer.get(`/kundendaten/${token}`),
    calls: {
      customer: {
        call: /^GET \/api\/O2\/customer\/details\//,
      },
    },
  },
  "a change of a customer's data": {
    once: true,
    before: (customer, token) => customer.get(`/kundendaten/${token}`),
    view: (customer, _, page) => customer.submit(page as Page, newDetails.phone, { follow: true }),
    calls: {
      change: {
        call: /^POST \/api\/O2\/customer\/details\//,
      },
    },
  },
  "a termination from the selfcare pages": {
    view: (customer, token) => customer.get(`/selfcarekuendigung?data=${token}&brand=o2`, { follow: true }),
    calls: { prefill: { call: /prefill\?/ } },
  },
  "a termination's receipt": {
    once: true,
    view: (customer, token) =>
      customer.post("/kuendigung", declaration({ contractNumber: token }), { follow: true }),
    calls: {
      declare: { call: /^POST \/api\/O2\/contracttermination\// },
    },
  },
  "a withdrawal's receipt": {
    once: true,
    view: (customer, token) =>
      customer.post("/widerruf", declaration({ contractReference: token }), { follow: true }),
    calls: { declare: { call: /^POST \/api\/O2\/withdrawal\// } },
  },
  "an address that is corrected": {
    async before(customer, token) {
      await customer.get(`/angebot/${token}`);
      return customer.get(`/angebot/${token}/meine-daten`);
    },
    view: (customer, _, page) =>
      customer.submit(page as Page, { ...entered.personalData, street: "Auswahl" }),
    calls: {
      // Without a check that can be read, what was typed counts.
      address: { call: /\/address$/, decides: /./ },
    },
  },
  "an account": {
    before: async (customer, token) => {
      await goToSummary(customer, token);
      return customer.get(`/angebot/${token}/zahlung`);
    },
    view: (customer, _, page) => customer.submit(page as Page, entered.directDebit),
    calls: { iban: { call: /\/iban$/ } },
  },
  "a Novum id": {
    view: (customer, token) => customer.get(`/entry/novum?id=${token}`),
    calls: { novum: { call: /\/novum\?/, essential: /^offerToken$/ } },
  },
};
