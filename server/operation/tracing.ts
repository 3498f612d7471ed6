import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { RequestHandler, Response } from "express";
import type { BuildInfo } from "#server/build.ts";
import type { RequestLine } from "./access-log.ts";

export interface Tracing {
  begin: RequestHandler;
  end: (line: RequestLine, response: Response) => void;
  /** Sends the remaining traces. */
  stop: () => Promise<void>;
}

/** Longer than a collector takes, but within the patience of whatever stops the portal. */
const lastExportMs = 3000;

/** Sends traces over OTLP, as set by the standard variables (`OTEL_…`). The libraries are loaded only here. */
export async function startTracing({ version, commit }: BuildInfo): Promise<Tracing> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const own = { "service.name": "portal", "service.version": version, "vcs.ref.head.revision": commit };
  const provider = new NodeTracerProvider({
    // The operator's own attributes take precedence.
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer("portal");
  return {
    begin: (request, response, next) => {
      const outer = propagation.extract(context.active(), request.headers);
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, outer);
      response.locals.span = span;
      context.with(trace.setSpan(outer, span), next);
    },
    end: ({ method, pattern, brand, traceId, errorNumber, status, cause }, response) => {
      const span: Span | undefined = response.locals.span;
      if (!span) return;
      span.updateName(`${method} ${pattern}`);
      span.setAttributes({
        "http.request.method": method,
        "http.route": pattern,
        "http.response.status_code": status,
        ...(brand && { "portal.brand": brand }),
        ...(traceId && { "portal.trace_id": traceId }),
        ...(errorNumber && { "portal.error_number": errorNumber }),
        ...(cause && { "error.type": cause }),
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    stop: async () => {
      const patience = new Promise((resolve) => setTimeout(resolve, lastExportMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), patience]);
    },
  };
}
