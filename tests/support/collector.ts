import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Receives what an OTLP exporter sends, like a collector. */
export async function startCollector() {
  const spans: Span[] = [];
  const resources: unknown[] = [];
  const server = createServer(async (request, response) => {
    // The check of settings only asks whether somebody is there.
    const sent = JSON.parse(Buffer.concat(await request.toArray()).toString() || "{}");
    for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
      resources.push(resource);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => void server.close();
  return { spans, resources, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
