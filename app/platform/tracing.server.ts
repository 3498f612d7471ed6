import { context, propagation, type Span, SpanKind, trace } from "@opentelemetry/api";
import type { ServerInstrumentation } from "react-router";
import { config } from "./config.server.ts";

/** Runs work as a span. Names and attributes are patterns and outcomes: no address, token or input. */
async function inSpan<T>(name: string, kind: SpanKind, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!config().tracing) return work();
  return trace.getTracer("portal").startActiveSpan(name, { kind }, async (span) => {
    try {
      return await work(span);
    } finally {
      span.end();
    }
  });
}

export const inBackendSpan = <T>(call: string, work: (span?: Span) => Promise<T>) =>
  inSpan(call, SpanKind.CLIENT, work);

/** Passes the trace to the callee, as W3C's `traceparent`. */
export function passTraceOn(headers: Record<string, string>): void {
  if (config().tracing) propagation.inject(context.active(), headers);
}

/** Makes the router record a span for each loader and action. */
export const loaderSpans: ServerInstrumentation[] = [
  {
    route: ({ id, instrument }) => {
      const spanned = (kind: string) => async (run: () => Promise<{ status: string }>) => {
        await inSpan(`${kind} ${id}`, SpanKind.INTERNAL, async (span) => {
          const { status } = await run();
          if (status === "error") span?.setAttribute("error.type", "thrown");
        });
      };
      instrument({ loader: spanned("loader"), action: spanned("action") });
    },
  },
];
