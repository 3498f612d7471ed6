import { join } from "node:path";
import { vi } from "vitest";
import { z } from "zod";
import { createSealer } from "#app/session/encryption.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import type { Browser } from "./browser.ts";
import { type Portal, sessionSecret } from "./portal.ts";

/** Changes a stored session behind the portal's back, also to an invalid shape. */
export async function changeSession<T>(
  { folder }: Portal,
  { cookies }: Browser,
  [scope, key]: [scope: string, key: string],
  change: (value: T) => unknown,
): Promise<void> {
  // The module reads settings, which tests do not have.
  vi.stubEnv("SANDBOX", "embedded");
  const { Session, sessionCookie } = await import("#app/session/session.server.ts");
  vi.unstubAllEnvs();
  const database = openSessionFile(join(folder, "sessions.sqlite"));
  const session = new Session({
    cookie: await sessionCookie(false).parse(`sid=${cookies.get("sid")}`),
    store: createSqliteStore(database),
    sealer: createSealer([sessionSecret]),
    idleSeconds: 3600,
    lastingSeconds: 3600,
  });
  session.update(defineScope(scope, z.custom<T>()), key, (value) => change(value as T) as T);
  await session.commit();
  database.close();
}
