import { afterEach, describe, expect, test } from "vitest";
import { newDetails, openDetails } from "../support/customer.ts";
import type { Fault } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { enterAll, entered } from "../support/offer.ts";

const { portal, backend } = await faultyPortalForTests({ FILE_STALL_MS: "3000" });

afterEach(() => backend.behave());

test.each(["/offer/TERMS", ""])(
  "a missing document of an offer is no missing offer: dokumente%s",
  async (path) => {
    const token = fresh();
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    backend.misbehave(/GET \/api\/offer\/documents\//, "answers 404 without words");
    const open = (who: typeof customer) => who.get(`/angebot/${token}/dokumente${path}`);
    expect(await open(customer)).toMatchObject({ status: 502, state: "DocumentsNotLoaded" });
    if (path) expect(await open(portal.browser())).toMatchObject({ status: 404, state: "NotFound" });
  },
);

test("the contract summary is loaded once per version of an offer, and again after it failed", async () => {
  const token = fresh();
  const customer = portal.browser();
  const summary = `/angebot/${token}/zusammenfassung`;
  const loaded = () => backend.calls.filter((call) => call.includes("/CONTRACT_SUMMARY")).length;
  await enterAll(customer, token);
  const before = loaded();
  await customer.get(summary);
  await customer.get(summary);
  expect(loaded() - before).toBe(1);
  // The same offer, loaded again.
  await customer.get(`/angebot/${token}`);
  await customer.get(summary);
  expect(loaded() - before).toBe(1);
  // Another version: its prices have changed.
  const rule = backend.strike({
    call: new RegExp(`GET /api/offer/${token}$`),
    fault: async ({ response, answer }) => {
      const offer = (await (await answer()).json()) as { charges: object[] };
      const charges = [...offer.charges, { type: "charge", frequency: "once", name: "X", amount: 1 }];
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ ...offer, charges }));
    },
  });
  await customer.get(`/angebot/${token}`);
  expect(rule.met()).toBe(1);
  await customer.get(summary);
  expect(loaded() - before).toBe(2);
  // The customer opens it, and it fails.
  backend.misbehave(/GET \/api\/offer\/documents\//, "answers half a PDF");
  await customer.get(`/angebot/${token}/dokumente/item-1/CONTRACT_SUMMARY`);
  expect(await customer.post(summary)).toMatchObject({ status: 502, state: "DocumentsNotLoaded" });
  backend.behave();
  const order = await customer.get(summary);
  const last = loaded();
  expect((await customer.submit(order)).location).toBe(`/angebot/${token}/danke`);
  expect(loaded()).toBe(last);
});

test("a document whose provider stalls ends for the customer, too", async () => {
  backend.misbehave(/GET \/api\/offer\/documents\//, "stalls within a large PDF");
  const file = await fetch(`${portal.origin}/angebot/${fresh()}/dokumente/item-1/CONTRACT_SUMMARY`);
  expect(file.status).toBe(200);
  await expect(file.arrayBuffer()).rejects.toThrow("terminated");
});

describe("optional answers of the provider", () => {
  const toIdData = async (token: string, brand: string) => {
    const customer = portal.browser();
    await customer.get(`/angebot/${token}?brand=${brand}`);
    await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
    return customer;
  };

  // Brands whose list was not requested before.
  test.each<[Fault, string]>([
    ["answers an empty list", "blau"],
    ["never answers", "nova"],
  ])("ID data is accepted although the list of nationalities %s", async (fault, brand) => {
    const token = fresh();
    const customer = await toIdData(token, brand);
    const rule = backend.misbehave(/\/lists\/nationalities/, fault);
    const page = await customer.get(`/angebot/${token}/ausweisdaten`);
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    expect([page.status, page.name]).toEqual([200, "id-data"]);
    expect((await customer.submit(page, entered.idData)).location).toMatch(/\/zahlung$/);
  });

  test("a consent that could not be saved is mentioned, and the order continues", async () => {
    const token = fresh();
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    const boxes = all(page.document, "input", { type: "checkbox" }).map(({ attributes }) => attributes);
    expect(boxes.length).toBeGreaterThan(0);
    const ticked = Object.fromEntries(boxes.map(({ name = "", value = "" }) => [name, value]));
    backend.misbehave(/GET \/api\/consent\//, "never answers");
    await portal.restart();
    const next = await customer.submit(page, { ...entered.personalData, ...ticked }, { follow: true });
    expect([next.status, next.name]).toEqual([200, "id-data"]);
    expect(next.text).toContain(
      "Ihre Auswahl zur Werbung konnten wir nicht speichern. Es wurde nichts geändert.",
    );
  });
});

describe("a customer's form keeps its input if it cannot be saved", () => {
  test.each([
    // Anybody in between may answer so; the current values show that nothing was changed.
    ["answers 401 without words", 502],
    ["answers 429", 503],
  ] as const)("when the backend %s", async (fault, shown) => {
    const customer = portal.browser();
    const page = await openDetails(customer, fresh());
    backend.misbehave(/POST \/api\/\w+\/customer\/details\//, fault);
    const after = await customer.submit(page, newDetails.email);
    expect([after.status, after.name]).toEqual([shown, "customer-data"]);
    expect(after.text).toContain("Wir können gerade nicht bestätigen, dass Ihre Änderungen gespeichert sind");
    expect(after.text).toMatch(/Fehlernummer\s*[2-9B-Z]{6}/);
    // As whoever answered asks for.
    expect(after.headers.get("Retry-After")).toBe("30");
    expect(after.html).toContain(newDetails.email.email);
  });
});
