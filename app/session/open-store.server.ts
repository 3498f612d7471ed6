import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Counter, Gauge } from "prom-client";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { timed } from "#app/operation/metrics.server.ts";
import { createSealer, newSessionId, type Sealer } from "./encryption.server.ts";
import { openRedis, type Redis } from "./redis.server.ts";
import { createRedisStore } from "./redis-store.server.ts";
import { createPrivately } from "./sqlite-file.server.ts";
import { createSqliteStore, openDatabase } from "./sqlite-store.server.ts";
import type { SessionStore } from "./store.ts";

const sqliteScheme = "sqlite:";
/** About 10 ms for a scrape. */
const mostCounted = 50_000;
type Storage =
  | { kind: "sqlite"; database: DatabaseSync; sessions: SessionStore }
  | { kind: "redis"; redis: Redis; sessions: SessionStore };
let storage: Storage | undefined;
let sealer: Sealer | undefined;
let linkSealer: Sealer | undefined;

function open(address: string): Storage {
  if (address.startsWith(sqliteScheme)) {
    const database = openDatabase(address.slice(sqliteScheme.length));
    return { kind: "sqlite", database, sessions: createSqliteStore(database) };
  }
  const redis = openRedis(address, (reason) => logger.error({ reason }, "Redis cannot be reached."));
  return { kind: "redis", redis, sessions: createRedisStore(redis) };
}

function measure({ count }: SessionStore) {
  if (!count || config().metricsPort === undefined) return;
  new Gauge({
    name: "portal_sessions",
    help: `Sessions that live, ${mostCounted} at most; all portals of one store say the same`,
    collect() {
      try {
        this.set(count(mostCounted));
      } catch {
        // An old number would look current.
        this.set(Number.NaN);
      }
    },
  });
}

/** With the commands timed that customers wait for. */
const timedStore = (store: SessionStore): SessionStore => ({
  ...store,
  read: (id) => timed("sessions", () => store.read(id)),
  write: (id, changes, idleSeconds) => timed("sessions", () => store.write(id, changes, idleSeconds)),
  touch: (id, idleSeconds) => timed("sessions", () => store.touch(id, idleSeconds)),
});

/** What the settings name, opened with the first use: for all that has to outlive a request. */
export function openStorage(): Storage {
  if (!storage) {
    storage = open(config().session.store);
    measure(storage.sessions);
    storage = { ...storage, sessions: timedStore(storage.sessions) };
    // From the start: an alert sees the first increment only where there was a zero before.
    if (config().metricsPort !== undefined)
      unknownKeys = new Counter({
        name: "portal_unknown_keys_total",
        help: "Secrets missing in SESSION_SECRET that something in a store was sealed with",
      });
  }
  return storage;
}

export const sessionStore = (): SessionStore => openStorage().sessions;

/** Nothing is opened for it: commands need no sessions. */
export const closeStorage = async () => storage?.sessions.close();

let secrets: readonly string[] | undefined;

/** The configured secrets, the newest first, or, with the sandbox alone, one kept beside its data. */
export function sessionSecrets(): readonly string[] {
  const configured = config().session.secrets;
  secrets ??=
    configured.length > 0
      ? configured
      : [persistedSecret(join(dirname(config().sandboxDatabase), "session-secret"))];
  return secrets;
}

/** For what the stores keep. */
export function defaultSealer(): Sealer {
  sealer ??= createSealer(sessionSecrets(), reportUnknownKey);
  return sealer;
}

/** For what links carry: anybody can make up a key's name there. */
export function sealerOfLinks(): Sealer {
  linkSealer ??= createSealer(sessionSecrets());
  return linkSealer;
}

const reportedKeys = new Set<string>();
let unknownKeys: Counter | undefined;

/** Another portal seals with a secret that this one lacks: once per key, or each request of each customer would say so. */
function reportUnknownKey(key: string): void {
  if (reportedKeys.has(key)) return;
  reportedKeys.add(key);
  unknownKeys?.inc();
  logger.error(
    { cause: "portal", key },
    "Something kept was sealed with a secret that this portal does not have: customers lose what they typed. " +
      "Put that secret behind this portal's own in SESSION_SECRET and restart; see docs/operations.md, 'Rotate the secret'.",
  );
}

/** The secret in this file, readable by its owner alone; made when there is none, so that a restart goes on with it. */
export function persistedSecret(file: string): string {
  createPrivately(file, newSessionId() + newSessionId());
  return readFileSync(file, "utf8").trim();
}
