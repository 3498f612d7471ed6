import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { CallName } from "#app/backend/contract/calls.ts";
import { answerExamples } from "#sandbox/openapi-examples.ts";
import { mainThreadMs } from "../../tools/attack/meter.ts";
import { expectations } from "../support/expectations.ts";
import { tracedCustomer, varyingPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { callTo, reach, type Scene, scenes, shownAfterStep } from "../support/scenes.ts";

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
/** Of numbers one of three kinds, in turn by places and cases. */
const largeNumber = (turn: number) => [1e308, -1e308, 1e15][turn % 3];
function longList([item = "x"]: unknown[]) {
  return Array(Math.ceil(bytes / (JSON.stringify(item).length + 1))).fill(item);
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

interface Case {
  name: string;
  scene: Scene;
  call: CallName;
  /** The answers before the step are changed, too: those of which its page is made. */
  early?: true;
  /** The member that it is about; its others are another case's. */
  of?: string;
}
type Change = (body: unknown) => void;

/** A customer whose step shows what is made of an answer; with `early`, that is changed from here on. */
async function begin({ scene, call, early }: Case, change: Change) {
  const { customer, traceId } = tracedCustomer(portal);
  const token = fresh(scene.scenario);
  const vary = (changed: Change) =>
    provider.vary(traceId, async (asked, ask) => {
      const answer = await ask();
      if (callTo(call).test(asked) && answer.status === 200) changed(answer.body);
      return answer;
    });
  if (early) vary(change);
  return { customer, vary, step: await reach(scene, customer, token) };
}
type Begun = Awaited<ReturnType<typeof begin>>;

async function shown(one: Case, change: Change, begun?: Begun) {
  const { customer, vary, step } = begun ?? (await begin(one, change));
  vary(change);
  const spent = await mainThreadMs(portal.pid ?? 0);
  const { name, status, html } = await shownAfterStep(one.call, customer, step);
  vary(() => {});
  return { name, status, length: html.length, ms: (await mainThreadMs(portal.pid ?? 0)) - spent };
}

// What is asked for once and kept has its own limits; receipts that are asked for later are those of a declaration.
const answering = (Object.keys(answerExamples) as CallName[]).filter(
  (call) => !["cached", "asks"].includes(expectations[call].kind),
);
const known: Scene = {
  scenario: "demo-dealer_correction",
  async path(token, customer) {
    await customer.get(`/angebot/${token}`);
    return `/angebot/${token}/meine-daten`;
  },
};
const summary: Scene = { scenario: "demo-offer_tm", path: (token) => `/angebot/${token}`, follow: true };
const coupon: Scene = { scenario: "post-ident", path: (token) => `/idv/${token}/post-ident` };
const cases: Case[] = [
  ...answering.map((call) => ({ name: call, scene: scenes[call], call })),
  { name: "personal data that is known", scene: known, call: "loadOffer", early: true, of: "customer" },
  { name: "a summary", scene: summary, call: "loadOffer", early: true },
  { name: "a coupon", scene: coupon, call: "loadIdv" },
];

/** So many texts or numbers at once, unless the page is another one with them: then each of them alone. */
const atOnce = 8;

describe.skipIf(process.platform !== "linux").each(cases)("$name, $call", (one) => {
  test("has a size", async () => {
    // A page is opened again and again, a form is sent once.
    const begun = "path" in one.scene && !one.early ? await begin(one, () => {}) : undefined;
    let plain: unknown;
    const keep: Change = (body) => {
      plain = structuredClone(body);
    };
    const usual = await shown(one, keep, begun);
    const places = [...placesOf(plain)].filter(({ steps }) => !one.of || steps[0] === one.of);
    expect(places).not.toEqual([]);
    const texts = places.filter(({ value }) => typeof value === "string");
    const found: string[] = [];
    const look = async (what: string, change: Change) => {
      const { name, status, length, ms } = await shown(one, change, begun);
      // Of the host, or of nobody who knows what the page is about.
      const isOwn = status >= 500 && name === "unexpected-error";
      if (isOwn || length > 1_000_000 || ms > 1000)
        found.push(`${what}: ${status} ${name}, ${length} bytes, ${ms.toFixed()} ms`);
      return { isUsual: name === usual.name && status === usual.status, more: length - usual.length };
    };
    const longTexts = async (some: typeof texts) => {
      const long = "x".repeat(Math.floor(bytes / some.length));
      const what = some.map(({ steps }) => steps.join(".")).join(", ");
      const { isUsual, more } = await look(what, (body) => {
        for (const { steps } of some) put(body, steps, long);
      });
      // One of them, shown as it is, makes no page of a megabyte.
      const isShown = more > long.length / 2;
      if (some.length > 1 && some.length <= atOnce && (!isUsual || isShown))
        for (const text of some) await longTexts([text]);
    };
    await longTexts(texts);
    for (let at = 0; at < texts.length; at += atOnce) await longTexts(texts.slice(at, at + atOnce));
    const numbers = places
      .filter(({ value }) => typeof value === "number")
      .map(({ steps }, turn) => ({ steps, large: largeNumber(turn + cases.indexOf(one)) }));
    const largeNumbers = async (some: typeof numbers) => {
      const what = some.map(({ steps, large }) => `${steps.join(".")} ${large}`).join(", ");
      const { isUsual } = await look(what, (body) => {
        for (const { steps, large } of some) put(body, steps, large);
      });
      if (some.length > 1 && !isUsual) for (const number of some) await largeNumbers([number]);
    };
    for (let at = 0; at < numbers.length; at += atOnce) await largeNumbers(numbers.slice(at, at + atOnce));
    for (const { steps, value } of places)
      if (Array.isArray(value))
        await look(`${steps.join(".")} list`, (body) => put(body, steps, longList(value)));
    expect(found).toEqual([]);
    expect(largestStored()).toBeLessThan(500_000);
  });
});
