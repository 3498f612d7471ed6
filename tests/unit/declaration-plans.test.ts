import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openPostgres, type PostgresStore } from "#app/declarations/postgres-database.server.ts";
import type { DeclarationQueue } from "#app/declarations/queue.ts";
import { createSqlQueue } from "#app/declarations/sql-queue.server.ts";
import { openSqlite } from "#app/declarations/sqlite-database.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { isThere } from "../support/store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// What a statement costs may depend on what it asks for, and on nothing that a planner believes: in an outage almost every
// row changes its state, and statistics are of the day before.
//   QUEUE_ROWS=1000000 npx vitest run --project unit-alone tests/unit/declaration-plans.test.ts
// tries a table of so many rows instead, and prints what each statement touches.

const { QUEUE_ROWS } = process.env;
const sizes = QUEUE_ROWS ? [Number(QUEUE_ROWS)] : [10, 2000, 100_000];
/** How many of them wait. */
const openOf = (size: number) => Math.min(Math.max(size / 10, 10), 2000);

/** Fills the table: `waiting` and `forwarded` by turns as often as told, with what holds others up and what was refused. */
const rows = (name: string, count: number, state: "waiting" | "forwarded") => `
  INSERT INTO declaration (id, lane, "receivedAt", state, attempts, due, "removeAt", sealed, content, "openSince")
  WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
  SELECT '${name}' || n, 'lane of ${name}' || n, NOW - 1000, '${state}', 1,
    ${state === "waiting" ? "NOW - 1000 + n % 7" : "NULL"}, ${state === "forwarded" ? "NOW + 1000000" : "NULL"},
    'sealed ${"x".repeat(400)}' || n, '${name}' || n, ${state === "waiting" ? "NOW - 1000" : "NULL"} FROM n`;
const settleAll = `UPDATE declaration SET state = 'forwarded', due = NULL, "openSince" = NULL, "removeAt" = NOW + 1000000
  WHERE id LIKE 'old%'`;

/** The order in which rows and statistics come, so that the planner believes what is named. */
const beliefs: [name: string, steps: (size: number, open: number) => string[]][] = [
  ["the truth", (size, open) => [rows("old", size, "forwarded"), rows("new", open, "waiting"), "ANALYZE"]],
  [
    "that all are forwarded",
    (size, open) => [rows("old", size, "forwarded"), "ANALYZE", rows("new", open, "waiting")],
  ],
  [
    "that all wait",
    (size, open) => [
      rows("old", size, "waiting"),
      "ANALYZE",
      settleAll,
      "VACUUM",
      rows("new", open, "waiting"),
    ],
  ],
  [
    "that there are few",
    (size, open) => [
      rows("first", 10, "waiting"),
      "ANALYZE",
      rows("old", size, "forwarded"),
      rows("new", open, "waiting"),
    ],
  ],
  ["nothing", (size, open) => [rows("old", size, "forwarded"), rows("new", open, "waiting")]],
];
const cases = sizes.flatMap((size) => beliefs.map(([belief, steps]) => ({ size, belief, steps })));
/** PostgreSQL takes statistics by itself, also of a table that has just begun; SQLite has some where an operator makes them. */
const casesOfFiles = cases.filter(({ belief }) => belief !== "that there are few");

const lease = { token: "lease", forMs: 60_000 };
const now = { openSince: 0, seq: 0 };
const forwardedNow = { state: "forwarded", sealed: "x", keepMs: 1000 } as const;
const first = async (entries: AsyncIterable<unknown>) => {
  for await (const _ of entries) return;
};
/** What the portal, its worker, its metrics and its operators ask, and how many pages that may take. */
const askedOf = (
  open: number,
): [name: string, most: number, ask: (queue: DeclarationQueue) => Promise<unknown>][] => [
  ["a new declaration", 60, (queue) => queue.add({ id: "a", lane: "a", sealed: "x", content: "a" }, lease)],
  [
    "another one of a contract",
    60,
    (queue) => queue.add({ id: "b", lane: "lane of new7", sealed: "x" }, lease),
  ],
  [
    "the same content again",
    60,
    (queue) => queue.add({ id: "c", lane: "a", sealed: "x", content: "new9" }, lease),
  ],
  ["a receipt", 60, (queue) => queue.find("new9")],
  ["the next to be sent", 60, (queue) => queue.lease(lease)],
  [
    "one that is retried",
    60,
    (queue) => queue.settle("a", "lease", { state: "waiting", pauseMs: 1, sealed: "x" }),
  ],
  ["one that is passed on", 60, (queue) => queue.settle("a", "lease", forwardedNow)],
  ["one that was waited for", 60, (queue) => queue.settle("new7", "lease", forwardedNow)],
  ["one that is left to staff", 60, (queue) => queue.settle("new8", "lease", { state: "byHand" })],
  ["a proof", 60, (queue) => queue.replace("new9", "x", "y")],
  ["one that is resent", 60, (queue) => queue.resend("new9")],
  ["one that staff has passed on", 60, (queue) => queue.finish("new8", { sealed: "x", keepMs: 1000 })],
  ["one that is erased", 60, (queue) => queue.removeIf("new9", "waiting")],
  ["a sweep", 60, (queue) => queue.sweep()],
  ["a probe", 60, (queue) => queue.ping()],
  ["a page of what is open", 450, (queue) => first(queue.open())],
  ["a page of everything", 600, (queue) => first(queue.entries())],
  ["a batch of what is resent", 500 * 30, (queue) => queue.resendNext("waiting", now)],
  ["a scrape", 60 + 2 * open, (queue) => queue.backlog()],
];

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  Plans?: Plan[];
}
const waysOf = ({ "Node Type": type, "Index Name": index = "", Plans = [] }: Plan): string[] => [
  `${type} ${index}`,
  ...Plans.flatMap(waysOf),
];

