import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";

/**
 * A hundred thousand sessions in SQLite, of which nine in ten expire at once: what each costs in the file, how long reads
 * and writes take before the burst and during it, and how much of the file is given back. `npm run bench:sessions -- 20000`
 */
const sessions = Number(process.argv[2] ?? 100_000);
const idleSeconds = 1800;
/** A sealed cart. */
const scopeBytes = 1800;
const folder = mkdtempSync(join(tmpdir(), "sessions-"));
const file = join(folder, "sessions.sqlite");

let clock = 0;
const database = openSessionFile(file);
const store = createSqliteStore(database, () => clock);

const milliseconds = (took: number[]) => {
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)} ms`;
};

/** By the clock, which other programs and the disk hold up, and the CPU that it took, which they do not. */
async function timed(count: number, work: (index: number) => Promise<unknown>) {
  const clock: number[] = [];
  const cpu: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    const before = process.threadCpuUsage();
    await work(index);
    const { user, system } = process.threadCpuUsage(before);
    clock.push(performance.now() - start);
    cpu.push((user + system) / 1000);
  }
  return `${milliseconds(clock)}; CPU ${milliseconds(cpu)}`;
}

function megabytes() {
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return statSync(file).size / 1e6;
}

const write = (id: string) =>
  store.write(id, [{ name: "offer", seen: undefined, value: randomBytes(scopeBytes) }], idleSeconds);

try {
  const ids = Array.from({ length: sessions }, () => randomUUID());
  console.log(`${sessions} sessions of ${scopeBytes} bytes`);
  const fill = (index: number) => {
    clock = Math.floor((index / sessions) * (idleSeconds - 100));
    return write(ids[index] ?? "");
  };
  console.log(`filling          ${await timed(sessions, fill)}`);
  const full = megabytes();
  console.log(`the file         ${full.toFixed(0)} MB, ${((full * 1e3) / sessions).toFixed(1)} kB a session`);
  const read = (index: number) => store.read(ids[(index * 7919) % sessions] ?? "");
  console.log(`reads            ${await timed(5000, read)}`);
  console.log(`writes           ${await timed(5000, () => write(randomUUID()))}`);
  // One customer goes on; nine in ten of the others are over at once.
  const going = randomUUID();
  let seen: Uint8Array | undefined;
  const goOn = async () => {
    const value = randomBytes(scopeBytes);
    await store.write(going, [{ name: "offer", seen, value }], idleSeconds);
    seen = value;
  };
  clock = idleSeconds - 1;
  for (let index = 0; index < sessions; index += 10) await store.touch(ids[index] ?? "", 2 * idleSeconds);
  await goOn();
  clock = 2 * idleSeconds - 2;
  console.log(`during the burst ${await timed(5000, goOn)}`);
  console.log(`the file         ${megabytes().toFixed(0)} MB after it`);
} finally {
  await store.close();
  rmSync(folder, { recursive: true });
}
