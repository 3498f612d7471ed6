import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Counter, Gauge } from "prom-client";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { timed } from "#app/platform/metrics.server.ts";
import { createSealer, newSessionId, type Sealer } from "./encryption.server.ts";
import { openRedis, type Redis } from "./redis.server.ts";
import { createRedisStore } from "./redis-store.server.ts";
import { createPrivately } from "./sqlite-file.server.ts";
import { createSqliteStore, openSessionFile } from "./sqlite-store.server.ts";
import type { SessionStore } from "./store.ts";

const sqliteScheme = "sqlite:";
/** Keeps a scrape at about 10 ms. */
const maxCounted = 50_000;
type Storage =
  | { kind: "sqlite"; database: DatabaseSync; sessions: SessionStore }
  | { kind: "redis"; redis: Redis; sessions: SessionStore };
let storage: Storage | undefined;
let sealer: Sealer | undefined;
let linkSealer: Sealer | undefined;

function open(address: string): Storage {
  if (address.startsWith(sqliteScheme)) {
    const database = openSessionFile(address.slice(sqliteScheme.length));
    return { kind: "sqlite", database, sessions: createSqliteStore(database) };
  }
  const redis = openRedis(address, (reason) => logger.error({ reason }, "Redis cannot be reached."));
  return { kind: "redis", redis, sessions: createRedisStore(redis) };
}

function measure({ count }: SessionStore) {
  if (!count || config().metricsPort === undefined) return;
  new Gauge({
    name: "portal_sessions",
    help: `Sessions that live, ${maxCounted} at most; all portals of one store say the same`,
    collect() {
      try {
        this.set(count(maxCounted));
      } catch {
        // The previous number would look current.
        this.set(Number.NaN);
      }
    },
  });
}

/** Times the commands that customers wait for. */
const timedStore = (store: SessionStore): SessionStore => ({
  ...store,
  read: (id) => timed("sessions", () => store.read(id)),
  write: (id, changes, idleSeconds) => timed("sessions", () => store.write(id, changes, idleSeconds)),
  touch: (id, idleSeconds) => timed("sessions", () => store.touch(id, idleSeconds)),
});

/** The configured storage, opened on first use, for everything that has to outlive a request. */
export function openStorage(): Storage {
  if (!storage) {
    storage = open(config().session.store);
    measure(storage.sessions);
    storage = { ...storage, sessions: timedStore(storage.sessions) };
    // Registered at startup: an alert sees the first increment only if the counter was zero before.
    if (config().metricsPort !== undefined)
      unknownKeys = new Counter({
        name: "portal_unknown_keys_total",
        help: "Secrets missing in SESSION_SECRET that something in a store was sealed with",
      });
  }
  return storage;
}

export const sessionStore = (): SessionStore => openStorage().sessions;

/** Opens nothing just to close it: commands need no sessions. */
export const closeStorage = async () => storage?.sessions.close();

let secrets: readonly string[] | undefined;

/**
 * The configured secrets, the newest first; with the sandbox, if there are none, one that is stored beside its data.
 */
export function sessionSecrets(): readonly string[] {
  const configured = config().session.secrets;
  secrets ??=
    configured.length > 0
      ? configured
      : [persistedSecret(join(dirname(config().sandboxDatabase), "session-secret"))];
  return secrets;
}

/** For data in the stores. */
export function defaultSealer(): Sealer {
  sealer ??= createSealer(sessionSecrets(), reportUnknownKey);
  return sealer;
}

/** For data in links, in which anybody can make up a key's name. */
export function sealerOfLinks(): Sealer {
  linkSealer ??= createSealer(sessionSecrets());
  return linkSealer;
}

const reportedKeys = new Set<string>();
let unknownKeys: Counter | undefined;

/**
 * Reports that another portal seals with a secret that this one lacks: once per key, or every request of every
 * customer would be reported.
 */
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

/** The secret in this file, readable by its owner alone. It is created if missing, so that it survives restarts. */
export function persistedSecret(file: string): string {
  createPrivately(file, newSessionId() + newSessionId());
  return readFileSync(file, "utf8").trim();
}
