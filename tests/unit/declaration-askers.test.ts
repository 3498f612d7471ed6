import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { startPostgres } from "../support/postgres-server.ts";
import { isThere } from "../support/store.ts";

const server = await startPostgres();
vi.stubEnv("DECLARATION_STORE", server.url);
const { canStoreDeclarations, closeQueues, declarationQueue } = await import(
  "#app/declarations/open-queue.server.ts"
);
afterAll(async () => {
  await closeQueues();
  await server.stop();
});

test("what a worker or a scrape waits for in vain keeps no customer from storing a declaration", async () => {
  await isThere(declarationQueue());
  await server.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END $$`);
  await server.query("CREATE TRIGGER fail BEFORE UPDATE ON declaration EXECUTE FUNCTION fail()");
  const lease = { token: "lease", forMs: 60_000 };
  const worker = declarationQueue("worker");
  for (let times = 0; times < 3; times++) await expect(worker.lease(lease)).rejects.toThrow("canceling");
  // The worker knows by now, and asks nothing.
  await expect(worker.lease(lease)).rejects.toThrow(/^$/);
  const added = await declarationQueue().add({ id: "a", lane: "a", sealed: "x" }, lease);
  expect(added).toEqual({ end: "stored", leased: true });
  expect(await declarationQueue("metrics").backlog()).toMatchObject({ waiting: 1 });
});

test("a store whose connections are all asked, and waited for, takes no more for now", async () => {
  const queue = declarationQueue();
  expect(canStoreDeclarations()).toBe(true);
  const holder = new pg.Client(server.url);
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE declaration");
  const reads = Array.from({ length: 12 }, () => queue.find("a"));
  await expect.poll(canStoreDeclarations).toBe(false);
  await holder.end();
  await Promise.allSettled(reads);
  expect(canStoreDeclarations()).toBe(true);
});
