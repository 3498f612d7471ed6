import type { Browser, Page } from "./browser.ts";

/** By the page of the sandbox's login, as a customer does. @returns the offer that asks for it */
export async function logIn(customer: Browser, token: string): Promise<Page> {
  await customer.get(`/angebot/${token}`);
  const returned = await logInAs(customer, token, "login");
  return customer.get(returned.location ?? "", { follow: true });
}

/**
 * For a link that this browser has looked at; `other` is a customer to whom nothing belongs.
 * @returns the portal's answer to the return
 */
export async function logInAs(customer: Browser, token: string, action: "login" | "other"): Promise<Page> {
  const { location = "" } = await customer.submit(await customer.get(`/angebot/${token}/login`));
  const asked = Object.fromEntries(new URL(location, "http://portal").searchParams);
  const done = await customer.post("/sandbox/login", { ...asked, action });
  const { pathname, search } = new URL(done.location ?? "", "http://portal");
  return customer.get(pathname + search);
}
