import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { fieldsOf } from "../support/browser.ts";
import { json, startFaultProxy } from "../support/fault-proxy.ts";
import { tracedCustomer } from "../support/faulty-portal.ts";
import { patienceMs } from "../support/patience.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { takeAway } from "../support/store.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { declaration, received } from "../support/termination.ts";

const backend = await startFaultProxy();
const database = await startPostgres();
const proxy = await startTcpProxy(database.port);
const settings = {
  API_BASE_URL: backend.origin,
  DECLARATION_RETRY_MS: "250",
  RATE_LIMIT_PER_MINUTE: "0",
  // What a portal has begun, it leaves to others after twice as long.
  PAGE_DEADLINE_MS: "15000",
};
const portal = await startPortal({
  ...settings,
  DECLARATION_STORE: `postgres://portal@127.0.0.1:${proxy.port}/portal`,
});

const setting = async (change: string) => {
  await database.query(`ALTER SYSTEM ${change}`);
  await database.query("SELECT pg_reload_conf()");
};
/** Faults of the database, each with what ends it. */
const faults = {
  async refuses() {
    await database.kill();
    return database.start;
  },
  async hangs() {
    proxy.hang();
    return proxy.heal;
  },
  async "is too slow"() {
    proxy.slow(2500);
    return proxy.heal;
  },
  async "is full"(when = "INSERT OR UPDATE") {
    await database.query(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await database.query(`CREATE TRIGGER fill BEFORE ${when} ON declaration EXECUTE FUNCTION fill()`);
    return () => database.query("DROP FUNCTION fill CASCADE");
  },
  async "is read-only"() {
    await setting("SET default_transaction_read_only = on");
    const show = () => database.query("SHOW default_transaction_read_only");
    await expect.poll(show).toEqual([{ default_transaction_read_only: "on" }]);
    return () => setting("RESET default_transaction_read_only");
  },
};
type Fault = keyof typeof faults;
let heal: () => unknown = () => {};
const strike = async (fault: Fault) => {
  heal = await faults[fault]();
};
async function mend() {
  await heal();
  heal = () => {};
}
afterEach(async () => {
  backend.behave();
  await mend();
});
afterAll(async () => {
  await portal.stop();
  await proxy.stop();
  await database.stop();
  await backend.stop();
});

let count = 0;
/** A declaration that the provider's list tells from all others. */
const newDeclaration = () => declaration({ lastName: `Muster-${++count}` });
const declare = (at: Portal, fields: ReturnType<typeof declaration>) =>
  at.browser().post("/kuendigung", fields);
const arrivals = async ({ lastName }: ReturnType<typeof declaration>) =>
  (await received(backend.origin)).filter(({ declaration: sent }) =>
    JSON.stringify(sent).includes(`"${lastName}"`),
  ).length;

/** Declares with the store at fault, then without: to a provider that is there, and to one that is away. */
async function survives(at: Portal, end: () => unknown) {
  const there = newDeclaration();
  expect((await declare(at, there)).status).toBe(303);
  expect(await arrivals(there)).toBe(1);
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const away = newDeclaration();
  const refused = await declare(at, away);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, expect.anything()]);
  expect(refused.html).toContain('id="letter"');
  const ready = async () => (await fetch(`${at.origin}/health/ready`)).json();
  // Probes are answered from one look a second.
  await expect.poll(async () => (await ready()).declarationStore).not.toBe("ok");
  await end();
  // After a fault the store is tried again at intervals.
  await expect.poll(async () => (await declare(at, away)).status, { interval: 500 }).toBe(303);
  expect(await arrivals(away)).toBe(0);
  backend.behave();
  await expect.poll(() => arrivals(away)).toBe(1);
  await expect.poll(async () => (await ready()).declarations).toMatchObject({ waiting: 0 });
  expect([await arrivals(there), await arrivals(away)]).toEqual([1, 1]);
}

describe.each(Object.keys(faults) as Fault[])("a database that %s", (fault) => {
  test("loses no declaration, doubles none, and confirms none that nobody has", async () => {
    await strike(fault);
    await survives(portal, mend);
  });
});

test("a declaration whose end could not be stored is audited as done once, when it is", async () => {
  let trace = "";
  const audited = () =>
    portal.log
      .filter((line) => line.includes('"audit":"termination"') && line.includes(trace))
      .map((line) => JSON.parse(line).outcome);
  // After the fault of the test before, the store is tried again at intervals.
  const ready = async () => (await fetch(`${portal.origin}/health/ready`)).json();
  await expect.poll(async () => (await ready()).declarationStore).toBe("ok");
  heal = await faults["is full"]("UPDATE");
  const declareTraced = async () => {
    const { customer, traceId } = tracedCustomer(portal);
    trace = traceId;
    const sent = newDeclaration();
    expect((await customer.post("/kuendigung", sent)).status).toBe(303);
    expect(await arrivals(sent)).toBe(1);
    await expect.poll(audited).toHaveLength(1);
    return audited();
  };
  // A store that is too slow for a busy machine is passed by: that declaration is done at once.
  await expect.poll(declareTraced).toEqual(["waiting"]);
  await mend();
  // Once the lease of the first attempt has ended.
  await expect.poll(audited, { timeout: 4 * patienceMs }).toEqual(["waiting", "done"]);
});

