import { afterEach, describe, expect, test, vi } from "vitest";
import type { Browser, Fields, Page } from "../support/browser.ts";
import { json, type Play } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { mailsAbout } from "../support/outbox.ts";
import { patienceMs } from "../support/patience.ts";
import { declaration, idOf, passedOn, pdfOf, receiptAt } from "../support/termination.ts";

// Only the provider's own words refuse a declaration, and what it has taken stays taken (decision 0126).
const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const contract = { contractNumber: "", contractReference: "" };
const declarations = {
  "/kuendigung": /POST \/api\/O2\/contracttermination\/[^/]+$/,
  "/widerruf": /POST \/api\/O2\/withdrawal\//,
};
const declared = (customer: Browser, path: string) => {
  const word = fresh("V-1");
  const numbers = Object.fromEntries(Object.keys(contract).map((name) => [name, word]));
  return customer.post(path, declaration(numbers));
};
const isPassedOn = ({ text }: Page) => !text.includes("wird weitergegeben");
const refused = "Unser System hat sie beim Weitergeben aber nicht angenommen";

test("refused without words for ever, it is left to staff, and nobody is told that it was refused", async () => {
  const customer = portal.browser();
  backend.misbehave(/contracttermination|declinemail/, json(422, "<h1>nginx</h1>"));
  const objection = await customer.post(`/email-ablehnung?token=${fresh()}&brand=o2`);
  const sent = await declared(customer, "/kuendigung");
  for (const { location = "" } of [objection, sent]) {
    const isByStaff = async () =>
      (await customer.get(location)).text.includes("Unsere Mitarbeiterinnen und Mitarbeiter geben");
    await vi.waitUntil(isByStaff, { timeout: 2 * patienceMs });
    const { status, text } = await customer.get(location);
    expect([status, text.includes(refused)]).toEqual([200, false]);
  }
});

describe.each(Object.entries(declarations))("%s", (path, call) => {
  test("our own repeat is refused because the first attempt acted: the provider has it", async () => {
    let attempts = 0;
    const lostOnce: Play = (stage) =>
      attempts++ === 0 ? stage.response.socket?.destroy() : json(409, '{"code":"ENDED_ALREADY"}')(stage);
    const customer = portal.browser();
    backend.misbehave(call, lostOnce, true);
    const sent = await declared(customer, path);
    const page = await customer.get(sent.location ?? "");
    expect(attempts).toBe(2);
    expect([page.text.includes(refused), isPassedOn(page)]).toEqual([false, true]);
    expect(await mailsAbout(backend.origin, idOf(sent))).toHaveLength(1);
  });

  test("its own words refuse it, at once or after it was away", async () => {
    for (const away of [false, true]) {
      const customer = portal.browser();
      if (away) await backend.down();
      else backend.misbehave(call, json(422, '{"code":"NO_SUCH_CONTRACT"}'));
      const sent = await declared(customer, path);
      backend.misbehave(call, json(422, '{"code":"NO_SUCH_CONTRACT"}'));
      if (away) await backend.up();
      const page = await passedOn(customer, customer.get(sent.location ?? ""));
      for (const text of [refused, "Rufen Sie uns bitte an: 030 23125"]) expect(page.text).toContain(text);
    }
  });
});

describe("an objection", () => {
  const call = /POST \/api\/declinemail/;
  const link = () => `/email-ablehnung?token=${fresh()}&brand=o2`;
  const waits = "wir geben ihn automatisch weiter";

  test("a link that the provider does not know once it is back", async () => {
    const reader = portal.browser();
    await backend.down();
    const page = await reader.submit(await reader.get(link()), {}, { follow: true });
    expect(page.text).toContain(waits);
    backend.misbehave(call, json(404, '{"code":"NOT_FOUND"}'));
    await backend.up();
    const shown = () => reader.get(page.path);
    await vi.waitUntil(async () => (await shown()).status === 404, { timeout: patienceMs });
    expect((await shown()).heading).toBe("Dieser Link funktioniert nicht");
  });
});

describe("a proof that was taken stays taken", () => {
  const special = (): Fields =>
    declaration({
      contractNumber: fresh("V-1"),
      cancellationType: "special",
      reason: "PersönlicheUmstände",
      file: pdfOf(1000),
    });
  const lost = "Ihr Nachweis ist nicht angekommen";
  const reads = /GET \/api\/O2\/contracttermination\/[^/]+$/;
  const receivedAt = "2030-01-15T10:00:00Z";

  test.each<[string, Play]>([
    ["a provider with the specification's calls only", json(404, "<h1>Not found</h1>")],
    ["without its list", json(200, JSON.stringify({ id: "x", receivedAt }))],
    ["with an empty list", json(200, JSON.stringify({ id: "x", receivedAt, uploads: [] }))],
  ])("%s", async (_, fault) => {
    const customer = portal.browser();
    backend.misbehave(reads, fault);
    const sent = await customer.post("/kuendigung", special());
    expect(sent.location).toEqual(receiptAt("/kuendigung/bestaetigung"));
    for (const reader of [customer, portal.browser()]) {
      const page = await reader.get(sent.location ?? "");
      expect([page.status, page.text.includes(lost)]).toEqual([200, false]);
      expect(page.text).toContain("nachweis.pdf");
    }
  });

  test("nobody says that it is lost where nobody knows, and it can be sent again", async () => {
    const customer = portal.browser();
    backend.misbehave(reads, json(404, "<h1>Not found</h1>"));
    backend.strike({ call: /POST .*\/upload\//, fault: "answers 503 without words" });
    const sent = await customer.post("/kuendigung", special());
    const location = (sent.location ?? "").replace(/&upload.*/, "");
    const page = await portal.browser().get(location);
    expect([page.status, page.text.includes(lost)]).toEqual([200, false]);
    expect(page.text).toContain("Ob Ihr Nachweis angekommen ist, wissen wir noch nicht");
    expect(page.html).toContain('type="file"');
  });
});
