import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { mainThreadMs } from "../../tools/attack/meter.ts";
import { fresh } from "../support/fresh.ts";
import { type Scene, scenes, type Verdict } from "../support/scenes.ts";
import { varyingPortalForTests } from "../support/varying-provider.ts";

// Each number, text and list of each JSON answer, far beyond what it means and up to the size of an answer that is read at
// all: it holds nobody up, makes no endless page, fills no store, and is no unexpected error of the portal's.

const { portal, provider } = await varyingPortalForTests();

type Member = Record<string, unknown>;
type Steps = string[];

/** Each number, text and list of an answer, of a list's items those of the first. */
function* placesOf(value: unknown, steps: Steps = []): Generator<{ steps: Steps; value: unknown }> {
  if (steps.length > 0) yield { steps, value };
  if (typeof value !== "object" || value === null) return;
  const members = Object.entries(value);
  for (const [name, member] of Array.isArray(value) ? members.slice(0, 1) : members)
    yield* placesOf(member, [...steps, name]);
}

/** Two megabytes is the most that is read. */
const bytes = 1_800_000;
const longText = "x".repeat(bytes);
function oversized(value: unknown): unknown[] {
  if (typeof value === "number") return [1e308, -1e308, 1e15];
  if (typeof value === "string") return [longText];
  if (!Array.isArray(value)) return [];
  const item = value[0] ?? "x";
  return [Array(Math.ceil(bytes / (JSON.stringify(item).length + 1))).fill(item)];
}

function put(body: unknown, steps: Steps, value: unknown) {
  let holder = body as Member | undefined;
  for (const step of steps.slice(0, -1)) holder = holder?.[step] as Member | undefined;
  if (holder) holder[steps.at(-1) ?? ""] = value;
}

function largestStored() {
  const database = new DatabaseSync(join(portal.folder, "sessions.sqlite"), { readOnly: true });
  const { most } = database.prepare("SELECT coalesce(max(length(value)), 0) AS most FROM scope").get() as {
    most: number;
  };
  database.close();
  return most;
}

async function shown({ scenario, before, view }: Scene, { call }: Verdict, change: (body: unknown) => void) {
  const [customer, traceId, token] = [portal.browser(), randomUUID(), fresh(scenario)];
  customer.cookies.set("trace-id", traceId);
  const prepared = await before?.(customer, token);
  provider.vary(traceId, async (asked, ask) => {
    const answer = await ask();
    if (call.test(asked) && answer.status === 200) change(answer.body);
    return answer;
  });
  const spent = await mainThreadMs(portal.pid ?? 0);
  const { name, status, html } = await view(customer, token, prepared);
  provider.vary(traceId);
  return { name, status, length: html.length, ms: (await mainThreadMs(portal.pid ?? 0)) - spent };
}

const cases = Object.entries(scenes).flatMap(([name, scene]) =>
  Object.entries(scene.calls).map(([call, verdict]) => ({ name, scene, call, verdict })),
);

describe.skipIf(process.platform !== "linux").each(cases)("$name, $call", ({ scene, verdict }) => {
  test("has a size", async () => {
    let plain: unknown;
    await shown(scene, verdict, (body) => {
      plain = structuredClone(body);
    });
    const places = [...placesOf(plain)];
    const all = places
      .filter(({ value }) => typeof value === "string")
      .map(({ steps }) => ({ steps, value: "y".repeat(Math.floor(bytes / places.length)) }));
    const found: string[] = [];
    const look = async (what: string, change: (body: unknown) => void) => {
      const { name, status, length, ms } = await shown(scene, verdict, change);
      // Of the host, or of nobody who knows what the page is about.
      const isOwn = status >= 500 && name === "unexpected-error";
      if (isOwn || length > 1_000_000 || ms > 1000)
        found.push(`${what}: ${status} ${name}, ${length} bytes, ${ms.toFixed()} ms`);
    };
    await look("all texts", (body) => {
      for (const { steps, value } of all) put(body, steps, value);
    });
    for (const { steps, value } of places)
      for (const large of oversized(value))
        await look(`${steps.join(".")} ${typeof large === "number" ? large : typeof large}`, (body) =>
          put(body, steps, large),
        );
    expect(found).toEqual([]);
    expect(largestStored()).toBeLessThan(500_000);
  });
});
