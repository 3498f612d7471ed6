import type { Browser, Page } from "./browser.ts";

/** What the customers of these tests enter on `/kundendaten/:id`. */
export const newDetails = {
  address: { street: "Lindenweg", houseNumber: "3a", postalCode: "10115", city: "Berlin" },
  email: { email: "neu@Example.com" },
  phone: { phone: "030 23125-444" },
  account: { accountHolder: "Kim Beispiel", iban: "AT61 1904 3002 3457 3201" },
};

/** What the mails of the sandbox say, the latest first. */
export async function mailsTo(customer: Browser, reference: string) {
  const page = await customer.get(`/sandbox/outbox.json?reference=${encodeURIComponent(reference)}`);
  return JSON.parse(new TextDecoder().decode(page.body)) as {
    to: string;
    kind: string;
    text: string;
    headers: Record<string, string>;
  }[];
}

/** The form of a customer, as a page. */
export const openDetails = (customer: Browser, id: string): Promise<Page> =>
  customer.get(`/kundendaten/${id}`);
