import { setTimeout as wait } from "node:timers/promises";
import type { Response as HostResponse, Request, RequestHandler } from "express";
import type { Store } from "express-rate-limit";
import { LRUCache } from "lru-cache";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { atMost } from "#app/platform/at-most.ts";
import { afterAnswer } from "#server/operation/answer-end.ts";

/** Networks in memory, so that they cannot fill it. */
const maxNetworks = 10_000;
/** Look-ups of a guessing network that may be under way or held at a time. */
const places = 100;
/** Answers held at a time, of all networks: each keeps its page in memory, and a connection of the proxy. */
const maxHeld = 200;
/** What strangers write has no places, as it is never refused: so many of its answers are held besides. */
const maxHeldWrites = 2000;

interface Options {
  /** Failed look-ups of one network within a window; the answers to further ones are held. */
  limit: number;
  windowMs: number;
  holdMs: number;
  failures: Pick<Store, "increment">;
  networkOf: (request: Request) => string;
  /** What strangers write: it is never refused. `counted`: as a failed look-up, whatever its outcome. */
  writeOf: (request: Request) => "counted" | "byLink" | undefined;
  /** Whether this browser has found the token before, so that it does not guess. */
  isKnown: (request: Request) => Promise<boolean>;
  refuse: RequestHandler;
  /** Called with each answer that is held, so that nothing else is done for it. */
  onHold: (response: HostResponse) => void;
}

/** Holds the answer to a failed look-up back, if its network guesses. */
export type HoldBack = (response: HostResponse, answer: Response) => Promise<void>;

/**
 * Makes guessing slow. Only the outcome distinguishes a guess from a customer's first look, so a guessing network may still look
 * up: what is found is answered at once, what is not after a while, in a limited number of places.
 */
export function slowDownGuesses(options: Options): { admit: RequestHandler; holdBack: HoldBack } {
  const { limit, windowMs, holdMs, failures, networkOf, writeOf, isKnown, refuse, onHold } = options;
  const guessing = new LRUCache<string, true>({ ...atMost(maxNetworks), ttl: windowMs });
  const taken = new LRUCache<string, number>(atMost(maxNetworks));
  const holders = new WeakSet<HostResponse>();
  /** Answered without being held: their places are taken for as long. */
  const hurried = new WeakSet<HostResponse>();
  const counted = new WeakSet<HostResponse>();
  const writes = new WeakSet<HostResponse>();
  let held = 0;
  let heldWrites = 0;

  async function count(network: string) {
    const { totalHits, resetTime } = await failures.increment(network);
    const ttl = (resetTime?.getTime() ?? 0) - Date.now();
    if (totalHits >= limit && ttl > 0) guessing.set(network, true, { ttl });
  }

  const admit: RequestHandler = async (request, response, next) => {
    const network = networkOf(request);
    const write = writeOf(request);
    if (write === "counted") counted.add(response);
    response.once("finish", () => {
      if (counted.has(response) || isFailed(response.statusCode, response.get("Location")))
        void count(network);
    });
    if (!guessing.has(network) || (await isKnown(request))) return next();
    if (write) {
      holders.add(response);
      writes.add(response);
      return next();
    }
    const before = taken.get(network) ?? 0;
    if (before >= places) return refuse(request, response, next);
    taken.set(network, before + 1);
    holders.add(response);
    const leave = () => taken.set(network, (taken.get(network) ?? 1) - 1);
    afterAnswer(response, () => {
      // Otherwise, hanging up instead of waiting would make guesses as fast as before.
      if (response.writableFinished && !hurried.has(response)) leave();
      else setTimeout(leave, holdMs).unref();
    });
    next();
  };

  async function holdBack(response: HostResponse, { status, headers }: Response) {
    const isToHold = counted.has(response) || isFailed(status, headers.get("Location"));
    if (!holders.has(response) || !isToHold) return;
    const isWrite = writes.has(response);
    if (isWrite ? heldWrites >= maxHeldWrites : held >= maxHeld) return void hurried.add(response);
    if (isWrite) heldWrites++;
    else held++;
    onHold(response);
    const gone = new AbortController();
    afterAnswer(response, () => gone.abort());
    await wait(holdMs, undefined, { signal: gone.signal }).catch(() => {});
    if (isWrite) heldWrites--;
    else held--;
  }
  return { admit, holdBack };
}

/** An unknown token ends in a 404, or, from an address that redirects, on a page without a look-up. */
function isFailed(status: number, location: string | null | undefined): boolean {
  if (status !== 302 || !location) return status === 404;
  const { pathname } = new URL(location, "http://localhost");
  return pageAt(withoutPrefix(pathname))?.lookup !== true;
}
