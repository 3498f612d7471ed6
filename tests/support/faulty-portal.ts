import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type Change, changing, type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type Portal, startPortal } from "./portal.ts";
import { oncePerWorker } from "./portal-for-tests.ts";

interface FaultyPortal {
  portal: Portal;
  backend: FaultProxy;
}

/** Its deadlines are short, so that tests are quick, but longer than a busy machine stands still. */
async function start(env: Record<string, string> = {}): Promise<FaultyPortal> {
  const backend = await startFaultProxy();
  const portal = await startPortal({
    API_BASE_URL: backend.origin,
    PAGE_DEADLINE_MS: "5000",
    DECLARATION_RETRY_MS: "50",
    LOGIN_URL: `${backend.origin}/sandbox/login`,
    REDIRECT_ORIGINS: backend.origin,
    RATE_LIMIT_PER_MINUTE: "0",
    ...env,
  });
  // The first page of a process takes seven times as long as the next: beside a load, longer than a page has.
  await portal.browser().get("/angebot/demo");
  return { portal, backend };
}

/**
 * A portal in front of a backend that can misbehave: one per worker, shared by its test files. With settings of its own, it
 * is the file's, and stops after its last test.
 */
export async function faultyPortalForTests(env?: Record<string, string>): Promise<FaultyPortal> {
  const faulty = await (env ? start(env) : oncePerWorker(start));
  afterAll(async () => {
    faulty.backend.behave();
    if (!env) return;
    await faulty.portal.stop();
    await faulty.backend.stop();
  });
  return faulty;
}

/** A customer with a trace id, by which a rule's `of` can select their calls. */
export function tracedCustomer(portal: Portal) {
  const customer = portal.browser();
  const traceId = randomUUID();
  customer.cookies.set("trace-id", traceId);
  return { customer, traceId };
}

/** A portal of the file's own, in front of a provider whose answers vary by customer. */
export async function varyingPortalForTests() {
  const { portal, backend } = await faultyPortalForTests({ PAGE_DEADLINE_MS: "60000" });
  const rules = new Map<string, { end(): void }>();
  const provider = {
    origin: backend.origin,
    /** Changes the answers to the calls with this trace id until further notice. */
    vary(traceId: string, change?: Change) {
      rules.get(traceId)?.end();
      if (change) rules.set(traceId, backend.strike({ call: /./, fault: changing(change), of: traceId }));
    },
  };
  return { portal, provider };
}

let turn: Promise<unknown> = Promise.resolve();
/** Runs work one after the other: in parallel on a slow machine, pages would miss their deadlines. */
export function inTurn<T>(work: () => T): Promise<Awaited<T>> {
  const done = turn.then(work) as Promise<Awaited<T>>;
  turn = done.catch(() => {});
  return done;
}
