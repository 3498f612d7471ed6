import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Fields, Page } from "./browser.ts";

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
    "expiryDate.year": "2030",
  },
  directDebit: {
    paymentMethod: "direct_debit",
    accountHolder: "Ayşe Öztürk",
    iban: "DE89 3704 0044 0532 0130 00",
    sepaMandate: "yes",
  },
  card: { paymentMethod: "credit_card" },
} satisfies Record<string, Fields>;

/** Enters everything that an order needs, without a look at its summary. */
export async function enterAll(customer: Browser, token: string): Promise<void> {
  await customer.get(`/angebot/${token}`);
  await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
  await customer.post(`/angebot/${token}/ausweisdaten`, entered.idData);
  await customer.post(`/angebot/${token}/zahlung`, entered.directDebit);
}

/** Follows an order's waiting page until the outcome is known. */
export async function knownEnd(customer: Browser, token: string): Promise<Page> {
  for (;;) {
    const page = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
    if (page.state !== "Waiting") return page;
    if (page.status !== 202 || page.html.includes("zahlungspflichtig bestellen"))
      throw new Error(`A waiting page answers ${page.status}, or offers to order again.`);
    await wait(100);
  }
}

/** Goes from the offer to its summary through all its steps. */
export async function goToSummary(
  customer: Browser,
  token: string,
  payment: Fields = entered.directDebit,
): Promise<Page> {
  const fields: Record<string, Fields> = {
    "personal-data": entered.personalData,
    "id-data": entered.idData,
    payment,
  };
  await customer.get(`/angebot/${token}`, { follow: true });
  let page = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
  for (let step = 0; step < 4 && page.name !== "summary" && !page.state; step++) {
    const given = fields[page.name ?? ""];
    if (!given) throw new Error(`Stuck at ${page.path}: ${page.status} ${page.name} ${page.state}`);
    page = await customer.submit(page, given, { follow: true });
  }
  return page;
}
