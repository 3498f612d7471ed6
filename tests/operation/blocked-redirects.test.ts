import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, expect, test } from "vitest";
import { createSandbox } from "#sandbox/app.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";

const elsewhere = "https://provider.example";
const sandbox = createSandbox({ database: ":memory:", publicUrl: elsewhere });
const answer = getRequestListener(sandbox.app.fetch);
/** Calls with this method end without an answer. */
let cut: string | undefined;
const server = createServer((request, response) =>
  request.method === cut ? request.socket.destroy() : answer(request, response),
).listen(0, "127.0.0.1");
await once(server, "listening");
const metricsPort = String(await freePort());
const portal = await startPortal({
  API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  RATE_LIMIT_PER_MINUTE: "0",
  METRICS_PORT: metricsPort,
});
afterAll(async () => {
  await portal.stop();
  server.closeAllConnections();
  server.close();
  sandbox.close();
});

const reported = (errand: string, facts: object) =>
  expect
    .poll(() =>
      portal.log
        .filter((line) => line.includes("Customers cannot go on"))
        .map((line) => JSON.parse(line))
        .find((line) => line.errand === errand),
    )
    .toMatchObject({ level: 50, cause: "portal", traceId: expect.any(String), ...facts });
const counted = async (errand: string) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(
    text.match(new RegExp(`portal_redirects_refused_total\\{errand="${errand}".*\\} (\\d+)`))?.[1],
  );
};

test("an order is placed, and says how to pay it", async () => {
  const customer = portal.browser();
  const token = fresh();
  expect(await counted("payment"), "an alert needs a zero to begin with").toBe(0);
  const summary = await goToSummary(customer, token, entered.card);
  const posted = await customer.submit(summary);
  expect([posted.status, posted.location]).toEqual([303, `/angebot/${token}/danke`]);
  const page = await customer.get(`/angebot/${token}/danke`);
  expect([page.status, page.name, page.state]).toEqual([500, "offer-error", "TechnicalProblem"]);
  expect(page.heading).toBe("Ihre Bestellung ist bei uns, nur die Zahlung fehlt noch");
  expect(page.text).toMatch(/Bezahlen Sie Ihre Bestellung bitte später.*BestellnummerB-\w/s);
  expect(page.text).toMatch(/Jetzt bezahlen.*Bestellung B-\w+ stornieren und neu beginnen/s);
  // The same post again is the same order.
  expect((await customer.submit(summary)).location).toBe(`/angebot/${token}/danke`);

  await reported("payment", { origin: elsewhere, setting: "REDIRECT_ORIGINS" });
  await expect
    .poll(() => portal.log.find((line) => line.includes("/danke") && line.includes('"status":500')))
    .toContain('"cause":"portal"');
  expect(await counted("payment")).toBeGreaterThan(0);
});

test("while it is unknown whether another payment was chosen, its button is not there again", async () => {
  const customer = portal.browser();
  const token = fresh();
  await customer.submit(await goToSummary(customer, token, entered.card));
  const page = await customer.get(`/angebot/${token}/danke`);
  cut = "PATCH";
  const waiting = `/angebot/${token}/fehler`;
  expect((await customer.submit(page)).location).toBe(waiting);
  expect(await customer.get(`/angebot/${token}/danke`)).toMatchObject({ status: 302, location: waiting });
  cut = undefined;
  expect(await customer.get(waiting, { follow: true })).toMatchObject({ status: 200, name: "payment" });
});

test("an identification says to take another method", async () => {
  const token = fresh();
  expect(await portal.browser().post(`/idv/${token}`, { method: "video" })).toMatchObject({
    status: 500,
    name: "idv-error",
    heading: "Wir können Sie gerade nicht weiterleiten",
  });
  expect((await portal.browser().get(`/idv/${token}`)).html).not.toContain(elsewhere);
  await reported("identification", { origin: elsewhere, setting: "REDIRECT_ORIGINS" });
});

test("a login without an address says so before the button", async () => {
  const token = fresh("login");
  const customer = portal.browser();
  await customer.get(`/angebot/${token}`);
  expect(await customer.get(`/angebot/${token}/login`)).toMatchObject({
    status: 500,
    state: "TechnicalProblem",
    heading: "Die Anmeldung ist gerade nicht möglich",
  });
  await reported("login", { setting: "LOGIN_URL" });
  expect(await counted("login")).toBe(1);
});

test("an order and an identification lead on once the operator allows it", async () => {
  const customer = portal.browser();
  const ordered = fresh();
  const identified = fresh();
  await customer.submit(await goToSummary(customer, ordered, entered.card));
  await portal.restart({ REDIRECT_ORIGINS: elsewhere });
  expect(await customer.get(`/angebot/${ordered}/danke`)).toMatchObject({
    status: 302,
    location: expect.stringContaining(`${elsewhere}/sandbox/`),
  });
  expect(await customer.post(`/idv/${identified}`, { method: "video" })).toMatchObject({
    status: 303,
    location: `${elsewhere}/sandbox/ident/${identified}/1`,
  });
});
