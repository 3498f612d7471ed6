import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type Portal, startPortal } from "./portal.ts";

/**
 * A portal shared by all tests of a file, in front of a backend that can misbehave. Its deadlines are short, so that tests
 * are quick; it stops after the last one.
 */
export async function faultyPortalForTests(
  env: Record<string, string> = {},
): Promise<{ portal: Portal; backend: FaultProxy }> {
  const backend = await startFaultProxy();
  const portal = await startPortal({
    API_BASE_URL: backend.origin,
    PAGE_DEADLINE_MS: "3000",
    DECLARATION_RETRY_MS: "50",
    LOGIN_URL: `${backend.origin}/sandbox/login`,
    REDIRECT_ORIGINS: backend.origin,
    RATE_LIMIT_PER_MINUTE: "0",
    ...env,
  });
  afterAll(async () => {
    await portal.stop();
    await backend.stop();
  });
  return { portal, backend };
}

/** A customer with a trace id, by which a rule's `of` can select their calls. */
export function tracedCustomer(portal: Portal) {
  const customer = portal.browser();
  const traceId = randomUUID();
  customer.cookies.set("trace-id", traceId);
  return { customer, traceId };
}

let turn: Promise<unknown> = Promise.resolve();
/** Runs work one after the other: in parallel on a slow machine, pages would miss their deadlines. */
export function inTurn<T>(work: () => T): Promise<Awaited<T>> {
  const done = turn.then(work) as Promise<Awaited<T>>;
  turn = done.catch(() => {});
  return done;
}
