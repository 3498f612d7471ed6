// Breaks portals, stores and the way to the provider while customers order and declare, and judges what they read.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { keysOf } from "#app/domain/keys-of.ts";
import { startBalancer } from "../../tests/support/balancer.ts";
import { changeClockBySignal } from "../../tests/support/clock.ts";
import { startFaultProxy } from "../../tests/support/fault-proxy.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { type Portal, startPortal } from "../../tests/support/portal.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { startRedis } from "../../tests/support/redis-server.ts";
import { calledWith, refuse } from "../usage.ts";
import { pick } from "./chance.ts";
import { actingCustomer, declaringCustomer, orderingCustomer, otherActs } from "./customers.ts";
import { type Deed, sendsByPress, wrongInAct, wrongInDeclaration, wrongInOrder } from "./judge.ts";
import { deeds, disturb } from "./network.ts";

const usage = `npm run chaos -- [--minutes 45] [--rate 2]    rate: journeys that begin each second, at most 2

Customers without scripts order and declare at two portals with Redis, PostgreSQL and the sandbox, while calls are lost, late,
repeated or given up by a gateway, portals are killed or stand still, clocks are set, and stores restart with or without their data.
Then all heals, and a judge holds what customers read against the provider. Ends with 1 if anything was untrue.`;
const { values } = calledWith(usage, {
  options: {
    minutes: { type: "string", default: "45" },
    rate: { type: "string", default: "2" },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
if (!(minutes > 0 && minutes <= 24 * 60) || !(rate > 0 && rate <= 2))
  refuse("Expected --minutes up to 1440 and --rate up to 2.");

/** After that long all is healed, and everybody comes to an end: the sandbox keeps only so many calls. */
const roundMs = 60_000;
/** As many at a time as a small site has, however slow it is. */
const maxCustomers = 60;

// Each of them ends with this process.
process.setMaxListeners(20);
// Ends what was started with this process, however it ends.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    report();
    process.exit(130);
  });

console.log("Starting the sandbox, Redis, PostgreSQL and two portals.");
const folder = mkdtempSync(join(tmpdir(), "chaos-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const redisPort = await freePort();
const startSessions = () =>
  startRedis(redisPort, ["--dir", folder, "--appendonly", "yes", "--appendfsync", "always"]);
let redis = await startSessions();
const postgres = await startPostgres();
const payment = "https://pay.example";
const provider = await startFaultProxy(payment);
const settings = {
  API_BASE_URL: provider.origin,
  REDIRECT_ORIGINS: payment,
  SESSION_STORE: redis.url,
  DECLARATION_STORE: postgres.url,
  DECLARATION_RETRY_MS: "500",
  PAGE_DEADLINE_MS: "8000",
  RATE_LIMIT_PER_MINUTE: "0",
  LOG_LEVEL: "warn",
  ...changeClockBySignal(),
};
const portals: Portal[] = await Promise.all([startPortal(settings), startPortal(settings)]);
const balancer = await startBalancer(portals.map(({ port }) => port));
let losses = 0;

/** @param between what happens to its data while it is away */
async function restartSessions(between = () => {}) {
  await redis.kill();
  between();
  await wait(1000);
  redis = await startSessions();
}
/** Counted before and after: a request may have read its session before, and send meanwhile what nobody knows of later. */
async function loseSessions() {
  losses++;
  await restartSessions(() => rmSync(join(folder, "appendonlydir"), { recursive: true, force: true }));
  losses++;
}
const findings: string[] = [];
const anyPortal = () => pick(portals);
/** One that has ended, though nothing here has ended it, is a finding. */
async function signal(portal: Portal, name: NodeJS.Signals) {
  try {
    process.kill(Number(portal.pid), name);
  } catch {
    findings.push(`a portal ended by itself: ${portal.log.slice(-5).join(" ")}`);
    console.log(findings.at(-1));
    await restart(portal);
  }
}
/** The portals whose clocks are set back. */
const clocksBack = new Set<Portal>();
async function changeClock() {
  const portal = anyPortal();
  if (!clocksBack.delete(portal)) clocksBack.add(portal);
  await signal(portal, "SIGUSR2");
}
/** Its clock is right again. */
async function restart(portal: Portal) {
  await portal.restart();
  clocksBack.delete(portal);
}
async function standStill(portal: Portal) {
  await signal(portal, "SIGSTOP");
  await wait(3000);
  await signal(portal, "SIGCONT");
}

/** Each is repaired when it is over. */
const troubles: Record<string, () => Promise<unknown>> = {
  "a portal killed": () => restart(anyPortal()),
  "a portal stopped": async () => {
    const portal = anyPortal();
    await portal.terminate();
    await restart(portal);
  },
  "a portal stood still": () => standStill(anyPortal()),
  "a portal's clock set back, or right again": changeClock,
  "sessions restarted": () => restartSessions(),
  "sessions lost": loseSessions,
  "declarations restarted": async () => {
    await postgres.kill();
    await wait(1000);
    await postgres.start();
  },
  "the provider away": async () => {
    await provider.down();
    await wait(2000);
    await provider.up();
  },
};

const counts = new Map<string, number>();
const count = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
/** What was done by those whose story was judged. */
const judged = new Set<Deed>();

interface Told {
  name: string;
  deeds: Deed[];
}
/** @param seen what the customer saw, in order */
function judge(kind: string, { name, deeds: done }: Told, wrong: string[], seen: string[]) {
  count(kind);
  for (const deed of done) judged.add(deed);
  countSends(done);
  if (wrong.length === 0) return;
  count(`${kind}: told or done wrong`);
  for (const text of new Set(wrong)) findings.push(`${name}: ${text}`);
  console.log([name, ...new Set(wrong)].join("\n  "));
  console.log(
    seen
      .filter((line, at) => line !== seen[at - 1])
      .map((line) => `    ${line}\n`)
      .join(""),
  );
}

/** By act: its posts, its presses, and how often it was sent at most before the next one. */
const sends = new Map<string, { posts: number; presses: number; most: number }>();
function countSends(done: Deed[]) {
  for (const { act, sent } of sendsByPress(done)) {
    const known = sends.get(act) ?? { posts: 0, presses: 0, most: 0 };
    sends.set(act, {
      posts: known.posts + sent,
      presses: known.presses + 1,
      most: Math.max(known.most, sent),
    });
  }
}

/** Customers who have not come to their end. */
let open = new Set<unknown>();
function report(): void {
  console.log("");
  for (const [name, times] of [...counts].sort())
    console.log(`${name.padEnd(50)} ${String(times).padStart(6)}`);
  for (const [act, { posts, presses, most }] of [...sends].sort())
    console.log(`${act}: ${posts} posts of ${presses} presses, at most ${most} of one`);
  for (const finding of findings) console.log(`found: ${finding}`);
  // Of what nobody has judged yet, what was asked for says most.
  for (const [name, done] of deeds) {
    const open = done.filter((deed) => !judged.has(deed));
    const lines = open.map((deed) => (deed.is === "post" ? `${deed.act} ${deed.key} ${deed.end}` : deed.is));
    if (lines.length > 0) console.log(`open: ${name} ${lines.join(", ")}`);
  }
  console.log(`${findings.length} findings, ${open.size} customers still under way`);
}

/**
 * Customers of a minute, while one thing after another breaks, until most of them have read an end, or two minutes later; then
 * all heals, and each has to come to one that is true.
 */
async function round(until: number) {
  let isWell = false;
  let begun = 0;
  let told = 0;
  const site = {
    origin: balancer.origin,
    payment: provider.origin,
    onTold: () => told++,
    isWell: () => isWell,
    losses: () => losses,
    isClockBack: () => clocksBack.size > 0,
  };
  const calmDown = disturb(provider, count, site.losses);
  const underWay = new Set<Promise<void>>();
  open = underWay;
  async function order(wish: Parameters<typeof orderingCustomer>[1]) {
    const story = await orderingCustomer(site, wish);
    const seen = story.words.map(
      ({ page, pressed, before, after, isEnded, isByWrongClock }) =>
        `${page}${pressed ? " after a press" : ""}: ${before}, ${after}${isEnded ? ", ended" : ""}${isByWrongClock ? ", by a wrong clock" : ""}`,
    );
    judge(wish.isShared ? "orders of two browsers" : "orders", story, wrongInOrder(story), seen);
  }
  async function declare(kind: "termination" | "withdrawal") {
    const story = await declaringCustomer(site, kind);
    count("receipts opened", story.looks.length);
    const seen = story.looks.map((look) => Object.values(look).join(", "));
    judge("declarations", story, wrongInDeclaration(story), seen);
  }
  async function act() {
    const story = await actingCustomer(site, pick(keysOf(otherActs)));
    judge("other acts", story, wrongInAct(story), [story.page]);
  }
  async function begin(at: number) {
    const token = fresh();
    const isByCard = at % 8 < 4;
    if (at % 4 === 0) return order({ token, isByCard, isToEnd: at % 16 === 0 });
    if (at % 4 === 1) return declare(isByCard ? "termination" : "withdrawal");
    if (at % 4 === 2) return act();
    if (at % 16 > 8) return declare(isByCard ? "termination" : "withdrawal");
    const shared = { token, isByCard, isShared: true };
    await Promise.all([order(shared), order(shared)]);
  }
  const breaking = (async () => {
    const isOpen = () => told < begun * 0.8 && performance.now() < until + 2 * roundMs;
    while (performance.now() < until || isOpen()) {
      const [name, trouble] = pick(Object.entries(troubles));
      count(`trouble: ${name}`);
      await trouble();
      await wait(2000 + Math.random() * 3000);
    }
  })();
  for (let at = 0; performance.now() < until; at++) {
    if (underWay.size < maxCustomers) {
      begun++;
      const customer: Promise<void> = begin(at).finally(() => underWay.delete(customer));
      underWay.add(customer);
    }
    await wait(1000 / rate);
  }
  await breaking;
  calmDown();
  isWell = true;
  await Promise.all(underWay);
}

const end = performance.now() + minutes * 60_000;
while (performance.now() < end) {
  await round(Math.min(end, performance.now() + roundMs));
  const minute = Math.round((performance.now() - end) / 60_000 + minutes);
  console.log(
    `minute ${minute}: ${["orders", "orders of two browsers", "declarations", "other acts"].map((kind) => `${counts.get(kind) ?? 0} ${kind}`).join(", ")}, ${findings.length} findings`,
  );
}
report();
await balancer.stop();
await Promise.all([...portals, provider, redis, postgres].map((one) => one.stop()));
process.exit(findings.length > 0 ? 1 : 0);
