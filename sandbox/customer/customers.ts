import type { CustomerChange } from "../../app/backend/contract/customer.ts";
import type { PostalAddress } from "../../app/domain/address.ts";
import { keysOf } from "../../app/domain/keys-of.ts";
import type { Database, Migration } from "../database.ts";

/** The provider's record, unmasked. */
export interface Customer {
  customerNumber: string;
  firstName: string;
  lastName: string;
  address: PostalAddress;
  email?: string;
  phone?: string;
  bankAccount?: { accountHolder: string; iban: string };
}

export const customerMigrations: Migration[] = [
  {
    name: "customer-1",
    sql: `CREATE TABLE customers (id TEXT PRIMARY KEY, version INTEGER NOT NULL, data TEXT NOT NULL);
      CREATE TABLE customer_changes (reference TEXT PRIMARY KEY, id TEXT NOT NULL, at TEXT NOT NULL, fields TEXT NOT NULL)`,
  },
];

const kim: Customer = {
  customerNumber: "6012345678",
  firstName: "Kim",
  lastName: "Beispiel",
  address: { street: "Musterweg", houseNumber: "12", postalCode: "50667", city: "Köln" },
  email: "kim.beispiel@example.com",
  phone: "+4915228817386",
  bankAccount: { accountHolder: "Kim Beispiel", iban: "DE89370400440532013000" },
};

export const variants: Record<string, Customer> = {
  demo: kim,
  "demo-empty": { ...kim, email: undefined, phone: undefined, bankAccount: undefined },
  "demo-long": {
    ...kim,
    firstName: "Maximiliane-Alexandra Konstantina",
    lastName: "von Hohenfels-Wittgenstein-Schwarzenburg",
    address: {
      street: "Bürgermeister-Doktor-Friedrich-Wilhelm-Musterfrau-Straße",
      houseNumber: "1234-1238",
      postalCode: "60311",
      city: "Frankfurt am Main Sachsenhausen-Niederrad",
    },
    email: "maximiliane.von-hohenfels-wittgenstein-schwarzenburg@eine-sehr-lange-domain.example.com",
    bankAccount: {
      accountHolder: "Maximiliane-Alexandra Konstantina von Hohenfels-Wittgenstein",
      iban: "DE89370400440532013000",
    },
  },
};

/** The stored customer, or else the scenario's initial one. */
export function storedCustomer(
  database: Database,
  id: string,
  start: Customer,
): { customer: Customer; version: number } {
  const row = database.one<{ version: number; data: string }>(
    "SELECT version, data FROM customers WHERE id = ?",
    id,
  );
  return row
    ? { customer: JSON.parse(row.data) as Customer, version: row.version }
    : { customer: start, version: 1 };
}

export function storeCustomer(database: Database, id: string, customer: Customer, version: number): void {
  database.insert("customers", { id, version, data: JSON.stringify(customer) }, "REPLACE");
}

/** What a change may have. */
export type ChangedField = Exclude<keyof CustomerChange, "version">;

/** How each field of a change is stored: one that the contract has and that is forgotten here does not compile. */
const storedAs: { [F in ChangedField]: (sent: NonNullable<CustomerChange[F]>) => Customer[F] } = {
  address: ({ value }) => value,
  email: ({ value }) => value,
  phone: ({ value }) => value,
  bankAccount: ({ accountHolder, iban }) => ({ accountHolder, iban }),
};

const changedFields = keysOf(storedAs);
export const changedParts = (change: CustomerChange) =>
  changedFields.filter((field) => change[field] !== undefined);

/** The customer after a change. */
export function changed(customer: Customer, change: { [F in ChangedField]?: CustomerChange[F] }): Customer {
  const after = { ...customer };
  const keep = <F extends ChangedField>(field: F) => {
    const sent = change[field];
    if (sent) after[field] = storedAs[field](sent);
  };
  for (const field of changedFields) keep(field);
  return after;
}