test("a portal that starts while the database is away receives declarations, and stores them once it is back", async () => {
  await strike("refuses");
  await portal.restart();
  await survives(portal, mend);
});

test("a database that takes fewer connections than the portals may open loses no confirmation", async () => {
  const small = await startPostgres({ maxConnections: 4 });
  onTestFinished(() => small.stop());
  // Sent again more often, what waits would keep all four connections of the portal that has them.
  const own = { ...settings, DECLARATION_STORE: small.url, DECLARATION_RETRY_MS: "2000" };
  const portals = await Promise.all([startPortal(own), startPortal(own)]);
  onTestFinished(async () => {
    await Promise.all(portals.map((each) => each.stop()));
  });
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const sent = Array.from({ length: 16 }, newDeclaration);
  const answers = await Promise.all(
    sent.map(async (fields, index) => {
      const at = portals[index % 2];
      let status = at && (await declare(at, fields)).status;
      // On a busy machine some are told in time that nothing was received, and send the form again.
      while (at && status === 503) status = (await declare(at, fields)).status;
      return status;
    }),
  );
  expect(answers).toEqual(sent.map(() => 303));
  const logs = portals.flatMap(({ log }) => log).join("");
  expect(logs).toContain("PostgreSQL takes no more connections");
  backend.behave();
  for (const fields of sent) await expect.poll(() => arrivals(fields)).toBe(1);
});

test("a file that cannot be opened any more prevents no declaration, and ends no portal", async () => {
  const own = await startPortal(settings);
  onTestFinished(() => own.stop());
  const file = join(own.folder, "declarations.sqlite");
  takeAway(file);
  await survives(own, () => rmSync(file));
});

test.each(["answers 503 without words", "answers 404 without words"] as const)(
  "with a provider that %s, nothing pretends to receive a declaration: the form says how else it arrives",
  async (fault) => {
    await strike("refuses");
    const customer = portal.browser();
    const forms = [
      ["/kuendigung", declaration({ lastName: "Müller (geb. Schmidt)" }), "Hiermit kündige ich"],
      ["/widerruf", declaration({ contractReference: "Handyvertrag" }), "Hiermit widerrufe ich"],
    ] as const;
    for (const [path, typed, expected] of forms) {
      const away = backend.strike({ call: /^POST /, fault });
      const refused = await customer.submit(await customer.get(path), typed);
      expect([refused.status, refused.headers.get("Retry-After")], path).toEqual([503, expect.anything()]);
      const { firstName, lastName, email } = typed;
      expect(fieldsOf(refused)).toMatchObject({ firstName, lastName, email });
      const { document } = parseHTML(refused.html);
      const letter = document.querySelector("#letter")?.textContent;
      expect(refused.text).not.toContain("gerade schon abgegeben");
      expect(letter).toContain(expected);
      if (path === "/kuendigung") expect(refused.html).toContain("terminationSubmitFailed");
      expect(letter).toContain(String(lastName));
      const mail = new URL(document.querySelector('a[href^="mailto:"]')?.getAttribute("href") ?? "");
      expect(mail.searchParams.get("body")?.replaceAll("\r\n", "\n")).toBe(letter);
      expect(document.querySelector('[aria-labelledby="other-ways"] a[href^="tel:"]')).not.toBeNull();
      // The same in the words of the reply where scripts sent the form, as the page has none for it.
      const reply = await customer.post(`${path}.data`, { ...typed, brand: "o2" });
      expect(reply.status).toBe(503);
      expect(Buffer.from(reply.body).toString()).toContain("geben Sie Ihre Erklärung");
      away.end();
      const done = await customer.submit(refused, {}, { follow: true });
      expect(done.name, path).toMatch(/-confirmation$/);
    }
  },
);

test("an objection that only the provider could receive is told as it answers", async () => {
  await strike("refuses");
  const answers: [status: number, body: string, shown: number, state: string | undefined][] = [
    [404, '{"code":"NOT_FOUND"}', 404, "NotFound"],
    [404, "{}", 503, "TechnicalProblem"],
    [422, '{"errors":["token"]}', 422, undefined],
    [409, '{"code":"DECLINED_ALREADY"}', 200, undefined],
    [409, "{}", 503, "TechnicalProblem"],
    [410, "{}", 503, "TechnicalProblem"],
    [401, "{}", 503, "TechnicalProblem"],
    [500, '{"errors":["token"]}', 503, "TechnicalProblem"],
    [429, "{}", 503, "Downtime"],
    [409, '{"code":"DOWNTIME"}', 503, "Downtime"],
  ];
  for (const [at, [status, body, shown, state]] of answers.entries()) {
    const rule = backend.strike({ call: /POST .*declinemail/, fault: json(status, body) });
    const fields = { "List-Unsubscribe": "One-Click" };
    const page = await portal.browser().post(`/email-ablehnung?token=T-${at}&brand=o2`, fields);
    rule.end();
    const { headers, html } = page;
    expect([status, body, page.status, page.state]).toEqual([status, body, shown, state]);
    expect([headers.has("Retry-After"), html.includes("Fehlernummer")]).toEqual([shown > 500, shown >= 400]);
  }
});
