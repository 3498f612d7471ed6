import { afterEach, expect, test } from "vitest";
import type { Fault } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";

const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const reads = /GET \/api\/offer\/summary\//;
const faults: Fault[] = ["answers 500 with a page", "never answers", "answers 204"];

/** What the customer settles about an order: its page, what is typed there, the call that sends it, and its end. */
const pages = {
  rufnummer: {
    scenario: "demo-porting-stopped",
    typed: {
      portingHolder: "Berta Muster",
      "birthDate.day": "14",
      "birthDate.month": "10",
      "birthDate.year": "1961",
    },
    sends: /POST \/api\/offer\/porting\//,
    failed: "Wir können Ihre Anfrage gerade nicht bestätigen",
    lead: "weil der Vertrag dort auf einen anderen Namen läuft",
    done: "Wir fragen noch einmal an",
  },
  "e-mail": {
    scenario: "demo",
    typed: { email: "neu@example.org" },
    sends: /POST \/api\/offer\/email\//,
    failed: "Wir können die Änderung gerade nicht bestätigen",
    lead: "Vielleicht liegt sie im Spam-Ordner",
    done: "Die neue E‑Mail‑Adresse ist gespeichert",
  },
} as const;

test.each(Object.entries(pages).flatMap(([page, row]) => faults.map((fault) => [page, fault, row] as const)))(
  "%s: while the summary %s, a post shows its form with what was typed, and nothing is sent",
  async (page, fault, row) => {
    const { scenario, typed, sends, failed, lead, done } = row;
    const token = fresh(scenario);
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
    const at = `/angebot/${token}/${page}`;
    const form = await customer.get(at);
    backend.misbehave(reads, fault);
    const before = backend.calls.filter((call) => sends.test(call)).length;
    const hasTyped = (shown: typeof form) =>
      Object.entries(typed).map(([name, value]) => [
        name,
        all(shown.document, "input", { name })[0]?.attributes.value === value,
      ]);
    const isTyped = Object.keys(typed).map((name) => [name, true]);
    const answer = await customer.submit(form, typed);
    expect([answer.status, answer.name]).toEqual([503, form.name]);
    expect(textOf(all(answer.document, "main")[0])).toContain(failed);
    expect(answer.text, "what it is about").toContain(lead);
    expect(hasTyped(answer)).toEqual(isTyped);
    expect(backend.calls.filter((call) => sends.test(call)).length - before, "nothing was sent").toBe(0);
    expect(hasTyped(await customer.get(at)), "a reload").toEqual(isTyped);
    backend.behave();
    expect(hasTyped(await customer.get(at)), "once it can be read").toEqual(isTyped);
    expect((await customer.submit(answer, typed, { follow: true })).heading).toBe(done);
  },
);

test("a new eSIM that nobody can say is there to be had is not asked for, and its button stays", async () => {
  const token = fresh("demo-esim");
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  await customer.submit(await customer.get(`/angebot/${token}/esim`));
  const form = await customer.get(`/angebot/${token}/neue-esim`);
  backend.misbehave(reads, "answers 500 with a page");
  const answer = await customer.submit(form);
  expect([answer.status, answer.name]).toEqual([503, "esim-replacement"]);
  expect(answer.text).toContain("Wir können Ihre Anforderung gerade nicht bestätigen");
  expect(backend.calls.some((call) => /POST .*\/esim-replacement\//.test(call) && call.includes(token))).toBe(
    false,
  );
});

test("after a login, too; who has only the link is led to the order", async () => {
  const token = fresh("demo-porting-stopped");
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const at = `/angebot/${token}/rufnummer`;
  const known = portal.browser();
  const stranger = portal.browser();
  for (const viewer of [known, stranger]) await viewer.get(`/angebot/${token}/danke`);
  const { location = "" } = await known.submit(await known.get(`/angebot/${token}/login`));
  const asked = Object.fromEntries(new URL(location).searchParams);
  const back = await known.post(`${backend.origin}/sandbox/login`, { ...asked, action: "login" });
  const { pathname, search } = new URL(back.location ?? "", portal.origin);
  await known.get(pathname + search);
  const form = await known.get(at);
  backend.misbehave(reads, "answers 500 with a page");
  const typed = { portingHolder: "Berta Muster" };
  expect((await known.submit(form, typed)).status).toBe(503);
  const refused = await stranger.post(at, typed);
  expect([refused.status, refused.location]).toEqual([303, `/angebot/${token}/danke`]);
});
