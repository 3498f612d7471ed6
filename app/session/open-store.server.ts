import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { config } from "#app/config.server.ts";
import { logger } from "#app/log.server.ts";
import { createSealer, newSessionId, type Sealer } from "./encryption.server.ts";
import { createRedisStore } from "./redis-store.server.ts";
import { createSqliteStore } from "./sqlite-store.server.ts";
import type { SessionStore } from "./store.ts";

const sqliteScheme = "sqlite:";
let store: SessionStore | undefined;
let sealer: Sealer | undefined;

/** The store that the settings name, opened with the first use. */
export function sessionStore(): SessionStore {
  const { store: address } = config().session;
  store ??= address.startsWith(sqliteScheme)
    ? createSqliteStore(address.slice(sqliteScheme.length))
    : createRedisStore(address, (error) =>
        logger.error({ reason: error.message }, "Redis cannot be reached."),
      );
  return store;
}

let secrets: readonly string[] | undefined;

/** The configured secrets, the newest first, or, with the sandbox alone, one kept beside its data. */
export function sessionSecrets(): readonly string[] {
  const configured = config().session.secrets;
  secrets ??=
    configured.length > 0
      ? configured
      : [keptSecret(join(dirname(config().sandboxDatabase), "session-secret"))];
  return secrets;
}

export function defaultSealer(): Sealer {
  sealer ??= createSealer(sessionSecrets());
  return sealer;
}

/** The secret in this file, readable by its owner alone; made when there is none, so that a restart goes on with it. */
export function keptSecret(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, newSessionId() + newSessionId(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
