import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startPortal } from "../support/portal.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Receives what an OTLP exporter sends, like a collector. */
async function startCollector() {
  const spans: Span[] = [];
  const resources: unknown[] = [];
  const server = createServer(async (request, response) => {
    const sent = JSON.parse(Buffer.concat(await request.toArray()).toString());
    for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
      resources.push(resource);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { spans, resources, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const outerTrace = "0af7651916cd43dd8448eb211c80319c";

test("a page is one trace: host, loader, and the backend's calls, which name it", async () => {
  const { spans, resources, url } = await startCollector();
  const portal = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: "portal-west" });
  onTestFinished(() => portal.stop());
  const customer = portal.browser({ traceparent: `00-${outerTrace}-b7ad6b7169203331-01` });
  const page = await customer.get("/angebot/demo~traced-secret");
  expect(page.status).toBe(200);
  await portal.terminate();

  const ours = spans.filter(({ traceId }) => traceId === outerTrace);
  const named = (name: string) => ours.filter((span) => span.name === name);
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
  expect(ours.some(({ parentSpanId }) => parentSpanId === call?.spanId)).toBe(true);
  expect(JSON.stringify(resources[0])).toContain("portal-west");
  expect(JSON.stringify(spans)).not.toContain("traced-secret");
});

test("a missing collector changes nothing", async () => {
  const portal = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  onTestFinished(() => portal.stop());
  expect((await portal.browser().get("/angebot/demo~untraced")).status).toBe(200);
  expect(await portal.terminate()).toBe(0);
});
