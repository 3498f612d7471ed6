import { spawnSync } from "node:child_process";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startPrometheus } from "../../tools/drill/prometheus.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { entered } from "../support/offer.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { metricsIn } from "../support/promql.ts";
import { fileText } from "../support/repository.ts";
import { declaration } from "../support/termination.ts";

describe("metrics", () => {
  let portal: Portal;
  let port: number;
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  beforeAll(async () => {
    port = await freePort();
    portal = await startPortal({ METRICS_PORT: String(port) });
    const customer = portal.browser();
    await customer.get("/angebot/demo~metrics?brand=blau");
    await customer.get("/angebot/http-500~metrics");
    await customer.get("/angebot/preview/badshape~metrics");
    await customer.get("/angebot/fehler");
    await customer.get("/sandbox/gallery/error");
  });
  afterAll(() => portal.stop());

  test("count requests by pattern and brand, and distinguish the backend's failures from our own", async () => {
    await expect.poll(scrape).toContain('pattern="/sandbox/gallery/error"');
    const text = await scrape();
    const counted = (pattern: string, status: number, cause: string) =>
      `portal_http_requests_total{method="GET",pattern="${pattern}",brand="blau",status="${status}",cause="${cause}"} 1`;
    expect(text).toContain(counted("/angebot/:token", 200, ""));
    expect(text).toContain(counted("/angebot/:token", 500, "backend"));
    expect(text, "what failed was counted before").toContain(counted("/angebot/fehler", 404, ""));
    expect(text).toContain(counted("/sandbox/gallery/error", 500, "portal"));
    expect(text).toMatch(
      /portal_backend_call_duration_seconds_count\{call="GET \/api\/offer\/\{id\}",outcome="ok"\} 1/,
    );
    expect(text).toContain(
      'portal_backend_deviations_total{call="GET /api/offer/{id}/preview",path="offers",what="wrong type"} 1',
    );
    expect(text).not.toContain("metrics?");
    expect(text).not.toContain("~metrics");
  });

  test("count live sessions", async () => {
    const sessions = async () => Number(/^portal_sessions (\d+)$/m.exec(await scrape())?.[1]);
    const before = await sessions();
    const customer = portal.browser();
    await customer.get("/angebot/demo~metrics-session");
    const form = await customer.get("/angebot/demo~metrics-session/meine-daten");
    expect((await customer.submit(form, entered.personalData)).status).toBe(303);
    expect(await sessions()).toBe(before + 1);
  });

  test("are on a port of their own", async () => {
    expect((await portal.browser().get("/metrics")).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/angebot`)).status).toBe(404);
    for (const path of ["/health/live", "/health/ready", "/version"]) {
      const [here, there] = await Promise.all(
        [portal.origin, `http://127.0.0.1:${port}`].map(async (at) => (await fetch(at + path)).json()),
      );
      expect(there).toEqual(here);
    }
  });

  /** `npm test` installs it if it can; in CI it must not be missing. */
  const isMissing = !process.env.CI && spawnSync("prometheus", ["--version"]).error !== undefined;
  test.skipIf(isMissing)(
    "a Prometheus evaluates every rule, and finds what rules and dashboard ask for",
    async () => {
      const rules = fileText("deploy/alerts.yaml");
      const { groups } = parseYaml(rules) as { groups: { rules: { expr: string; record?: string }[] }[] };
      const all = groups.flatMap((group) => group.rules);
      const recorded = new Set(all.flatMap(({ record }) => record ?? []));
      const panels = [...fileText("deploy/grafana/dashboard.json").matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)];
      const expressions = [
        ...all.map(({ expr }) => expr),
        ...panels.map(([, expr = ""]) => JSON.parse(expr)),
      ];
      const asked = new Set(expressions.flatMap(metricsIn));
      expect(asked.size).toBeGreaterThan(25);
      const prometheus = await startPrometheus({
        port: await freePort(),
        targets: [`127.0.0.1:${port}`],
        rules,
        seconds: 1,
      });
      onTestFinished(() => prometheus.stop());

      await expect
        .poll(async () => (await prometheus.query("up")).map(({ value }) => value[1]))
        .toEqual(["1"]);
      const states = async () => (await prometheus.rules()).map(({ health }) => health);
      await expect.poll(states).toEqual(all.map(() => "ok"));
      const firing = (await prometheus.alerts()).filter(({ state }) => state === "firing");
      expect(firing.map(({ labels }) => labels.alertname)).toEqual(["Watchdog"]);
      const isKnown = async (name: string) =>
        // Prometheus' own, which is there once an alert fires; what is recorded of two hours needs them; another job has the last.
        name === "ALERTS" ||
        name.startsWith("portal_live_") ||
        recorded.has(name) ||
        (await prometheus.query(name)).length > 0;
      const unknown = async () =>
        (await Promise.all([...asked].map(async (name) => ((await isKnown(name)) ? [] : [name])))).flat();
      await expect.poll(unknown).toEqual([]);
    },
  );

  test("count journeys by brand: started, finished, and the states that were shown", async () => {
    const customer = portal.browser();
    await customer.get("/kuendigung?brand=blau");
    expect((await customer.post("/kuendigung", declaration())).status).toBe(303);
    const count = async (name: string, labels: string) =>
      Number(new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, "m").exec(await scrape())?.[1]);
    await expect
      .poll(() => count("portal_journeys_started_total", 'journey="termination",brand="blau"'))
      .toBe(1);
    const done = 'journey="termination",brand="blau",outcome="done"';
    await expect.poll(() => count("portal_journey_outcomes_total", done)).toBe(1);
    const untouched = 'journey="withdrawal",brand="o2"';
    expect(await count("portal_journeys_started_total", untouched)).toBe(0);
    expect(await count("portal_journey_outcomes_total", `${untouched},outcome="failed"`)).toBe(0);
    expect(
      await count("portal_journey_states_total", 'journey="offer",brand="blau",state="Unexpected"'),
    ).toBeGreaterThanOrEqual(1);
    const failed = 'journey="offer",brand="blau",result="backend"';
    expect(await count("portal_journey_requests_total", failed)).toBeGreaterThanOrEqual(1);
    expect(await count("portal_journey_requests_total", 'journey="none",brand="blau",result="portal"')).toBe(
      1,
    );
  });

  test("count what looks like an attack, and log it without what was sent", async () => {
    const metricsPort = await freePort();
    const own = await startPortal({
      METRICS_PORT: String(metricsPort),
      RATE_LIMIT_PER_MINUTE: "3",
      RATE_LIMIT_FAILED_LOOKUPS: "1",
      RATE_LIMIT_SESSIONS: "1",
      ALLOWED_HOSTS: "localhost",
    });
    onTestFinished(() => own.stop());
    const seen = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const counts = text.matchAll(/^portal_security_events_total\{event="([\w-]+)"\} (\d+)$/gm);
      return Object.fromEntries([...counts].map(([, event, count]) => [event, Number(count)]));
    };
    const none = {
      signature: 0,
      guessing: 0,
      limit: 0,
      sessions: 0,
      "foreign-origin": 0,
      "other-site": 0,
      "unknown-host": 0,
    };
    expect(await seen()).toEqual(none);

    const forged = "f0rged".padEnd(43, "A");
    const guessed = fresh("nobody");
    const confirmation = `/kuendigung/bestaetigung?brand=o2&ref=${forged}`;
    expect((await own.browser().get(confirmation)).status).toBe(404);
    const elsewhere = { Origin: "https://elsewhere.example" };
    const form = { method: "POST", body: new URLSearchParams({ lastName: "Muster" }) };
    await fetch(`${own.origin}/kuendigung`, { ...form, headers: elsewhere });
    await fetch(`${own.origin}/kuendigung`, { ...form, headers: { "Sec-Fetch-Site": "cross-site" } });
    await fetch(own.origin, { headers: { "X-Forwarded-Host": "unknown.example" } });
    for (let customers = 0; customers < 2; customers++) await own.browser().get(`/angebot/${fresh()}`);
    const look = () => fetch(`${own.origin}/angebot/${guessed}`);
    await look();
    // Held, and no longer awaited.
    const gone = new AbortController();
    const held = fetch(`${own.origin}/angebot/${fresh("nobody")}`, { signal: gone.signal }).catch(() => {});
    await expect.poll(async () => (await seen()).guessing).toBe(1);
    gone.abort();
    await held;
    for (let looks = 0; looks < 3; looks++) void look().catch(() => {});
    await expect
      .poll(async () => Object.entries(await seen()).filter(([, count]) => count === 0))
      .toEqual([]);
    const lines = () => own.log.filter((line) => line.includes('"security":')).join("");
    for (const event of Object.keys(none)) await expect.poll(lines).toContain(`"security":"${event}"`);
    for (const secret of [forged, guessed, "Muster"]) expect(lines()).not.toContain(secret);
  });

  test("the version names the running sources", async () => {
    expect(await (await fetch(`${portal.origin}/version`)).json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+(?:-dev\+(?:[0-9a-f]{40}|unknown))?$/),
      commit: expect.stringMatching(/^[0-9a-f]{40}$|^unknown$/),
      builtAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      oldestBeside: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });
});
