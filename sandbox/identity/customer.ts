import type { Sandbox } from "../sandbox.ts";

interface IdvCustomer {
  firstName: string;
  lastName: string;
  email: string;
}

const demoCustomer: IdvCustomer = {
  firstName: "Kim",
  lastName: "Beispiel",
  email: "kim.beispiel@example.com",
};

/** `demo~<order number>`, as linked from a confirmation, verifies the customer of that order. */
export function customerOf({ database }: Sandbox, token: string): IdvCustomer {
  const [, order = ""] = token.split("~");
  const row = database.one<{ customer: string }>("SELECT customer FROM orders WHERE id = ?", order);
  return row ? (JSON.parse(row.customer) as IdvCustomer) : demoCustomer;
}
