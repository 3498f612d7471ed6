import { expect, onTestFinished, test } from "vitest";
import { startCollector } from "../support/collector.ts";
import { startPortal } from "../support/portal.ts";

/** As OpenTelemetry names it: milliseconds until traces are sent, which the end of a portal does not wait for long. */
const sentSoon = { OTEL_BSP_SCHEDULE_DELAY: "100" };
const outerTrace = "0af7651916cd43dd8448eb211c80319c";

test("a page is one trace: host, loader, and the backend's calls, which name it", async () => {
  const { spans, resources, url, close } = await startCollector();
  onTestFinished(close);
  const portal = await startPortal({
    ...sentSoon,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SERVICE_NAME: "portal-west",
  });
  onTestFinished(() => portal.stop());
  const customer = portal.browser({ traceparent: `00-${outerTrace}-b7ad6b7169203331-01` });
  const page = await customer.get("/angebot/demo~traced-secret");
  expect(page.status).toBe(200);
  expect((await fetch(`${portal.origin}/health/ready`)).status).toBe(200);
  const named = (name: string) => spans.filter((span) => span.traceId === outerTrace && span.name === name);
  // It ends last.
  await expect.poll(() => named("GET /angebot/:token")).not.toEqual([]);
  await portal.terminate();

  const [host, ...none] = named("GET /angebot/:token");
  expect(none).toEqual([]);
  expect(host?.parentSpanId).toBe("b7ad6b7169203331");
  expect(host?.attributes).toContainEqual({ key: "http.route", value: { stringValue: "/angebot/:token" } });
  expect(host?.attributes.map(({ key }) => key)).toContain("portal.trace_id");
  const [loader] = named("loader offer");
  expect(loader?.parentSpanId).toBe(host?.spanId);
  const [call] = named("GET /api/offer/{id}");
  expect(call?.parentSpanId).toBe(loader?.spanId);
  expect(call?.attributes).toContainEqual({ key: "portal.outcome", value: { stringValue: "ok" } });
  // The embedded sandbox is behind the same host; its call's headers led to this span.
  expect(spans.some(({ parentSpanId }) => parentSpanId === call?.spanId)).toBe(true);
  expect(JSON.stringify(resources[0])).toContain("portal-west");
  expect(spans.filter(({ name }) => /health/.test(name))).toEqual([]);
  expect(JSON.stringify(spans)).not.toContain("traced-secret");
});

test("a ratio keeps some traces, and all of those that somebody else has begun", async () => {
  const { spans, url, close } = await startCollector();
  onTestFinished(close);
  const portal = await startPortal({
    ...sentSoon,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  onTestFinished(() => portal.stop());
  await portal.browser().get("/kuendigung");
  await portal.browser({ traceparent: `00-${outerTrace}-b7ad6b7169203331-01` }).get("/kuendigung");
  const traces = () => new Set(spans.map(({ traceId }) => traceId));
  await expect.poll(traces).toEqual(new Set([outerTrace]));
  await portal.terminate();
  expect(traces()).toEqual(new Set([outerTrace]));
});

test("a missing collector changes nothing", async () => {
  const portal = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  onTestFinished(() => portal.stop());
  expect((await portal.browser().get("/angebot/demo~untraced")).status).toBe(200);
  expect(await portal.terminate()).toBe(0);
});
