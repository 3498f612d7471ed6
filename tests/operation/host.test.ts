import { spawnSync } from "node:child_process";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Browser, fieldsOf } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { entered } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { node, type Portal, processSettings, startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { startRedis } from "../support/redis-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { declaration, idOf } from "../support/termination.ts";

const portal = await portalForTests();

describe("a portal that cannot start says which variable to set, and ends with 1", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "broken"), "no database ".repeat(100));

  test.each<[string, Record<string, string>, ...RegExp[]]>([
    [
      "settings out of range, and one that would end up in the policy",
      { SESSION_IDLE_MINUTES: "0", REDIRECT_ORIGINS: "https://pay.example.net; script-src *" },
      /^ {2}SESSION_IDLE_MINUTES .*For example: SESSION_IDLE_MINUTES=60$/m,
      /^ {2}REDIRECT_ORIGINS expected origins, scheme and host without a path\. For example: REDIRECT_ORIGINS=https:/m,
    ],
    ["no build", { BUILD_DIRECTORY: "/nowhere" }, /no build at .*npm run build/],
    [
      "brands that are not there",
      { BRANDS_DIR: "/nowhere" },
      /BRANDS_DIR=\/nowhere cannot be used: .*For example: BRANDS_DIR=brands/,
    ],
    ["an address that is not its own", { HOST: "203.0.113.9" }, /HOST=203\.0\.113\.9 cannot be used/],
    [
      "a sandbox that cannot be kept",
      { SANDBOX_DATABASE: "/dev/null/x" },
      /SANDBOX_DATABASE=.*cannot be used/,
    ],
    [
      "a store in no folder",
      { SESSION_STORE: "sqlite:/nowhere/sessions" },
      /SESSION_STORE=.*there is no folder \/nowhere\./,
    ],
    [
      "a store that is no database",
      { SESSION_STORE: `sqlite:${folder}/broken` },
      /SESSION_STORE=.*not a database/,
    ],
  ])("%s", (_, settings, ...messages) => {
    const sandbox = { SANDBOX: "embedded", SANDBOX_DATABASE: join(folder, "sandbox"), SHUTDOWN_DELAY: "0" };
    const { status, stderr } = spawnSync(node, ["server/main.ts"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...processSettings, ...sandbox, ...settings },
      encoding: "utf8",
    });
    expect(status).toBe(1);
    for (const message of messages) expect(stderr).toMatch(message);
    expect(stderr, "no stack").not.toContain("    at ");
  });
});

describe("a portal with the sandbox", () => {
  test("logs patterns and facts, but no secrets or names", async () => {
    const customer = portal.browser();
    const token = fresh("demo~very-secret-token");
    await customer.get(`/angebot/${token}?brand=o2&data=very-secret-query`);
    const form = await customer.get(`/angebot/${token}/meine-daten`);
    await customer.submit(form, { firstName: "Geheimina", email: "geheim@example.org" });
    // Standard output may arrive after the answer.
    await expect.poll(() => portal.log.join("\n")).toMatch(/angebot\/:token\/meine-daten.*"status":422/);
    const log = portal.log.join("\n");
    expect(log).not.toMatch(/very-secret|Geheimina|geheim@|127\.0\.0\.1/);
    expect(log).not.toContain(customer.cookies.get("sid"));
  });

  test("refuses posts from another origin, accepts its own behind TLS", async () => {
    const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "portal.example" };
    const customer = portal.browser(headers);
    await customer.get("/angebot/demo~origin");
    const form = await customer.get("/angebot/demo~origin/meine-daten");
    for (const [Origin, status] of [
      ["https://evil.example", 403],
      ["http://portal.example", 403],
      ["https://portal.example", 422],
      ["null", 403],
    ] as const)
      expect((await customer.submit(form, { firstName: "" }, { headers: { Origin } })).status).toBe(status);
    // A proxy's `Referrer-Policy: no-referrer` hides the origin, and the browser says all the same whose form it is.
    const hidden = { headers: { Origin: "null", "Sec-Fetch-Site": "same-origin" } };
    expect((await customer.submit(form, { firstName: "" }, hidden)).status).toBe(422);
  });

  test("cookies are Secure only behind TLS, and never readable by scripts", async () => {
    const sidBehind = async (protocol: string) => {
      const headers = { "X-Forwarded-Proto": protocol };
      const page = await portal.browser().get("/angebot/demo~cookies", { headers });
      return page.headers.getSetCookie().find((line) => line.includes("sid="));
    };
    expect(await sidBehind("https")).toMatch(/^__Host-sid=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await sidBehind("http")).toMatch(/^sid=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(statSync(join(portal.folder, "sessions.sqlite")).mode & 0o077, "read by its owner alone").toBe(0);
  });

  const form = { "Content-Type": "application/x-www-form-urlencoded" };
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

  test("stays ready without its session file, says so, shows what the law wants, and ends at once on a second signal", async () => {
    const own = await startPortal({ SHUTDOWN_DELAY: "60" });
    onTestFinished(() => own.stop());
    const stateOf = async () => {
      const ready = await fetch(`${own.origin}/health/ready`);
      return [ready.status, (await ready.json()).status];
    };
    await expect.poll(stateOf).toEqual([200, "ready"]);
    rmSync(join(own.folder, "sessions.sqlite"));
    await expect.poll(stateOf).toEqual([200, "degraded"]);
    for (const path of ["/", "/kuendigung", "/widerruf"])
      expect([path, (await own.browser().get(path)).status]).toEqual([path, 200]);
    const receipt = await own.browser().post("/kuendigung", declaration(), { follow: true });
    expect([receipt.status, receipt.name]).toEqual([200, "termination-confirmation"]);

    const ended = own.terminate();
    await expect.poll(() => own.log.join("\n")).toContain("The portal stops");
    await Promise.all([own.terminate(), ended]);
    const reason = expect.stringContaining("second SIGTERM");
    expect(JSON.parse(own.log.at(-1) ?? "")).toMatchObject({ level: 60, reason });
  });
});

