import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { entered } from "../support/offer.ts";
import { type Portal, startPortal } from "../support/portal.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

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
    expect(text).toContain(counted("/sandbox/gallery/error", 500, "portal"));
    expect(text).toMatch(
      /portal_backend_call_duration_seconds_count\{call="GET \/api\/offer\/\{id\}",outcome="ok"\} 1/,
    );
    expect(text).toContain(
      'portal_backend_deviations_total{call="GET /api/offer/{id}/preview",path="offerId",what="missing"} 1',
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

  test("and what is for operators is there alone, if the settings say so", async () => {
    const metricsPort = await freePort();
    const own = await startPortal({ METRICS_PORT: String(metricsPort), PUBLIC_PROBES: "0" });
    onTestFinished(() => own.stop());
    for (const path of ["/health/live", "/health/ready", "/health/dependencies", "/version"]) {
      expect([path, (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).status]).toEqual([path, 200]);
      expect([path, (await fetch(own.origin + path)).status]).toEqual([path, 404]);
    }
  });

  test.each(["deploy/alerts.yaml", "deploy/grafana/dashboard.json"])(
    "%s asks for metrics that there are",
    async (file) => {
      const named = read(file).match(/\b(?:portal|nodejs|process)_[a-z0-9_]+\b/g) ?? [];
      expect(named.length).toBeGreaterThan(5);
      const known = new Set((await scrape()).match(/^[a-z0-9_]+(?=[{ ])/gm));
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  test("the version names the running sources", async () => {
    expect(await (await fetch(`${portal.origin}/version`)).json()).toEqual({
      version: JSON.parse(read("package.json")).version,
      commit: expect.stringMatching(/^[0-9a-f]{40}$|^unknown$/),
      builtAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
  });
});
