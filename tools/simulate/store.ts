import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { QueueDatabase, Schema } from "#app/declarations/queue-database.ts";
import type { World } from "./world.ts";

/** How a command to the store ends: as it should, or away, done without a word of it, or done only later. */
export type StoreFate = "fine" | "away" | "answer lost" | "late";

/** Ways that a store may be for a while. */
export const stores: StoreFate[][] = [
  ["fine"],
  ["fine"],
  ["away"],
  ["away", "fine"],
  ["late", "fine"],
  ["answer lost", "fine"],
  ["answer lost", "late", "away", "fine"],
];

/** Among what a press did: that its portal knows of it. */
export const told = "its portal knows that it was stored";

class StoreError extends Error {
  readonly isRefusal: boolean;
  constructor(message: string, isRefusal: boolean) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** The declarations' store: SQLite in memory, behind a network, with the world's clock. */
export class SimulatedStore {
  readonly #file = new DatabaseSync(":memory:");
  world: World;
  fates: readonly StoreFate[] = ["fine"];

  constructor(world: World, table: readonly string[]) {
    this.world = world;
    this.#file.exec(table.join(";"));
  }

  begin(world: World): void {
    this.world = world;
    this.fates = ["fine"];
    this.#file.exec("DELETE FROM declaration");
  }

  /** Past the network. */
  stateOf(id: string): string | undefined {
    return this.#file.prepare("SELECT state FROM declaration WHERE id = ?").get(id)?.state as
      | string
      | undefined;
  }

  open = async (): Promise<QueueDatabase> => {
    const store = this;
    const connection = {
      executeQuery: (query: CompiledQuery) => store.#command(query),
      // biome-ignore lint/correctness/useYield: nothing is streamed
      async *streamQuery() {
        throw new Error("not simulated");
      },
    } as DatabaseConnection;
    const nothing = async () => {};
    const driver = {
      init: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      destroy: nothing,
    };
    const db = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    return {
      db,
      get now() {
        return sql<number>`${sql.lit(Math.round(store.world.now))}`;
      },
      locksRows: false,
      run: (statement) => statement(),
      isRefusal: (error) => error instanceof StoreError && error.isRefusal,
      close: nothing,
    };
  };

  readonly #prepared = new Map<string, StatementSync>();
  #statement(text: string): StatementSync {
    const statement = this.#prepared.get(text) ?? this.#file.prepare(text);
    // The statements of a seed name its time.
    if (this.#prepared.size < 100) this.#prepared.set(text, statement);
    return statement;
  }

  async #command({ sql: text, parameters }: CompiledQuery) {
    const { world } = this;
    const name = text.slice(0, 6);
    const fate = world.pick(this.fates);
    await world.deliver(`store ${name}: ${fate}`);
    if (fate === "away") throw new StoreError("The store is away.", true);
    if (fate === "late" && name !== "select") {
      world.later(`late ${name}`, () => this.#run(text, parameters));
      throw new StoreError("The commit waits.", false);
    }
    const result = this.#run(text, parameters);
    if (fate === "answer lost") throw new StoreError("The store's answer was lost.", false);
    await world.deliver(`store answers ${name}`);
    if (isStoring(text, result)) world.deeds.push(told);
    return result;
  }

  #run(text: string, parameters: readonly unknown[]) {
    const statement = this.#statement(text);
    const values = parameters as SQLInputValue[];
    const answer: Answer =
      statement.columns().length > 0
        ? { rows: statement.all(...values) as never[] }
        : { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    if (isStoring(text, answer)) this.world.deeds.push("it was stored");
    return answer;
  }
}

interface Answer {
  rows: never[];
  numAffectedRows?: bigint;
}
const isStoring = (text: string, { rows, numAffectedRows }: Answer) =>
  text.startsWith("insert") && (rows.length > 0 || Boolean(numAffectedRows));
