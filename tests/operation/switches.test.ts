import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { tiles } from "../support/identity.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { declaration } from "../support/termination.ts";

// What an operator closes without a deploy, in a running portal.
const path = join(temporaryFolder(), "switches.json");
const write = (closed: unknown) => writeFileSync(path, JSON.stringify({ closed }));
write([]);
const metricsPort = await freePort();
const settings = { SANDBOX: "embedded", SWITCHES_PATH: path, METRICS_PORT: `${metricsPort}` };
const portal = await startPortal(settings);
afterAll(portal.stop);

const text = { de: "Wir bauen um.", en: "We are rebuilding.", tr: "Yenileniyoruz." };

describe("a closed journey", () => {
  test("says so, until when, and what remains; declarations go on", async () => {
    const token = fresh();
    const customer = portal.browser();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    write([{ journey: "offer", brand: "ayyildiz", until, text }]);
    const closed = await eventually(async () => {
      const page = await customer.get(`/tr/angebot/${token}?brand=ayyildiz`);
      return page.status === 503 && page;
    });
    expect([closed.name, closed.state]).toEqual(["offer", "Downtime"]);
    expect(closed.text).toContain("Yenileniyoruz. Tahmini bitiş");
    expect(Number(closed.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await customer.post(`/angebot/${token}/meine-daten`, entered.personalData)).status).toBe(503);
    expect((await customer.get("/kuendigung")).status).toBe(200);
    expect((await customer.post("/kuendigung", declaration())).status).toBe(303);
    expect((await customer.get(`/idv/${fresh()}`)).status).toBe(200);
    expect((await portal.browser().get(`/angebot/${fresh()}?brand=o2`)).status).toBe(200);
    // What an operator has closed is no failure: no alert may fire.
    const lines = () => portal.log.map((line) => JSON.parse(line)).filter(({ status }) => status === 503);
    await expect.poll(() => lines()[0]).toMatchObject({ closed: true, pattern: "/angebot/:token" });
    for (const line of lines()) expect(line).not.toHaveProperty("cause");
  });

  test("opens again when its time is over or the file says so", async () => {
    write([{ journey: "offer", until: new Date(Date.now() - 1000).toISOString(), text }]);
    const customer = portal.browser();
    await eventually(async () => (await customer.get(`/angebot/${fresh()}?brand=ayyildiz`)).status === 200);
    const warned = () => portal.log.filter((line) => line.includes("SWITCHES_PATH names what is open"));
    await expect
      .poll(() => warned().map((line) => JSON.parse(line)))
      .toMatchObject([{ level: 40, over: [{ journey: "offer" }] }]);
    expect(warned()[0]).not.toContain("bauen");
  });
});

