import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Browser, fieldsOf } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { entered } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { node, type Portal, patient, processSettings, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";
import { declaration, idOf } from "../support/termination.ts";

const root = join(import.meta.dirname, "../..");
const run = (env: Record<string, string>) =>
  spawnSync(node, ["server/main.ts"], {
    cwd: root,
    env: { ...processSettings, ...env },
    encoding: "utf8",
  });

/** `fetch` sets `Host` by itself. */
const declareUnder = (portal: Portal, host: string, body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { Host: host, "Content-Type": "application/x-www-form-urlencoded" };
    request(`${portal.origin}/widerruf`, { method: "POST", headers }, (answer) =>
      resolve(answer.resume().headers.location ?? ""),
    )
      .on("error", reject)
      .end(body);
  });

describe("a portal that cannot start", () => {
  test("says which variable to set, and ends with 1", () => {
    const { status, stderr } = run({});
    expect(status).toBe(1);
    expect(stderr).toContain("API_BASE_URL is not set");
    expect(stderr, "no stack").not.toContain("    at ");
  });

  test("names each setting that is out of range or would end up in the policy, with an example", () => {
    const { status, stderr } = run({
      SANDBOX: "embedded",
      SESSION_IDLE_MINUTES: "0",
      PAGE_DEADLINE_MS: "0",
      REDIRECT_ORIGINS: "https://pay.example.net; script-src *",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ {2}SESSION_IDLE_MINUTES .*For example: SESSION_IDLE_MINUTES=60$/m);
    expect(stderr).toMatch(/^ {2}PAGE_DEADLINE_MS .*For example: PAGE_DEADLINE_MS=8000$/m);
    expect(stderr).toMatch(
      /^ {2}REDIRECT_ORIGINS expected origins, scheme and host without a path\. For example: REDIRECT_ORIGINS="https:/m,
    );
  });

  test("says how to make a missing build", () => {
    const { status, stderr } = run({ SANDBOX: "embedded", BUILD_DIRECTORY: "/nowhere" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/no build at .*npm run build/);
  });
});

describe("a portal with unusable parts", () => {
  const sandbox = { SANDBOX: "embedded", SHUTDOWN_DELAY: "0" };
  const folder = mkdtempSync(join(tmpdir(), "broken-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    [
      "brands that are not there",
      { BRANDS_DIR: "/nowhere" },
      /BRANDS_DIR=\/nowhere cannot be used: .*For example: BRANDS_DIR=brands/,
    ],
    ["kept files that are not there", { ASSETS_DIR: "/nowhere" }, /ASSETS_DIR=\/nowhere cannot be used/],
    ["an address that is not its own", { HOST: "203.0.113.9" }, /HOST=203\.0\.113\.9 cannot be used/],
    [
      "a sandbox that cannot be kept",
      { SANDBOX_DATABASE: "/dev/null/x" },
      /SANDBOX_DATABASE=.*cannot be used/,
    ],
    [
      "a store in a folder that is a file",
      { SESSION_STORE: "sqlite:/dev/null/x" },
      /SESSION_STORE=.*cannot be used/,
    ],
    [
      "a store that is no database",
      { SESSION_STORE: `sqlite:${folder}/broken` },
      /SESSION_STORE=.*not a database/,
    ],
  ])("%s: does not start, and names the variable", (_, settings, message) => {
    writeFileSync(join(folder, "broken"), "no database ".repeat(100));
    const { status, stderr } = run({ ...sandbox, SANDBOX_DATABASE: join(folder, "sandbox"), ...settings });
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

const form = { "Content-Type": "application/x-www-form-urlencoded" };

describe("a portal with the sandbox", () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.stop());

  test("is live and ready", async () => {
    const customer = portal.browser();
    expect((await customer.get("/health/live")).status).toBe(200);
    expect((await customer.get("/health/ready")).status).toBe(200);
  });

  test("logs patterns and facts, but no secrets or names", async () => {
    const customer = portal.browser();
    const token = "demo~very-secret-token";
    await customer.get(`/angebot/${token}?brand=o2&data=very-secret-query`);
    const form = await customer.get(`/angebot/${token}/meine-daten`);
    await customer.submit(form, { firstName: "Geheimina", email: "geheim@example.org" });
    // Standard output may arrive after the answer.
    await expect.poll(() => portal.log.join("\n")).toMatch(/angebot\/:token\/meine-daten.*"status":422/);
    const log = portal.log.join("\n");
    expect(log).not.toMatch(/very-secret|Geheimina|geheim@|127\.0\.0\.1/);
    for (const [name, value] of customer.cookies) if (name === "sid") expect(log).not.toContain(value);
  });

  test("refuses posts from another origin, accepts its own behind TLS", async () => {
    const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "portal.example" };
    const customer = portal.browser(headers);
    await customer.get("/angebot/demo~origin");
    const form = await customer.get("/angebot/demo~origin/meine-daten");
    const send = (origin: string) =>
      customer.submit(form, { firstName: "" }, { headers: { Origin: origin } });
    expect((await send("https://evil.example")).status).toBe(403);
    expect((await send("http://portal.example")).status).toBe(403);
    expect((await send("https://portal.example")).status).toBe(422);
  });

  test("cookies are Secure only behind TLS, and never readable by scripts", async () => {
    const customer = portal.browser();
    const https = await customer.get("/angebot/demo~tls", { headers: { "X-Forwarded-Proto": "https" } });
    const lines = https.headers.getSetCookie();
    expect(lines.find((line) => line.includes("sid="))).toMatch(
      /^__Host-sid=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(statSync(join(portal.folder, "sessions.sqlite")).mode & 0o077, "read by its owner alone").toBe(0);
    const plain = await portal.browser().get("/angebot/demo~plain");
    expect(plain.headers.getSetCookie().find((line) => line.startsWith("sid="))).not.toContain("Secure");
  });

  test.each([
    [400, "/%", {}],
    [
      403,
      "/kuendigung",
      { method: "POST", body: "a=1", headers: { ...form, Origin: "https://evil.example" } },
    ],
    [405, "/kuendigung", { method: "PUT" }],
    [413, "/sprache", { method: "POST", body: `a=${"1".repeat(70_000)}`, headers: form }],
    [415, "/kuendigung", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }],
  ])(
    "its own page for %i follows the brand and its languages, and links to imprint and privacy",
    async (status, path, init: RequestInit) => {
      const ask = async (Cookie: string) => {
        const headers = { Accept: "text/html", "Accept-Language": "tr", ...init.headers, Cookie };
        const answer = await fetch(portal.origin + path, { ...init, headers });
        return `${answer.status} ${await answer.text()}`;
      };
      const turkish = await ask("brand=ayyildiz; locale=tr");
      expect(turkish).toMatch(new RegExp(`^${status} (.|\\n)*<html lang="tr" data-brand="ayyildiz">`));
      expect(turkish).toMatch(
        /href="https:[^"]*ayyildiz[^"]*impressum">Künye.*\n.*href="https:[^"]*datenschutz">Gizlilik/,
      );
      expect(await ask("brand=ayyildiz; locale=de"), "the choice before the browser").toContain('lang="de"');
      expect(await ask("brand=o2; locale=tr"), "o2 speaks no Turkish").toContain('lang="de" data-brand="o2"');
      if (status === 413) expect(turkish).toContain("64\u00a0kB");
    },
  );

  test("stops on request and leaves nothing behind", async () => {
    const stopping = await startPortal();
    expect(await stopping.terminate()).toBe(0);
    expect(existsSync(join(stopping.folder, "sessions.sqlite-wal")), "the database was closed").toBe(false);
    await stopping.stop();
  });

  test("ends at once on a second signal, and says that it was that", async () => {
    const stopping = await startPortal({ SHUTDOWN_DELAY: "60" });
    const ended = stopping.terminate();
    await expect.poll(() => stopping.log.join("\n")).toContain("The portal stops");
    await Promise.all([stopping.terminate(), ended]);
    expect(JSON.parse(stopping.log.at(-1) ?? "")).toMatchObject({
      level: 60,
      reason: expect.stringContaining("second SIGTERM"),
    });
    await stopping.stop();
  });
});

describe("what a customer entered outlives the process", () => {
  const enter = async (portal: Portal) => {
    const customer = portal.browser();
    await customer.get("/angebot/demo~restart");
    const form = await customer.get("/angebot/demo~restart/meine-daten");
    const answer = await customer.submit(form, entered.personalData);
    expect(answer.status, JSON.stringify(answer.errors)).toBe(303);
    return customer;
  };

  test("with a secret that the sandbox made for itself", async () => {
    const portal = await startPortal({ SESSION_SECRET: undefined });
    const customer = await enter(portal);
    await portal.restart();
    const page = await customer.get("/angebot/demo~restart/meine-daten");
    expect(fieldsOf(page)).toMatchObject({ firstName: "Ayşe", city: "Köln" });
    expect(statSync(join(portal.folder, "session-secret")).mode & 0o777).toBe(0o600);
    await portal.stop();
  });

  test("in Redis, where another portal continues", async () => {
    const redis = await startRedis();
    const shared = mkdtempSync(join(tmpdir(), "portals-"));
    const settings = { SESSION_STORE: redis.url, SANDBOX_DATABASE: join(shared, "sandbox.sqlite") };
    const first = await startPortal(settings);
    const customer = await enter(first);
    await first.kill();
    const second = await startPortal({ ...settings, PORT: String(first.port) });
    const page = await customer.get("/angebot/demo~restart/meine-daten");
    expect(fieldsOf(page)).toMatchObject({ firstName: "Ayşe", city: "Köln" });
    await expect.poll(async () => (await customer.get("/health/ready")).status).toBe(200);
    await Promise.all([first.stop(), second.stop()]);
    await redis.stop();
    rmSync(shared, { recursive: true });
  });

  test("a portal whose own session file is gone stays ready, says so, and shows what the law wants", async () => {
    const portal = await startPortal();
    onTestFinished(() => portal.stop());
    rmSync(join(portal.folder, "sessions.sqlite"));
    const ready = () => fetch(`${portal.origin}/health/ready`);
    await expect.poll(async () => (await (await ready()).json()).status).toBe("degraded");
    expect((await ready()).status).toBe(200);
    for (const path of ["/", "/kuendigung", "/widerruf"])
      expect([path, (await portal.browser().get(path)).status]).toEqual([path, 200]);
    const receipt = await portal.browser().post("/kuendigung", declaration(), { follow: true });
    expect([receipt.status, receipt.name]).toEqual([200, "termination-confirmation"]);
  });
});

test("a port that is not listed gets into no mail", async () => {
  const portal = await startPortal({ ALLOWED_HOSTS: "portal.example *.brand.example:8443" });
  const linkFor = async (host: string) => {
    const lastName = fresh();
    const form = {
      firstName: "Ada",
      lastName,
      contractReference: lastName,
      email: `${lastName}@example.com`,
    };
    const location = await declareUnder(portal, host, new URLSearchParams(form).toString());
    const mails = await mailsAbout(`http://127.0.0.1:${portal.port}`, idOf(location));
    return new URL(/https?:[^\s"]+bestaetigung[^\s"]*/.exec(JSON.stringify(mails))?.[0] ?? "http://none")
      .host;
  };
  expect(await linkFor("portal.example:666")).toBe("portal.example");
  expect(await linkFor("o2.brand.example:8443")).toBe("o2.brand.example:8443");
  expect(await linkFor("o2.brand.example:666")).toBe("o2.brand.example");
  await portal.stop();
});

test("an offer that a session holds is open while its network guesses", async () => {
  const portal = await startPortal({ ...patient, RATE_LIMIT_FAILED_LOOKUPS: "2" });
  const customer = portal.browser();
  const token = fresh("demo");
  expect((await customer.get(`/angebot/${token}`)).status).toBe(200);
  const hangUp = new AbortController();
  let underWay = 0;
  const guess = async () => {
    underWay++;
    return fetch(`${portal.origin}/angebot/${fresh("nobody")}`, { signal: hangUp.signal }).finally(
      () => underWay--,
    );
  };
  for (const _ of [1, 2]) expect((await guess()).status).toBe(404);
  const held: Promise<unknown>[] = [];
  /**
   * A first look at an offer beside as many guesses as a network has places for and some more, again and again: each is held
   * for some seconds only.
   */
  const firstLook = (visitor: () => Browser) =>
    expect.poll(async () => {
      held.push(...Array.from({ length: 120 - underWay }, guess));
      return (await visitor().get(`/angebot/${fresh("demo")}`)).status;
    });
  await firstLook(() => portal.browser()).toBe(429);
  for (const path of ["", "/meine-daten", "/dokumente"])
    expect((await customer.get(`/angebot/${token}${path}`)).status, path).toBe(200);
  await firstLook(() => customer).toBe(429);
  expect((await portal.browser().get("/selfcarekuendigung?data=demo")).location).toBe("/kuendigung");
  hangUp.abort();
  await Promise.allSettled(held);
  await portal.stop();
});

test("portals of one Redis limit a client together", async () => {
  const redis = await startRedis();
  const settings = { SESSION_STORE: redis.url, RATE_LIMIT_PER_MINUTE: "3" };
  const portals = await Promise.all([startPortal(settings), startPortal(settings)]);
  const statuses: number[] = [];
  for (const portal of [...portals, ...portals])
    statuses.push((await portal.browser().get("/angebot/demo~limited")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await Promise.all(portals.map((portal) => portal.stop()));
  await redis.stop();
});
