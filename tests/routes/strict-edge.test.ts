import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { newDetails, openDetails } from "../support/customer.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { declaration, pdfOf, terminationsAt } from "../support/termination.ts";

const { portal, backend } = await faultyPortalForTests();

/** An answer with this status and nothing else to go by. */
const bare =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end();
const answers = (type: string, body: string) => (response: ServerResponse) =>
  response.writeHead(200, { "Content-Type": type }).end(body);

describe("a proof that the provider answers oddly", () => {
  test.each([204, 205, 304, 999])(
    "with %d: the declaration is received and the portal lives",
    async (status) => {
      const { pid } = portal;
      backend.misbehave(/POST \/api\/\w+\/contracttermination\/upload/, bare(status));
      const fields = declaration({
        cancellationType: "special",
        reason: "PersönlicheUmstände",
        file: pdfOf(100_000),
      });
      const page = await portal.browser().post("/kuendigung", fields, { follow: true });
      expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
      expect(await terminationsAt(backend.origin, String(fields.submissionId))).toHaveLength(1);
      expect(portal.pid).toBe(pid);
      expect((await fetch(`${portal.origin}/health/live`)).status).toBe(200);
    },
  );
});

describe("nothing but the row's own success is one", () => {
  test.each([
    ["a page", answers("text/html", "<h1>Welcome</h1>")],
    ["nothing at all", answers("application/json", "")],
    ["something cut off", answers("application/json", '{"done":')],
    ["some JSON", answers("application/json", "{}")],
    ["a reset of the form", bare(205)],
  ])("advertising is not declined by %s", async (_, answer) => {
    const token = fresh();
    const customer = portal.browser();
    const page = await customer.get(`/email-ablehnung?token=${token}&brand=o2`);
    backend.misbehave(/POST \/api\/declinemail/, answer);
    const after = await customer.submit(page, {}, { follow: true });
    expect(after.text).toContain("Wir geben Ihren Widerspruch später automatisch weiter");
  });

  test.each([
    ["empty", ""],
    ["garbage", "<html>Gateway</html>"],
    ["cut off", "%PDF-1.7\n1 0 obj\n<< /Type"],
  ])("nobody orders without the contract summary: it is %s", async (_, body) => {
    const token = fresh();
    const customer = portal.browser();
    const page = await goToSummary(customer, token);
    backend.misbehave(/GET \/api\/offer\/documents\//, answers("application/pdf", body));
    expect(await customer.submit(page)).toMatchObject({ status: 502, state: "DocumentsNotLoaded" });
    const again = await customer.get(`/angebot/${token}/zusammenfassung`);
    expect(again).toMatchObject({ status: 502, state: "DocumentsNotLoaded" });
    backend.behave();
    expect((await customer.get(`/angebot/${token}/zusammenfassung`)).name).toBe("summary");
  });
});

test("a POST that acts is never sent twice unasked: the provider may not know the key", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await goToSummary(customer, token);
  backend.misbehave(/POST \/api\/offer\/accept\//, "closes the connection");
  backend.calls.length = 0;
  await customer.submit(page);
  expect(backend.calls.filter((call) => call.includes("/accept/"))).toHaveLength(1);
});

describe("what a page can do without", () => {
  const toIdData = async (token: string) => {
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
    return customer;
  };

  test.each([
    ["is empty", answers("application/json", "[]")],
    ["is a page", answers("text/html", "<h1>Gateway</h1>")],
    ["never comes", () => {}],
  ])("ID data is taken where the list of nationalities %s", async (_, answer) => {
    const token = fresh();
    const customer = await toIdData(token);
    backend.misbehave(/\/lists\/nationalities/, answer);
    await portal.restart();
    const page = await customer.get(`/angebot/${token}/ausweisdaten`);
    expect([page.status, page.name]).toEqual([200, "id-data"]);
    expect((await customer.submit(page, entered.idData)).location).toMatch(/\/zahlung$/);
  });

  test("a choice about advertising that could not be saved is said, and the order goes on", async () => {
    const token = fresh();
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    const boxes = [...page.html.matchAll(/name="(consents\.[^"]+)"[^>]*value="([^"]+)"/g)];
    expect(boxes.length).toBeGreaterThan(0);
    const ticked = Object.fromEntries(boxes.map(([, name = "", value = ""]) => [name, value]));
    backend.misbehave(/GET \/api\/consent\//, "never answers");
    await portal.restart();
    const next = await customer.submit(page, { ...entered.personalData, ...ticked }, { follow: true });
    expect([next.status, next.name]).toEqual([200, "id-data"]);
    expect(next.text).toContain(
      "Ihre Auswahl zur Werbung konnten wir nicht speichern. Es wurde nichts geändert.",
    );
  });
});

describe("a customer's page that was there a moment ago keeps what was typed", () => {
  test.each([
    [401, 502],
    [403, 502],
    [404, 502],
    [429, 503],
  ])("when saving is answered %d", async (status, shown) => {
    const customer = portal.browser();
    const page = await openDetails(customer, fresh());
    backend.misbehave(/POST \/api\/\w+\/customer\/details\//, bare(status, { "Retry-After": "17" }));
    const after = await customer.submit(page, newDetails.email);
    expect([after.status, after.name]).toEqual([shown, "customer-data"]);
    expect(after.headers.get("Retry-After")).toBe("17");
    expect(after.html).toContain(newDetails.email.email);
  });
});

test("while the provider hangs, customers hear so at once instead of waiting in vain", async () => {
  backend.misbehave(/GET \/api\/offer\/verify/, "never answers");
  const open = () => portal.browser().get(`/angebot/${fresh()}`);
  await Promise.all(Array.from({ length: 9 }, open));
  const calls = backend.calls.length;
  const page = await open();
  expect(backend.calls).toHaveLength(calls);
  expect([page.status, page.state]).toEqual([503, "Downtime"]);
  expect(Number(page.headers.get("Retry-After"))).toBeLessThanOrEqual(5);
});