test("the command shows what is closed in a running portal, and says what is wrong without a stack", async () => {
  const command = (...args: string[]) =>
    runCommand("switches", args, { SANDBOX: "embedded", LOG_LEVEL: "error", SWITCHES_PATH: path });
  write([{ journey: "customer", brand: "nova", text }]);
  const status = async () => (await portal.browser().get(`/kundendaten/${fresh()}?brand=nova`)).status;
  await eventually(async () => (await status()) === 503);
  expect(command("show")).toMatchObject({ status: 0, stderr: "" });
  expect(command("show").stdout).toContain("customer\tnova\t-\tclosed\t");
  const next = `${path}.next`;
  writeFileSync(next, JSON.stringify({ closed: [{ payment: "cash" }] }));
  const refused = command("check", next);
  expect([refused.status, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("closed.0.payment is none of direct_debit");
  expect(refused.stderr).not.toContain("    at ");
});

test("a closed site keeps what the law protects and the pages without a customer", async () => {
  write([{ site: "blau", text }]);
  const customer = portal.browser();
  await eventually(async () => (await customer.get(`/angebot/${fresh()}?brand=blau`)).status === 503);
  for (const open of ["/", "/kuendigung", "/widerruf", "/barrierefreiheit", "/angebot"])
    expect((await customer.get(open)).status, open).toBe(200);
  for (const closed of [`/idv/${fresh()}`, `/kundendaten/${fresh()}`])
    expect((await customer.get(closed)).status, closed).toBe(503);
});

test("a closed method of payment cannot be chosen, nor ordered with", async () => {
  write([]);
  const token = fresh();
  const customer = portal.browser();
  await eventually(async () => (await customer.get(`/angebot/${token}?brand=o2`)).status === 200);
  const summary = await goToSummary(customer, token, entered.card);
  write([{ payment: "credit_card" }]);
  const page = await eventually(async () => {
    const payment = await customer.get(`/angebot/${token}/zahlung`);
    return !payment.html.includes('value="credit_card"') && payment;
  });
  expect(page.html).toContain('value="direct_debit"');
  const refused = await customer.post(`/angebot/${token}/zahlung`, entered.card);
  expect(refused.status).toBe(422);
  const ordered = await customer.submit(summary);
  expect([ordered.status, ordered.location]).toEqual([303, `/angebot/${token}/zahlung`]);
});

test("a closed method of identification is not offered", async () => {
  write([{ identification: "video" }]);
  const customer = portal.browser();
  const shown = await eventually(async () => {
    const page = await customer.get(`/idv/${fresh()}`);
    return !tiles(page).includes("video") && page;
  });
  expect(tiles(shown).length).toBeGreaterThan(0);
  const posted = await customer.post(shown.path, { method: "video" });
  expect(posted.status).toBe(422);
  expect(all(posted.document, "button", { name: "method" }).length).toBeGreaterThan(0);
});

test("an announced maintenance is on the pages that it concerns until it is over, and closes nothing", async () => {
  write([]);
  const announce = (announced: unknown) => writeFileSync(path, JSON.stringify({ closed: [], announced }));
  const at = (path: string) =>
    portal.browser().get(path, { headers: { "Accept-Language": "de", "Accept-Encoding": "gzip, br" } });
  const before = await at("/angebot?brand=o2");
  const cached = `${portal.origin}/angebot`;
  const offer = `/angebot/${fresh()}?brand=o2`;
  expect(before.html).not.toContain("Wartung");
  const kept = await eventually(async () => {
    const page = await fetch(cached, { headers: { "Accept-Encoding": "br" } });
    return page.headers.get("Content-Encoding") === "br" && page;
  });
  const from = "2999-11-29T22:00+01:00";
  announce([{ from, until: "2999-11-30T04:30+01:00", journeys: ["offer", "identity"], brand: "o2" }]);
  const words =
    "Wartung: Freitag, 29.\u00a0November, 22:00 Uhr\u00a0– Samstag, 30.\u00a0November, 04:30 Uhr. In dieser Zeit können Sie Angebote und die Identitätsprüfung voraussichtlich nicht aufrufen. Kündigen und widerrufen können Sie weiterhin.";
  await eventually(async () => (await at(offer)).html.includes(words));
  expect((await at(offer)).status).toBe(200);
  // A page that is the same for everybody is another one, also for those who have the one of before.
  const changed = await fetch(cached, { headers: { "If-None-Match": `${kept.headers.get("etag")}` } });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining(words)]);
  expect(changed.headers.get("etag")).not.toBe(kept.headers.get("etag"));
  for (const other of ["/?brand=o2", "/kuendigung?brand=o2", "/angebot?brand=blau"])
    expect((await at(other)).html, other).not.toContain("Wartung");

  announce([{ from, until: "2999-11-29T23:00+01:00" }]);
  await eventually(async () =>
    (await at("/kuendigung?brand=blau")).html.includes("22:00–\u206023:00 Uhr. In dieser"),
  );
  const turkish = await at("/tr/widerruf?brand=ayyildiz");
  expect(turkish.html).toContain("Bakım, 29\u00a0Kasım Cuma, 22:00–\u206023:00: ");

  announce([]);
  await eventually(async () => (await at(offer)).html.includes("Wartung") === false);
  const again = await fetch(cached);
  expect([again.headers.get("etag"), await again.text()]).toEqual([
    kept.headers.get("etag"),
    await kept.text(),
  ]);
});

// Which mistakes there are, and how they are named: tests/unit/switches-command.test.ts.
test.each([
  ["no JSON", "{"],
  ["no brand", JSON.stringify({ closed: [{ journey: "offer", brand: "o3", text }] })],
])("a file with %s changes nothing, and says so", async (_, content) => {
  write([{ journey: "identity", text }]);
  const customer = portal.browser();
  await eventually(async () => (await customer.get(`/idv/${fresh()}`)).status === 503);
  const before = portal.log.length;
  writeFileSync(path, content);
  await eventually(async () =>
    portal.log.slice(before).some((line) => line.includes("SWITCHES_PATH cannot be read")),
  );
  expect((await customer.get(`/idv/${fresh()}`)).status).toBe(503);
  expect((await customer.get("/kuendigung")).status).toBe(200);
});

test("a portal that starts with a wrong file says so before anybody asks, and closes what it says once it is right", async () => {
  writeFileSync(path, "{");
  await portal.restart();
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const wrong = /^portal_settings_wrong\{setting="SWITCHES_PATH"\} (\d)$/m;
  expect(wrong.exec(await metrics())?.[1]).toBe("1");
  write([{ journey: "identity", text }]);
  await eventually(async () => wrong.exec(await metrics())?.[1] === "0");
  expect((await portal.browser().get(`/idv/${fresh()}`)).status).toBe(503);
});