describe("a portal with a secret that it made for itself, and without kept pages", () => {
  let own: Portal;
  beforeAll(async () => {
    own = await startPortal({ SESSION_SECRET: undefined, KEPT_PAGES_MB: "0" });
  });
  afterAll(() => own.stop());

  test("renders what another one keeps: the pages are the same, and each customer's own", async () => {
    const personalData = async (of: Portal, firstName?: string) => {
      const customer = of.browser();
      const start = `/angebot/${fresh("demo")}`;
      await customer.get(start);
      if (firstName) await customer.post(`${start}/meine-daten`, { ...entered.personalData, firstName });
      return customer.get(`${start}/meine-daten`);
    };
    for (const name of [undefined, "Ayşe", "Berta", undefined, "Ayşe"]) {
      const kept = await personalData(portal, name);
      const rendered = await personalData(own, name);
      expect(kept.html).toBe(rendered.html);
      if (name) expect(fieldsOf(kept).firstName).toBe(name);
      for (const header of ["Content-Security-Policy", "Vary", "Content-Type", "Content-Encoding"])
        expect(kept.headers.get(header)).toBe(rendered.headers.get(header));
    }
  });

  test("stops on request, leaves nothing behind, and customers go on", async () => {
    const customer = own.browser();
    await customer.get("/angebot/demo");
    expect((await customer.post("/angebot/demo/meine-daten", entered.personalData)).status).toBe(303);
    expect(await own.terminate()).toBe(0);
    expect(existsSync(join(own.folder, "sessions.sqlite-wal")), "the database was closed").toBe(false);
    await own.restart();
    const page = await customer.get("/angebot/demo/meine-daten");
    expect(fieldsOf(page)).toMatchObject({ firstName: "Ayşe", city: "Köln" });
    expect(statSync(join(own.folder, "session-secret")).mode & 0o777).toBe(0o600);
  });
});