/** Whether it goes through the table, or sorts what has an order. */
const isWhole = (way: string) =>
  /^Seq Scan|^SCAN (declaration|earlier|later)$|^USE TEMP B-TREE FOR ORDER BY$/.test(way);

interface Taken {
  text: string;
  cost: number;
  by: string[];
}
const table: Record<string, Record<string, number>> = {};
afterAll(() => {
  if (QUEUE_ROWS) console.table(table);
});

/** What was dearer than it may be. */
async function costs(queue: DeclarationQueue, taken: Taken[], open: number, column: string) {
  const dear: unknown[] = [];
  for (const [name, most, ask] of askedOf(open)) {
    taken.splice(0);
    await ask(queue);
    expect(taken, name).not.toEqual([]);
    table[name] = { ...table[name], [column]: Math.max(...taken.map(({ cost }) => cost)) };
    for (const one of taken) if (one.cost > most || one.by.some(isWhole)) dear.push({ name, most, ...one });
  }
  return dear;
}

describe("PostgreSQL", async () => {
  const server = await startPostgres();
  afterAll(server.stop);
  const { store } = readConfig({ SANDBOX: "embedded", DECLARATION_STORE: server.url }).declarations;
  const inMs = "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)";
  let queue: DeclarationQueue;
  beforeEach(async () => {
    await server.query("DROP TABLE IF EXISTS declaration");
    const asker = { connections: 1, leastConnections: 1, patienceMs: 60_000 };
    queue = createSqlQueue(() => openPostgres(store as PostgresStore, asker), 120_000);
    await isThere(queue);
    await server.query("ALTER TABLE declaration SET (autovacuum_enabled = false)");
  });
  afterEach(() => queue.close());

  /** Explains each statement with what it touches, just before it is sent, where it is sent. */
  function explained() {
    const taken: Taken[] = [];
    const query = pg.Client.prototype.query as (text: string, values?: unknown) => Promise<pg.QueryResult>;
    async function explainAndSend(this: pg.Client, text: string, values: unknown) {
      if (Array.isArray(values) && /"declaration"/.test(text)) {
        await query.call(this, "BEGIN");
        const { rows } = await query.call(this, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
        await query.call(this, "ROLLBACK");
        const { Plan: plan } = rows[0]["QUERY PLAN"][0];
        taken.push({ text, cost: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], by: waysOf(plan) });
      }
      return query.call(this, text, values);
    }
    // Of its many forms, this is the one that the portal's statements have.
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(explainAndSend as never);
    return { taken, end: () => spy.mockRestore() };
  }

  test.each(cases)("touches few pages of $size where its planner believes $belief", async (one) => {
    const { size, belief, steps } = one;
    const open = openOf(size);
    for (const step of steps(size, open)) await server.query(step.replaceAll("NOW", inMs));
    const { taken, end } = explained();
    const dear = await costs(queue, taken, open, `PostgreSQL, ${belief}`);
    end();
    expect(dear).toEqual([]);
  });
});

describe("SQLite", () => {
  const pageBytes = 8192;
  /** What this process has read so far. */
  const readBytes = () => Number(/^rchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  const reading = readBytes();
  const readingItself = readBytes() - reading;

  test.each(casesOfFiles)("touches few pages of $size where its planner believes $belief", async (one) => {
    const { size, belief, steps } = one;
    const open = openOf(size);
    const file = join(temporaryFolder(onTestFinished), "declarations.sqlite");
    const queue = createSqlQueue(() => openSqlite(file), 120_000);
    await queue.ping();
    const beside = new DatabaseSync(file);
    for (const step of steps(size, open))
      beside.exec(step.replaceAll("NOW", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"));
    const taken: Taken[] = [];
    const { prepare } = DatabaseSync.prototype;
    const spy = vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
      this: DatabaseSync,
      text,
    ) {
      const statement = prepare.call(this, text);
      if (!/"declaration"/.test(text)) return statement;
      const plan = prepare.call(beside, `EXPLAIN QUERY PLAN ${text}`).all();
      const by = plan.map(({ detail }) => String(detail));
      // What of it is sorted is one row, or two.
      const whole = /"isRecent"/.test(text) ? by.filter((way) => !way.startsWith("USE TEMP")) : by;
      for (const way of ["all", "run"] as const) {
        const ask = statement[way].bind(statement) as (...values: unknown[]) => never;
        statement[way] = (...values: unknown[]) => {
          // It reads each page anew.
          this.exec("PRAGMA shrink_memory");
          const before = readBytes();
          const answer = ask(...values);
          taken.push({
            text,
            // A table of one page is rightly read as a whole.
            by: size > 10 ? whole : [],
            cost: Math.round((readBytes() - before - readingItself) / pageBytes),
          });
          return answer;
        };
      }
      return statement;
    });
    const dear = await costs(queue, taken, open, `SQLite, ${belief}`);
    spy.mockRestore();
    beside.close();
    await queue.close();
    expect(dear).toEqual([]);
  });
});
