import { createHash } from "node:crypto";
import type { Database, Migration } from "./database.ts";
import { refusal } from "./problem.ts";

export const idempotencyMigrations: Migration[] = [
  {
    name: "idempotency-1",
    sql: `CREATE TABLE idempotency (
      call TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
      answer TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (call, key))`,
  },
];

/** Independent of the order of fields. */
export function fingerprint(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(body)) ?? "")
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/**
 * Runs `effect` once per key. Effect and response share a transaction, so that neither concurrent requests nor a killed
 * process cause a second effect. A refused call (thrown) has no effect and is not stored: its key may be used again.
 * @throws Refusal 422 IDEMPOTENCY_KEY_REUSED if the key was used with another body before
 */
export function oncePerKey<Answer>(
  database: Database,
  request: { call: string; key: string | undefined; body: unknown; now: Date },
  effect: () => Answer,
): { answer: Answer; replayed: boolean } {
  const { call, key } = request;
  if (!key) return { answer: database.transaction(effect), replayed: false };
  return database.transaction(() => {
    const print = fingerprint(request.body);
    const stored = database.one<{ fingerprint: string; answer: string }>(
      "SELECT fingerprint, answer FROM idempotency WHERE call = ? AND key = ?",
      call,
      key,
    );
    if (stored && stored.fingerprint !== print)
      throw refusal(422, "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with a different body.");
    if (stored) return { answer: JSON.parse(stored.answer) as Answer, replayed: true };
    const answer = effect();
    database.insert("idempotency", {
      call,
      key,
      fingerprint: print,
      at: request.now.toISOString(),
      answer: JSON.stringify(answer ?? null),
    });
    return { answer, replayed: false };
  });
}
