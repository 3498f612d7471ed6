import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { ConnectionOptions } from "node:tls";
import { TimeoutStrategy, timeout } from "cockatiel";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import { breaker } from "#app/platform/breaker.server.ts";
import type { DeclarationStore } from "#app/platform/config.server.ts";
import { codeOf } from "#app/platform/error-facts.ts";
import { logger } from "#app/platform/log.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { foreignTable, newestColumn, type QueueDatabase, type Schema, tableOf } from "./queue-database.ts";

export type PostgresStore = DeclarationStore & { kind: "postgres" };

/** Who asks: each has connections, a limit of time and a breaker of its own, so that none stops another. */
export interface Asker {
  connections: number;
  /** So many stay open while they rest, so that other portals' connections leave it some. */
  leastConnections: number;
  /** Nobody waits longer for the database. */
  patienceMs: number;
}

/** By so much PostgreSQL itself ends a statement sooner, which nobody waits for any more. */
const endsSoonerMs = 500;
const failuresInARow = 3;
const askAgainMs = 1000;
/** So that a changed address or password takes effect. */
const connectionSeconds = 600;
const idleMs = 1000;

/** As libpq interprets `sslmode`. */
function tlsOf({ sslmode, rootCertificates }: PostgresStore): ConnectionOptions | false {
  const ca = rootCertificates === undefined ? undefined : readFileSync(rootCertificates, "utf8");
  if (sslmode === "disable") return false;
  if (sslmode === "verify-full") return { ca };
  if (sslmode === "require" && ca === undefined) return { rejectUnauthorized: false };
  return { ca, checkServerIdentity: () => undefined };
}

/** PostgreSQL's code for a connection beyond its limit, or the role's or the database's. */
const tooManyConnections = "53300";
/** How soon a connection that was refused is asked for again. */
const connectAgainMs = 50;
const minuteMs = 60_000;

/**
 * Waits for a connection where PostgreSQL takes no more: mostly one of the pool's own is free within milliseconds.
 * @throws PostgreSQL's refusal, once a page would wait too long
 */
function connectWithinLimit(pool: Pool, patienceMs: number) {
  let quietUntil = 0;
  return async (): Promise<PoolClient> => {
    for (const giveUpAt = monotonicMs() + patienceMs; ; await wait(connectAgainMs)) {
      try {
        return await pool.connect();
      } catch (error) {
        if (codeOf(error) !== tooManyConnections || monotonicMs() > giveUpAt) throw error;
        if (monotonicMs() < quietUntil) continue;
        quietUntil = monotonicMs() + minuteMs;
        logger.warn(
          { open: pool.totalCount, most: pool.options.max },
          "PostgreSQL takes no more connections: its limit is below the sum of DECLARATION_STORE_CONNECTIONS of all portals.",
        );
      }
    }
  };
}

/** Connections are not reused once a statement has failed: their server may be gone, or a standby by now. */
const withoutBroken = (pool: Pool, connect: () => Promise<PoolClient>): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    const client = await connect();
    let broken = false;
    const query = (text: string, values: unknown[]) =>
      client.query(text, values).catch((error: unknown) => {
        broken = true;
        throw error;
      });
    // eslint-disable-next-line house/no-cast -- of a client, Kysely uses these two
    return { query, release: () => client.release(broken) } as unknown as PostgresPoolClient;
  },
});

/** PostgreSQL, which any number of portals can share. Connects with the first statement. */
export async function openPostgres(
  store: PostgresStore,
  { connections, leastConnections, patienceMs }: Asker,
): Promise<QueueDatabase> {
  // Loaded only if it is used.
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    host: store.host,
    port: store.port,
    database: store.database,
    user: store.user,
    password: store.password,
    ssl: tlsOf(store),
    max: connections,
    min: leastConnections,
    // The others go back soon, within what a portal waits that has lost its own.
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds: connectionSeconds,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    statement_timeout: patienceMs - endsSoonerMs,
    idle_in_transaction_session_timeout: patienceMs,
    keepAlive: true,
    application_name: "portal",
    // Times and counts fit into a number.
    types: {
      // eslint-disable-next-line house/no-cast -- its overloads by format differ in what a parser is given
      getTypeParser: ((id, format) =>
        id === pg.types.builtins.INT8
          ? Number
          : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
    // A confirmed commit is on disk, whatever the database's default is. And no statement reads the whole table, whatever
    // the planner believes of it: there is an index for each.
    onConnect: (client) =>
      client.query(`SELECT set_config('enable_seqscan', 'off', false),
        CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END`),
  });
  // A connection that ends between two statements would end the process; the next statement opens another one.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: withoutBroken(pool, connectWithinLimit(pool, patienceMs)) }),
  });
  const unlessAway = breaker({ failuresInARow, askAgainMs });
  const inTime = timeout(patienceMs, TimeoutStrategy.Aggressive);
  let hasTable = false;
  return {
    db,
    now: sql<number>`CAST(extract(epoch FROM now()) * 1000 AS BIGINT)`,
    locksRows: true,
    run: (statement) =>
      unlessAway(() =>
        inTime.execute(async () => {
          if (!hasTable) await makeTable(db);
          hasTable = true;
          return statement();
        }),
      ),
    isFull: () => pool.waitingCount >= connections,
    // Class 57: it was interrupted. That may have been the wait for a standby, after the commit itself, or for an
    // earlier commit of the same declaration.
    isRefusal: (error) => error instanceof pg.DatabaseError && !error.code?.startsWith("57"),
    close: () => db.destroy(),
  };
}

/** Skipped if the table is there: an account that may not create tables is then sufficient. */
async function makeTable(db: Kysely<Schema>) {
  async function isThere(at: Kysely<Schema>) {
    const { rows } = await sql<{ name: string }>`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = to_regclass('declaration') AND attnum > 0 AND NOT attisdropped`.execute(at);
    if (rows.length > 0 && !rows.some(({ name }) => name === newestColumn)) throw foreignTable();
    return rows.length > 0;
  }
  if (await isThere(db)) return;
  await db.transaction().execute(async (transaction) => {
    // Portals that start at the same time create it only once.
    await sql`SELECT pg_advisory_xact_lock(hashtext('declaration'))`.execute(transaction);
    if (await isThere(transaction)) return;
    const table = tableOf({ integer: "BIGINT", seq: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" });
    for (const statement of table) await sql.raw(statement).execute(transaction);
  });
}
