import { afterEach, expect, onTestFinished, test } from "vitest";
import type { Browser } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { json } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { choose } from "../support/identity.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";

// A provider that refuses a key that it knows: the other half of a double press is told what the first one did.
const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const accept = /POST \/api\/offer\/accept\//;
const refused = (code: string) => json(409, JSON.stringify({ code }));

test.each(["first", "second"])(
  "an order whose %s half is refused ends on its confirmation, under one key",
  async (half) => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const shared = { API_BASE_URL: backend.origin, SESSION_STORE: redis.url, RATE_LIMIT_PER_MINUTE: "0" };
    const portals = await Promise.all([startPortal(shared), startPortal(shared)]);
    onTestFinished(async () => void (await Promise.all(portals.map((one) => one.stop()))));
    const [customer, elsewhere] = portals.map((one) => one.browser()) as [Browser, Browser];
    const token = fresh();
    const page = await goToSummary(customer, token);
    for (const [name, value] of customer.cookies) elsewhere.cookies.set(name, value);
    const keys = () => backend.headers.flatMap((headers) => headers["idempotency-key"] ?? []);
    const before = keys().length;
    // Neither call is answered before both are there.
    const arrived: (() => void)[] = [];
    backend.misbehave(accept, async ({ answer, response }) => {
      const real = await answer();
      const isFirst = arrived.length === 0;
      if (isFirst) await new Promise<void>((resolve) => arrived.push(resolve));
      else for (const resolve of arrived) resolve();
      const isRefused = isFirst === (half === "first");
      response.writeHead(isRefused ? 409 : 200, { "Content-Type": "application/json" });
      response.end(isRefused ? '{"code":"OFFER_CONSUMED"}' : await real.text());
    });
    const pressed = await Promise.all([customer.submit(page), elsewhere.submit(page)]);
    expect(pressed.map(({ location }) => location)).toEqual(Array(2).fill(`/angebot/${token}/danke`));
    backend.behave();
    expect((await customer.get(`/angebot/${token}/danke`, { follow: true })).name).toBe("confirmation");
    expect((await customer.submit(page)).location).toBe(`/angebot/${token}/danke`);
    expect(new Set(keys().slice(before)).size).toBe(1);
    expect(await mailsAbout(backend.origin, token)).toHaveLength(1);
  },
);

test("a reset that is refused although the offer is at its start counts as done", async () => {
  const token = fresh("pay-failed");
  const customer = portal.browser();
  const page = await goToSummary(customer, token, entered.card);
  await customer.submit(page);
  const shown = await customer.get(`/angebot/${token}/danke`);
  backend.misbehave(/PATCH \/api\/offer\//, refused("OFFER_INCOMPATIBLE_STATE"), true);
  const done = await customer.submit(shown, {}, { follow: true });
  expect([done.status, done.name]).toEqual([200, "payment"]);
});

test("a choice that is refused although it stands leads where it leads", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await customer.get(`/idv/${token}`);
  backend.misbehave(/POST \/api\/idv\/[^/]+\/methods/, refused("METHOD_CHOSEN"), true);
  expect((await choose(customer, page, "video")).location).toBe(`/sandbox/ident/${token}/1`);
});

test("a change that was saved is told as saved when it is sent again, whatever becomes of that", async () => {
  const customer = portal.browser();
  const page = await openDetails(customer, fresh());
  const saved = await customer.submit(page, newDetails.phone);
  backend.misbehave(/POST \/api\/O2\/customer\/details\//, refused("DUPLICATE"));
  expect((await customer.submit(page, newDetails.phone)).location).toBe(saved.location);
});

test("no payment page is offered while it is unknown whether the order was reset", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await goToSummary(customer, token, entered.card);
  expect((await customer.submit(page)).location).toMatch(/^\/sandbox\/pay\//);
  const shown = await customer.get(`/angebot/${token}/danke`);
  backend.misbehave(/PATCH \/api\/offer\//, "closes the connection", true);
  const reset = await customer.submit(shown);
  expect(reset.location).toBe(`/angebot/${token}/fehler`);
  expect((await customer.submit(page)).location).toBe(`/angebot/${token}/fehler`);
});
