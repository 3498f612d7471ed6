import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Fields, Page } from "./browser.ts";
import { all } from "./html.ts";
import { patienceMs } from "./patience.ts";

/** What a customer enters on the steps of an offer. */
export const entered = {
  personalData: {
    firstName: "Ayşe",
    lastName: "Öztürk",
    "birthDate.day": "29",
    "birthDate.month": "2",
    "birthDate.year": "1988",
    street: "Musterweg",
    houseNumber: "3 1/2",
    addressSupplement: "Hinterhaus, 2. Stock",
    postalCode: "50667",
    city: "Köln",
    email: "ayse@example.com",
    phone: "0152 28817386",
  },
  idData: {
    documentType: "PERSONALAUSWEIS",
    documentNumber: "L01X00T471",
    issuingAuthority: "Stadt Köln",
    nationality: "DE",
    "expiryDate.day": "31",
    "expiryDate.month": "8",
    "expiryDate.year": String(new Date().getFullYear() + 4),
  },
  directDebit: {
    paymentMethod: "direct_debit",
    accountHolder: "Ayşe Öztürk",
    iban: "DE89 3704 0044 0532 0130 00",
    sepaMandate: "yes",
  },
  number: { portingNumber: "0152 28817385", portingProvider: "Fernklang", portingWhen: "now" },
  card: { paymentMethod: "credit_card" },
} satisfies Record<string, Fields>;

/** What only some offers ask for: an order whose number is refused has one. */
const lineOf = (token: string): Fields => ({
  sim: "card",
  ...(/^(?:demo-porting-stopped|porting-)/.test(token) && entered.number),
});

/** Enters everything that an order needs, without a look at its summary. */
export async function enterAll(customer: Browser, token: string): Promise<void> {
  await customer.get(`/angebot/${token}`);
  await customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, ...lineOf(token) });
  await customer.post(`/angebot/${token}/ausweisdaten`, entered.idData);
  await customer.post(`/angebot/${token}/zahlung`, entered.directDebit);
}

export const confirmationPath = (token: string) => `/angebot/${token}/danke`;

/** Follows an order's waiting page until the outcome is known. */
export async function knownEnd(customer: Browser, token: string): Promise<Page> {
  for (const until = Date.now() + 2 * patienceMs; ; ) {
    const page = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
    if (page.state !== "Waiting") return page;
    if (page.status !== 202 || page.html.includes("zahlungspflichtig bestellen"))
      throw new Error(`A waiting page answers ${page.status}, or offers to order again.`);
    if (Date.now() > until) throw new Error(`The outcome of ${token} is still unknown.`);
    await wait(300);
  }
}

/**
 * Enters all that the offer asks for, without a look at the steps' pages, and opens its summary. On a busy machine a portal of
 * short deadlines may miss one on the way: then once more.
 */
export async function goToSummary(customer: Browser, token: string, payment?: Fields): Promise<Page> {
  const page = await walkToSummary(customer, token, payment);
  return page.status < 500 ? page : walkToSummary(customer, token, payment);
}

async function walkToSummary(
  customer: Browser,
  token: string,
  payment: Fields = entered.directDebit,
): Promise<Page> {
  const fields: Record<string, Fields> = {
    "meine-daten": { ...entered.personalData, ...lineOf(token) },
    ausweisdaten: entered.idData,
    zahlung: payment,
  };
  const fieldsAt = (path = "") => fields[path.split("/").at(-1) ?? ""];
  let page = await customer.get(`/angebot/${token}`, { follow: true });
  if (page.name !== "offer") return page;
  const [bar = page.document] = all(page.document, "div", { class: "action-bar" });
  let next = all(bar, "a").at(-1)?.attributes.href;
  for (let step = 0; step < 3; step++) {
    const given = fieldsAt(next);
    if (!next || !given) break;
    page = await customer.post(next, given);
    next = page.location;
  }
  return next ? customer.get(next, { follow: true }) : page;
}
