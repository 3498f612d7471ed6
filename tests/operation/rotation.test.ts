import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startBalancer } from "../support/balancer.ts";
import { browser, fieldsOf } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { entered } from "../support/offer.ts";
import { testPatienceMs } from "../support/patience.ts";
import { startPortal } from "../support/portal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { declaration } from "../support/termination.ts";

const old = "o".repeat(32);
const young = "n".repeat(32);
const folder = temporaryFolder();
const shared = {
  SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
  SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
};
const metricsPort = String(await freePort());
// The first portal already lists both secrets: the rotation has begun.
const portals = [
  await startPortal({ ...shared, SESSION_SECRET: `${old} ${young}` }),
  await startPortal({ ...shared, SESSION_SECRET: old, METRICS_PORT: metricsPort }),
];
const balancer = await startBalancer(portals.map(({ port }) => port));
afterAll(async () => {
  await balancer.stop();
  await Promise.all(portals.map((portal) => portal.stop()));
});
const complaints = () =>
  portals.flatMap(({ log }) => log.filter((line) => line.includes("Rotate the secret")));

async function give(at: number, ...secrets: string[]) {
  await portals[at]?.restart({ SESSION_SECRET: secrets.join(" ") });
  await vi.waitUntil(() => balancer.backends.every(({ ready }) => ready), { timeout: testPatienceMs });
}

/** A customer whose requests go to one portal and the other in turn. */
async function newCustomer() {
  const customer = browser(balancer.origin);
  const path = `/angebot/${fresh()}`;
  await customer.get(path);
  const form = await customer.get(`${path}/meine-daten`);
  expect((await customer.submit(form, entered.personalData)).status).toBe(303);
  const done = await customer.submit(await customer.get("/kuendigung"), declaration(), { follow: true });
  expect([done.status, done.name]).toEqual([200, "termination-confirmation"]);
  return {
    /** At both portals. */
    async goesOn() {
      for (const _ of portals) {
        const page = await customer.get(`${path}/meine-daten`);
        expect([page.status, fieldsOf(page).firstName]).toEqual([200, entered.personalData.firstName]);
        const receipt = await browser(balancer.origin).get(done.path);
        expect([receipt.status, receipt.name]).toEqual([200, "termination-confirmation"]);
      }
    },
  };
}

test("the secret is rotated in two steps under two portals, and no customer notices", async () => {
  const customers = [await newCustomer()];
  const steps: [at: number, ...secrets: string[]][] = [
    [1, old, young],
    [0, young, old],
    [1, young, old],
  ];
  for (const [at, ...secrets] of steps) {
    await give(at, ...secrets);
    customers.push(await newCustomer());
    for (const customer of customers) await customer.goesOn();
  }
  expect(complaints()).toEqual([]);
});

test("a portal that lacks a secret says so, once, and what to do", async () => {
  await give(1, old);
  const customer = browser(portals[0]?.origin ?? "");
  const path = `/angebot/${fresh()}`;
  await customer.get(path);
  const stranded = browser(portals[1]?.origin ?? "");
  for (const [name, value] of customer.cookies) stranded.cookies.set(name, value);
  for (const _ of [1, 2]) await stranded.get(`${path}/meine-daten`);
  await expect.poll(complaints).toHaveLength(1);
  expect(complaints()[0]).toMatch(/"level":50,.*"key":"[0-9a-f]{8}"/);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain("portal_unknown_keys_total 1");
});
