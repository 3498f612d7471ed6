import type { Sandbox } from "../sandbox.ts";

const demoCustomer = { firstName: "Kim", lastName: "Beispiel", email: "kim.beispiel@example.com" };

/** `demo~<order number>`, as linked from a confirmation, verifies the customer of that order. */
export function identifiedCustomer({ database }: Sandbox, token: string): typeof demoCustomer {
  const [, order = ""] = token.split("~");
  const row = database.one<{ customer: string }>("SELECT customer FROM orders WHERE id = ?", order);
  return row ? JSON.parse(row.customer) : demoCustomer;
}
