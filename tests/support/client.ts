import { RouterContextProvider } from "react-router";
import { vi } from "vitest";
import { monotonicMs } from "#app/platform/monotonic.ts";

/** The portal's own client with a provider at this address, and a page of the first brand that calls it. */
export async function clientOf(origin: string) {
  vi.stubEnv("SANDBOX", undefined);
  vi.stubEnv("API_BASE_URL", origin);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("SESSION_SECRET", "x".repeat(32));
  const client = await import("#app/backend/client.server.ts");
  const { brands } = await import("#app/brand/registry.server.ts");
  const request = await import("#app/request/context.server.ts");
  const context = new RouterContextProvider();
  context.set(request.brandContext, [...brands().values()][0] as never);
  context.set(request.localeContext, { locale: "de" });
  context.set(request.traceIdContext, "00000000-0000-4000-8000-000000000000");
  context.set(request.deadlineContext, monotonicMs() + 3_600_000);
  return { ...client, context };
}
