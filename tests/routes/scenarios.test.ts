import { describe, expect, test } from "vitest";
import type { Browser } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test.each(["termination", "withdrawal"])("a %s of a scenario is one click", async (name) => {
  const customer = portal.browser();
  const form = await customer.get(`/sandbox/prefill/${name}/lost~${name}`, { follow: true });
  expect([form.status, form.name]).toEqual([200, name]);
  const received = await customer.submit(form, {}, { follow: true });
  expect([received.status, received.name]).toEqual([200, `${name}-confirmation`]);
  const answer = await fetch(`${portal.origin}/sandbox/token.json?token=lost~${name}`);
  const { calls } = (await answer.json()) as { calls: { effect: string; idempotencyKey: string }[] };
  expect(new Set(calls.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])).size).toBe(1);
  expect(calls.map(({ effect }) => effect)).toContain("done");
});

describe("the start page of the sandbox", () => {
  const links = async (path: string) => {
    const page = await portal.browser().get(path);
    return all(page.document, "a").map(({ attributes }) => attributes.href ?? "");
  };
  const journeys = [
    ["angebot/demo", "offer"],
    ["idv/demo", "idv-selection"],
    ["prefill/termination/", "termination"],
    ["prefill/withdrawal/", "withdrawal"],
    ["kundendaten/demo", "customer-data"],
    ["email-ablehnung?token=demo", "email-rejection"],
  ] as const;

  test.each([
    ["o2", "de"],
    ["spice", "en"],
    ["ayyildiz", "tr"],
  ])("begins each journey of %s in %s", async (brand, language) => {
    const found = await links(`/sandbox?brand=${brand}&language=${language}`);
    for (const [path, name] of journeys) {
      const href = found.find((one) => one.includes(path)) ?? "";
      const page = await portal.browser().get(href, { follow: true });
      expect([page.status, page.name], href).toEqual([200, name]);
      const { lang, "data-brand": shown } = first(page.document, "html")?.attributes ?? {};
      expect([lang, shown], href).toEqual([language, brand]);
    }
  });

  test("gives each visit states of its own", async () => {
    const offer = async () => (await links("/sandbox")).find((href) => href.includes("/angebot/demo~"));
    expect(await offer()).not.toBe(await offer());
  });

  test("finds scenarios by their token and by what they do", async () => {
    const found = async (query: string) =>
      (await links(`/sandbox?q=${query}`)).filter((href) => /^\/angebot\/[^?]+$/.test(href));
    expect(await found("GLASFASER")).toEqual([expect.stringMatching(/^\/angebot\/demo-ftth~/)]);
    expect(await found("demo-esim")).toHaveLength(1);
    expect(await found("nothing-like-that")).toEqual([]);
  });
});

test("a prefill link for an unknown form is a 404", async () =>
  expect((await portal.browser().get("/sandbox/prefill/payment/demo")).status).toBe(404));

describe("a fault of what the portal caches for all customers", () => {
  const termination = async (customer: Browser, path = "/kuendigung") => {
    const page = await customer.get(path, { follow: true });
    return [page.status, page.name, first(page.document, "*", { name: "serviceType" }) !== undefined];
  };
  const whole = [200, "termination", true];

  test.each(["config-http-500", "config-badshape", "config-hangup"])(
    "%s is seen by this browser only",
    async (name) => {
      const others = portal.browser();
      expect(await termination(others)).toEqual(whole);
      const customer = portal.browser();
      const without = [200, "termination", false];
      expect(await termination(customer, `/sandbox/prefill/lists/${name}`)).toEqual(without);
      expect(await termination(customer)).toEqual(without);
      expect(await termination(others)).toEqual(whole);
      expect(await termination(portal.browser())).toEqual(whole);
      expect(await termination(customer, "/sandbox/prefill/lists/no-fault")).toEqual(whole);
    },
  );

  test("without the provider's list, the nationalities are our own", async () => {
    const customer = portal.browser({ Cookie: "trace-id=nationalities-http-503--x1" });
    const token = fresh();
    await customer.get(`/angebot/${token}`);
    await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
    const page = await customer.get(`/angebot/${token}/ausweisdaten`);
    expect(page.status).toBe(200);
    expect((await customer.submit(page, entered.idData)).location).toContain("/zahlung");
  });
});
