import type { Sandbox } from "../sandbox.ts";

const demoCustomer = { firstName: "Kim", lastName: "Beispiel", email: "kim.beispiel@example.com" };

/** The order that a verification belongs to: `demo~<order number>`, as linked from a confirmation. */
export function orderOf({ database }: Sandbox, token: string) {
  const [, order = ""] = token.split("~");
  return database.one<{ customer: string; at: string }>(
    "SELECT customer, at FROM orders WHERE id = ?",
    order,
  );
}

/** Whom it verifies: the customer of its order. */
export function identifiedCustomer(sandbox: Sandbox, token: string): typeof demoCustomer {
  const order = orderOf(sandbox, token);
  return order ? JSON.parse(order.customer) : demoCustomer;
}
