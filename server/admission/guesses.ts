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
/**
 * Answers held at a time, of all networks: each keeps its page in memory, and a connection of the proxy. What strangers write has
 * no places, as it is never refused.
 */
const maxHeld = { lookUps: 200, writes: 2000 };

interface Options {
  /** Failed look-ups of one network within a window; the answers to further ones are held. */
  limit: number;
  windowMs: number;
  holdMs: number;
  failures: Pick<Store, "increment">;
  networkOf: (request: Request) => string;
  /** What strangers write: it is never refused. `counted`: as failed look-ups, whatever its outcome. */
  writeOf: (request: Request) => "counted" | "byLink" | undefined;
  /** Whether this browser has found the token before, so that it does not guess. */
  isKnown: (request: Request) => Promise<boolean>;
  refuse: RequestHandler;
  /** Called with each answer that is held, so that nothing else is done for it. */
  onHold: (response: HostResponse) => void;
}

/** Holds the answer to a failed look-up back, if its network guesses. */
export type HoldBack = (response: HostResponse, answer: Response) => Promise<void>;

interface Admitted {
  write: "counted" | "byLink" | undefined;
  /** Its network guesses: the answer is held if it is a failed one. */
  isSlowed: boolean;
  /** Answered without being held: its place is taken for as long. */
  isHurried: boolean;
}

/** What strangers write counts once, and once more for each of these. */
const writtenBytes = 4096;
/** Without a length, as much as the body of a form may have. */
const longestWrite = 64 * 1024;

function hitsOf(request: Request, write: Admitted["write"]): number {
  if (write !== "counted") return 1;
  const bytes = Number(request.headers["content-length"] ?? longestWrite);
  return 1 + Math.floor(Math.min(bytes, longestWrite) / writtenBytes);
}

/**
 * Makes guessing slow. Only the outcome distinguishes a guess from a customer's first look, so a guessing network may still look
 * up: what is found is answered at once, what is not after a while, in a limited number of places.
 */
export function slowDownGuesses(options: Options): { admit: RequestHandler; holdBack: HoldBack } {
  const { limit, windowMs, holdMs, failures, networkOf, writeOf, isKnown, refuse, onHold } = options;
  const guessing = new LRUCache<string, true>({ ...atMost(maxNetworks), ttl: windowMs });
  const taken = new LRUCache<string, number>(atMost(maxNetworks));
  const admitted = new WeakMap<HostResponse, Admitted>();
  const heldNow = { lookUps: 0, writes: 0 };

  async function count(network: string, hits: number) {
    for (let hit = 0; hit < hits; hit++) {
      const { totalHits, resetTime } = await failures.increment(network);
      const ttl = (resetTime?.getTime() ?? 0) - Date.now();
      if (totalHits >= limit && ttl > 0) guessing.set(network, true, { ttl });
    }
  }

  const admit: RequestHandler = async (request, response, next) => {
    const network = networkOf(request);
    const look: Admitted = { write: writeOf(request), isSlowed: false, isHurried: false };
    admitted.set(response, look);
    response.once("finish", () => {
      if (isFailed(look, response.statusCode, response.get("Location")))
        void count(network, hitsOf(request, look.write));
    });
    if (!guessing.has(network) || (await isKnown(request))) return next();
    look.isSlowed = true;
    if (look.write) return next();
    const before = taken.get(network) ?? 0;
    if (before >= places) {
      look.isSlowed = false;
      return refuse(request, response, next);
    }
    taken.set(network, before + 1);
    const leave = () => taken.set(network, (taken.get(network) ?? 1) - 1);
    afterAnswer(response, () => {
      // Otherwise, hanging up instead of waiting would make guesses as fast as before.
      if (response.writableFinished && !look.isHurried) leave();
      else setTimeout(leave, holdMs).unref();
    });
    next();
  };

  async function holdBack(response: HostResponse, { status, headers }: Response) {
    const look = admitted.get(response);
    if (!look?.isSlowed || !isFailed(look, status, headers.get("Location"))) return;
    const kind = look.write ? "writes" : "lookUps";
    if (heldNow[kind] >= maxHeld[kind]) {
      look.isHurried = true;
      return;
    }
    heldNow[kind]++;
    onHold(response);
    const gone = new AbortController();
    afterAnswer(response, () => gone.abort());
    await wait(holdMs, undefined, { signal: gone.signal }).catch(() => {});
    heldNow[kind]--;
  }
  return { admit, holdBack };
}

/** An unknown token ends in a 404, or, from an address that redirects, on a page without a look-up. */
function isFailed({ write }: Admitted, status: number, location: string | null | undefined): boolean {
  if (write === "counted") return true;
  if (status !== 302 || !location) return status === 404;
  const { pathname } = new URL(location, "http://localhost");
  return pageAt(withoutPrefix(pathname))?.lookup !== true;
}