describe("a portal with settings of its own", () => {
  let own: Portal;
  let metrics: string;
  beforeAll(async () => {
    const metricsPort = await freePort();
    own = await startPortal({
      ALLOWED_HOSTS: "localhost portal.example *.brand.example:8443",
      HANDOVER: "0",
      METRICS_PORT: String(metricsPort),
      METRICS_HOST: "127.0.0.3",
      PUBLIC_PROBES: "0",
    });
    metrics = `127.0.0.3:${metricsPort}`;
  });
  afterAll(() => own.stop());

  test("has metrics on an address of their own, and what is for operators there alone", async () => {
    expect((await fetch(`http://${metrics}/metrics`)).status).toBe(200);
    await expect(fetch(`http://${metrics.replace("127.0.0.3", "127.0.0.1")}/metrics`)).rejects.toThrow();
    for (const path of ["/health/live", "/health/ready", "/health/dependencies", "/version"]) {
      const status = async () => (await fetch(`http://${metrics}${path}`)).status;
      // A dependency that a busy machine keeps for two seconds counts as away.
      await expect.poll(status, { message: path }).toBe(200);
      expect([path, (await fetch(own.origin + path)).status]).toEqual([path, 404]);
    }
  });

  test("neither links to another browser nor has a page for it", async () => {
    const start = `/angebot/${fresh("demo")}`;
    const customer = own.browser();
    await customer.get(start);
    for (const path of [`${start}/meine-daten`, "/angebot"]) {
      const page = await customer.get(path);
      expect([path, page.status, page.html.includes("weitermachen")]).toEqual([path, 200, false]);
    }
    for (const folder of ["", start]) {
      for (const path of [`${folder}/weitermachen`, `${folder}/weitermachen/bcdfghjkmn`])
        expect((await customer.get(path)).status, path).toBe(404);
      expect((await customer.post(`${folder}/weitermachen`)).status, folder).toBe(404);
    }
  });

  test.each([
    ["portal.example:666", "portal.example"],
    ["o2.brand.example:8443", "o2.brand.example:8443"],
    ["o2.brand.example:666", "o2.brand.example"],
  ])("writes of %s in mails as %s", async (Host, linked) => {
    const contractReference = fresh();
    const email = `${contractReference}@example.com`;
    const body = new URLSearchParams({ firstName: "Ada", lastName: "Muster", contractReference, email });
    // `fetch` sets `Host` by itself.
    const location = await new Promise<string>((resolve, reject) => {
      const headers = { Host, "Content-Type": "application/x-www-form-urlencoded" };
      request(`${own.origin}/widerruf`, { method: "POST", headers }, (answer) =>
        resolve(answer.resume().headers.location ?? ""),
      )
        .on("error", reject)
        .end(body.toString());
    });
    const mails = JSON.stringify(await mailsAbout(own.origin, idOf(location)));
    expect(new URL(/https?:[^\s"]+bestaetigung[^\s"]*/.exec(mails)?.[0] ?? "http://none").host).toBe(linked);
  });
});

test("an offer that a session holds is open while its network guesses", async () => {
  const own = await startPortal({ RATE_LIMIT_FAILED_LOOKUPS: "2" });
  const customer = own.browser();
  const token = fresh("demo");
  expect((await customer.get(`/angebot/${token}`)).status).toBe(200);
  const hangUp = new AbortController();
  let underWay = 0;
  const guess = async () => {
    underWay++;
    return fetch(`${own.origin}/angebot/${fresh("nobody")}`, { signal: hangUp.signal }).finally(
      () => underWay--,
    );
  };
  for (const _ of [1, 2]) expect((await guess()).status).toBe(404);
  const held: Promise<unknown>[] = [];
  /**
   * A look beside as many guesses as a network has places for and some more, again and again: each is held for some
   * seconds only.
   */
  const besideGuesses = (look: () => Promise<unknown>) =>
    expect.poll(() => {
      held.push(...Array.from({ length: 120 - underWay }, guess));
      return look();
    });
  const firstLook = async (visitor: Browser) => (await visitor.get(`/angebot/${fresh("demo")}`)).status;
  await besideGuesses(() => firstLook(own.browser())).toBe(429);
  for (const path of ["", "/meine-daten", "/dokumente"])
    expect((await customer.get(`/angebot/${token}${path}`)).status, path).toBe(200);
  await besideGuesses(() => firstLook(customer)).toBe(429);
  const prefill = async () => (await own.browser().get("/selfcarekuendigung?data=demo")).location;
  await besideGuesses(prefill).toBe("/kuendigung");
  hangUp.abort();
  await Promise.allSettled(held);
  await own.stop();
});

test("portals of one Redis limit a client together", async () => {
  const redis = await startRedis();
  const settings = { SESSION_STORE: redis.url, RATE_LIMIT_PER_MINUTE: "3" };
  const portals = await Promise.all([startPortal(settings), startPortal(settings)]);
  let clients = 0;
  const statuses = async () => {
    const client = { "X-Forwarded-For": `192.0.2.${++clients}` };
    const looks: number[] = [];
    for (const one of [...portals, ...portals])
      looks.push((await one.browser(client).get("/angebot/demo~limited")).status);
    return looks;
  };
  // What Redis answers too late on a busy machine, each portal counts alone.
  await expect.poll(statuses).toEqual([200, 200, 200, 429]);
  await Promise.all(portals.map((one) => one.stop()));
  await redis.stop();
});
