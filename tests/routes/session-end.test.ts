import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Browser, fieldsOf, linkTo } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { startFaultStore } from "../support/fault-store.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element } from "../support/html.ts";
import { logIn } from "../support/login.ts";
import { enterAll, entered, goToSummary, knownEnd } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();
const path = "/eingaben-loeschen";
const names = ({ cookies }: Browser) => [...cookies].map(([name]) => name).sort();

/** Presses the button of the page that says what will be removed. */
const end = async (customer: Browser, prefix = "") => customer.submit(await customer.get(prefix + path), {});

describe("what this browser's session holds is removed", () => {
  test("an order that was begun: with its login, its drafts and its cookies, but for brand and language", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const thief = portal.browser();
    await customer.get("/?brand=o2");
    await customer.post("/sprache", { locale: "de", returnTo: "/" });
    await enterAll(customer, token);
    await customer.post("/sprache?returnTo=/kuendigung", { locale: "de", firstName: "Ayşe" });
    thief.cookies.set("sid", customer.cookies.get("sid") ?? expect.fail("no session"));
    const asked = await customer.get(path);
    expect([asked.status, asked.name, asked.heading]).toEqual([200, "session-end", "Eingaben löschen"]);
    for (const text of ["Welche Angebote Sie geöffnet", "Angefangene Formulare"])
      expect(asked.text).toContain(text);
    // What was typed is on no page that anybody on this device can open.
    expect(asked.html).not.toMatch(/Ayşe|Öztürk/);
    const ended = await customer.submit(asked, {});
    expect([ended.status, ended.state, ended.heading]).toEqual([200, "Ended", "Ihre Eingaben sind gelöscht"]);
    expect(ended.text).toContain("Welche Angebote Sie geöffnet");
    expect(ended.text).not.toContain("Melden Sie sich auch");
    expect(ended.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect(ended.headers.get("Cache-Control")).toBe("no-store");
    expect(names(customer)).toEqual(["brand", "locale"]);
    expect((await thief.get(`/angebot/${token}/zusammenfassung`)).location).toBe(`/angebot/${token}`);
    await customer.get(`/angebot/${token}`);
    expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`)).firstName).toBe("");
    expect(fieldsOf(await customer.get("/kuendigung")).firstName).toBe("");
  });

  test("what was typed and travels in an address: Back opens it no more", async () => {
    const customer = portal.browser();
    const typed = await customer.post("/sprache?returnTo=/kuendigung", { locale: "de", firstName: "Ayşe" });
    expect(fieldsOf(await customer.get(typed.location ?? "")).firstName).toBe("Ayşe");
    expect((await customer.get(path)).text).toContain("Angefangene Formulare");
    await end(customer);
    expect(names(customer)).toEqual(["locale"]);
    expect(fieldsOf(await customer.get(typed.location ?? "")).firstName).toBe("");
  });

  test("once and again, in another tab, and where there was nothing", async () => {
    const customer = portal.browser();
    await enterAll(customer, fresh("demo"));
    const asked = await customer.get(path);
    const pressed = await Promise.all([1, 2, 3].map(() => customer.submit(asked, {})));
    const again = await end(customer);
    for (const { status, state } of [...pressed, again]) expect([status, state]).toEqual([200, "Ended"]);
    expect(again.text).toContain("Es war nichts mehr von Ihnen gespeichert.");
    const stranger = portal.browser();
    const empty = await stranger.get(path);
    expect(empty.heading).toBe("Hier gibt es nichts zu löschen");
    expect(empty.text).toContain(
      "Aus diesem Browser ist nichts gespeichert, was noch nicht abgeschickt ist.",
    );
    const [fold] = all(empty.document, "details");
    expect(all(fold as Element, "form").length, "what forms have kept, to be opened").toBe(1);
    expect((await stranger.post(path)).state).toBe("Ended");
  });

  test("a login, with a word on the account it was made with", async () => {
    const token = fresh("login");
    const customer = portal.browser();
    expect((await logIn(customer, token)).status).toBe(200);
    expect((await end(customer)).text).toContain("Melden Sie sich auch bei Ihrem Kundenkonto ab.");
    expect((await customer.get(`/angebot/${token}`)).status).toBe(401);
  });

  test("the contract of a selfcare link, and the way back to a declaration, which itself stays", async () => {
    const customer = portal.browser();
    await customer.get("/selfcarekuendigung?data=demo", { follow: true });
    const sent = await customer.post("/kuendigung", declaration());
    const receipt = sent.location ?? "";
    const asked = await customer.get(path);
    expect(asked.text).toContain("Die Vertragsdaten aus Ihrem Kündigungslink");
    // To be saved before.
    expect(linkTo(asked, "Bestätigung Ihrer Kündigung")).toBe(receipt);
    const ended = await customer.submit(asked, {});
    expect(ended.text).toContain("gelten weiter");
    expect(names(customer).filter((name) => name !== "brand")).toEqual([]);
    expect((await customer.get("/kuendigung")).html).not.toContain(receipt.replaceAll("&", "&amp;"));
    expect((await portal.browser().get(receipt)).status).toBe(200);
  });

  test("but not the link with which another device goes on", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await enterAll(customer, token);
    const shown = await customer.submit(
      await customer.get(`/angebot/${token}/weitermachen`),
      {},
      { follow: true },
    );
    const link = /https?:\/\/[^\s<]+\/weitermachen\/[^\s<]+/.exec(shown.html)?.[0] ?? "";
    expect((await end(customer)).text).toContain("Ihr Code zum Weitermachen");
    const desk = portal.browser();
    const { pathname, search } = new URL(link);
    await desk.post(pathname + search);
    await desk.get(`/angebot/${token}`);
    const { lastName } = entered.personalData;
    expect(fieldsOf(await desk.get(`/angebot/${token}/meine-daten`)).lastName).toBe(lastName);
  });
});

test.each([
  ["o2", "", "Eingaben löschen", "Ihre Eingaben sind gelöscht"],
  ["ortel", "/en", "Delete what you entered", "What you entered has been deleted"],
  ["ayyildiz", "/tr", "Girdiğim bilgileri sil", "Girdiğiniz bilgiler silindi"],
])("at %s%s the footer of every page leads to it", async (brand, prefix, label, done) => {
  const customer = portal.browser();
  await customer.get(`/?brand=${brand}`);
  const token = fresh("demo");
  for (const page of ["/barrierefreiheit", `/idv/${token}`]) {
    const { document } = await customer.get(prefix + page);
    const links = all(document, "a").filter(({ attributes }) => attributes.href === prefix + path);
    expect(links.length, page).toBe(1);
  }
  expect(linkTo(await customer.get(`${prefix}/angebot/${token}`), label)).toBe(prefix + path);
  expect((await end(customer, prefix)).heading).toBe(done);
});

test("confirmations and a lost session lead to it too", async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  const question = "Nutzen noch andere dieses Gerät?";
  const ordered = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const terminated = await customer.post("/kuendigung", declaration(), { follow: true });
  const lost = await portal
    .browser()
    .post(`/angebot/${fresh("demo")}/meine-daten`, entered.personalData, { follow: true });
  for (const page of [ordered, lost]) expect(page.text, page.name).toContain(question);
  // Receipts are short: the footer has it.
  for (const page of [ordered, terminated, lost])
    expect(linkTo(page, "Eingaben löschen"), page.name).toBe(path);
});

test("another site cannot end a session", async () => {
  const customer = portal.browser();
  await enterAll(customer, fresh("demo"));
  const foreign = await customer.post(path, {}, { headers: { Origin: "https://elsewhere.example" } });
  expect(foreign.status).toBe(403);
  expect(names(customer)).toContain("sid");
});

describe("what is under way, and a store that is away", async () => {
  const backend = await startFaultProxy();
  const store = await startFaultStore();
  const faulty = await startPortal({
    API_BASE_URL: backend.origin,
    SESSION_STORE: store.url,
    REDIRECT_ORIGINS: backend.origin,
    RATE_LIMIT_PER_MINUTE: "0",
    PAGE_DEADLINE_MS: "5000",
  });
  afterEach(async () => {
    backend.behave();
    await store.heal();
  });
  afterAll(async () => {
    await faulty.stop();
    await store.stop();
    await backend.stop();
  });
  const known = async (customer: Browser, token: string) =>
    expect.poll(async () => (await customer.get(`/angebot/${token}`)).status).toBe(200);

  test("an order of unknown end stays, is named, and ends as it would have", async () => {
    const token = fresh();
    const other = fresh();
    const customer = faulty.browser();
    await enterAll(customer, other);
    const summary = await goToSummary(customer, token);
    backend.misbehave(/POST \/api\/offer\/accept\//, "never answers", false);
    await customer.submit(summary);
    const ended = await end(customer);
    const open = [200, "UnderWay", "Es ist noch nicht alles gelöscht"];
    expect([ended.status, ended.state, ended.heading]).toEqual(open);
    const row = /^Ihre Bestellung: Nordlicht 12 Pro Nummer [\dA-F]{4}-[\dA-F]{4}$/;
    expect(linkTo(ended, row)).toBe(`/angebot/${token}/danke`);
    expect(names(customer)).toContain("sid");
    // The other offer is gone.
    expect((await customer.get(`/angebot/${other}/zusammenfassung`)).location).toBe(`/angebot/${other}`);
    backend.behave();
    expect((await knownEnd(customer, token)).name).toBe("confirmation");
    expect((await end(customer)).state).toBe("Ended");
    expect(names(customer)).not.toContain("sid");
  });

  test("a change of unknown end stays, and is named as one", async () => {
    const customer = faulty.browser();
    const page = await openDetails(customer, fresh());
    backend.misbehave(/POST .*\/customer\/details\//, "closes the connection", false);
    await customer.submit(page, newDetails.phone);
    const ended = await end(customer);
    expect([ended.status, ended.state]).toEqual([200, "UnderWay"]);
    expect(linkTo(ended, /^Die Änderung Ihrer Kundendaten/)).toBe(page.path);
  });

  test("an order of unknown end is forgotten if the customer wants that too, and is not lost", async () => {
    const token = fresh();
    const customer = faulty.browser();
    const summary = await goToSummary(customer, token);
    backend.misbehave(/POST \/api\/offer\/accept\//, "never answers", true);
    await customer.submit(summary);
    const first = await end(customer);
    expect(first.text).toContain("Notieren Sie vorher die Nummer.");
    const all = await customer.submit(first, {});
    expect([all.status, all.state]).toEqual([200, "Ended"]);
    expect(names(customer)).not.toContain("sid");
    backend.behave();
    // Whoever has the link sees that it was ordered.
    expect((await customer.get(`/angebot/${token}`)).location).toBe(`/angebot/${token}/danke`);
  });

  test.each(["refuses", "hangs"] as const)(
    "a store that %s: the browser is cut off, and told so",
    async (fault) => {
      const token = fresh();
      const customer = faulty.browser();
      await known(customer, token);
      await store.strike(fault);
      const asked = await customer.get(path);
      expect(asked.status).toBe(200);
      expect(asked.text).toContain("Löschen können Sie trotzdem.");
      const ended = await customer.submit(asked, {});
      const cutOff = [200, "StoreAway", "Dieser Browser hat keinen Zugriff mehr"];
      expect([ended.status, ended.state, ended.heading]).toEqual(cutOff);
      expect(ended.text).toContain("spätestens nach 21 Stunden");
      expect(ended.text).toContain("Ob noch etwas offen ist, konnten wir nicht prüfen.");
      expect(names(customer)).not.toContain("sid");
    },
  );

  test("a declaration that is not passed on yet keeps its receipt in sight", async () => {
    const customer = faulty.browser();
    backend.misbehave(/POST \/api\/O2\/contracttermination\//, "answers 503 without words", false);
    const sent = await customer.post("/kuendigung", declaration());
    const ended = await end(customer);
    expect(ended.text).toContain("Noch nicht weitergegeben, aber sicher bei uns");
    expect(linkTo(ended, "Bestätigung Ihrer Kündigung")).toBe(sent.location);
  });
});
