import { setTimeout as wait } from "node:timers/promises";
import { type Browser, browser } from "../../tests/support/browser.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { entered, goToSummary } from "../../tests/support/offer.ts";

const declared = {
  serviceType: "mobile",
  cancellationType: "regular",
  firstName: "Ada",
  contractNumber: "V-100",
  selectTerminationDate: "now",
  email: "ada@example.com",
};
let customers = 0;

/** What customers do all day; each errand fails if something is broken. */
const errands: ((origin: string) => Promise<unknown>)[] = [
  (origin) => browser(origin).get(`/angebot/${fresh()}`),
  (origin) => browser(origin).get("/kuendigung"),
  (origin) => browser(origin).get(`/idv/${fresh("demo")}`),
  (origin) => {
    const lastName = `Muster-${customers++}`;
    return browser(origin).post("/kuendigung", { ...declared, lastName, contractNumber: lastName });
  },
  async (origin) => {
    const customer = browser(origin);
    await customer.submit(await goToSummary(customer, fresh(), entered.card), {}, { follow: true });
  },
];

/**
 * Starts a customer at each portal about every `pauseMs`, going through the errands; one that is stuck holds up nobody.
 */
export function startCustomers(origins: () => string[], pauseMs = 250) {
  let goesOn = true;
  const underWay = new Set<Promise<unknown>>();
  const loop = (async () => {
    for (let at = 0; goesOn; at++) {
      const origin = origins()[at % origins().length];
      const errand = errands[Math.floor(at / origins().length) % errands.length];
      // As many at a time as a small site has, however slow it is.
      if (origin && errand && underWay.size < 60) {
        const run = errand(origin).catch(() => {});
        underWay.add(run);
        void run.finally(() => underWay.delete(run));
      }
      await wait(pauseMs / origins().length);
    }
  })();
  return async () => {
    goesOn = false;
    await loop;
  };
}

/** Customers whom a load balancer moves from one portal to the other. */
export async function changePortal(from: string, to: string): Promise<void> {
  const path = `/angebot/${fresh()}`;
  const first: Browser = browser(from);
  const { headers } = await first.get(path);
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await browser(to, { Cookie: cookie }).get(`${path}/meine-daten`);
}
