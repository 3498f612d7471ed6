import { randomUUID } from "node:crypto";
import { afterAll, test } from "vitest";
import { type Fault, type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type Portal, startPortal } from "./portal.ts";

/**
 * The portal that all tests of a file share, in front of a backend that can be made to misbehave. It has little
 * patience, so that tests are quick, and stops after the last of them.
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

/** A customer whose calls, and nobody else's, a rule of the backend meets `of` their trace id. */
export function tracedCustomer(portal: Portal) {
  const customer = portal.browser();
  const traceId = randomUUID();
  customer.cookies.set("trace-id", traceId);
  return { customer, traceId };
}

/** Runs a test for each of these faults, all at the same time: some are waited for until the page's time is over. */
export function testEachFault(faults: readonly Fault[], strike: (fault: Fault) => Promise<void>): void {
  test.concurrent.each([...faults])("%s", strike);
}

let turn: Promise<unknown> = Promise.resolve();
/** One after the other: side by side on a slow machine, a page would wait for the others until its own time is over. */
export function inTurn<T>(work: () => T): Promise<Awaited<T>> {
  const done = turn.then(work) as Promise<Awaited<T>>;
  turn = done.catch(() => {});
  return done;
}
