import type { Browser, Page } from "./browser.ts";

/** What the customers of these tests enter on `/kundendaten/:id`. */
export const newDetails = {
  address: {
    street: "Lindenweg",
    houseNumber: "3a",
    addressSupplement: "c/o Muster",
    postalCode: "10115",
    city: "Berlin",
  },
  email: { email: "neu@Example.com" },
  phone: { phone: "030 23125-444" },
  account: { accountHolder: "Kim Beispiel", iban: "AT61 1904 3002 3457 3201", sepaMandate: "yes" },
};

/** The form of a customer, as a page. */
export const openDetails = (customer: Browser, id: string): Promise<Page> =>
  customer.get(`/kundendaten/${id}`);
