import type { Browser, Page } from "./browser.ts";

/** By the page of the sandbox's login, as a customer does. @returns the offer that asks for it */
export async function logIn(customer: Browser, token: string): Promise<Page> {
  await customer.get(`/angebot/${token}`);
  const { location = "" } = await customer.submit(await customer.get(`/angebot/${token}/login`));
  const asked = Object.fromEntries(new URL(location, "http://portal").searchParams);
  return customer.post("/sandbox/login", { ...asked, action: "login" }, { follow: true });
}
