import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fillDeclarations } from "../../tests/support/filled-declarations.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { type Portal, startPortal } from "../../tests/support/portal.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { declaration } from "../../tests/support/termination.ts";

/** The day on which everybody terminates. */
export interface FloodSize {
  /** Declarations that the provider has already. */
  forwarded: number;
  /** Declarations that come while it is away. */
  declarations: number;
}

/** For so long after the provider's return, something may still wait. */
const mostDrainSeconds = 600;
/** A customer sends what was turned away again. */
const againMs = 3000;
/** Customers at a time, who wait for an answer. */
const mostAtOnce = 400;
const freshOnes = 20;

/** A provider that takes every declaration, as often as it comes, and can be away. */
async function startProvider() {
  const taken = new Set<string>();
  let isAway = false;
  const server = createServer(async (request, response) => {
    if (isAway) return void response.writeHead(503).end();
    const body = await text(request);
    const lastName = /"lastName":"([^"]+)"/.exec(body)?.[1];
    if (request.method === "POST" && lastName) taken.add(lastName);
    response.writeHead(request.method === "POST" ? 204 : 404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    leave: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const gaugeOf = (metrics: string, name: string) =>
  Number(new RegExp(`^portal_declarations_${name} (\\S+)$`, "m").exec(metrics)?.[1]);

const isForwarded = (line: string) => line.includes('"state":"forwarded"');

/** What was seen of it. */
export interface FloodReport {
  /** Declarations that one portal takes in a second. */
  perSecond: number;
  received: number;
  /** Answered by the door with what was typed, and sent again. */
  turnedAway: number;
  /** Without an answer, as their portal was killed, and sent again. */
  unanswered: number;
  /** Answers of any other kind. */
  others: string[];
  /** Why the store could not take a declaration, as the logs say. */
  notStored: string[];
  /** The most that waited, as the metrics said. */
  mostWaiting: number;
  scrapes: number;
  /** Scrapes of a portal that was there, in which a number was missing. */
  blindScrapes: number;
  /** How long the oldest had waited, at most. */
  oldestSeconds: number;
  drainSeconds: number;
  /** Declarations made after the provider's return that it did not have when their customers were answered. */
  freshBehind: number;
  /** Declarations that were received and that the provider never got. */
  lost: number;
}

/**
 * Floods two portals while their provider is away, at three times what one of them takes; kills one of them meanwhile.
 */
export async function flood({ forwarded, declarations }: FloodSize, say: (line: string) => void) {
  const postgres = await startPostgres();
  const provider = await startProvider();
  const settings = {
    API_BASE_URL: provider.origin,
    DECLARATION_STORE: postgres.url,
    RATE_LIMIT_PER_MINUTE: "0",
    // As shipped, other than in tests.
    SHED_AT_BUSY: undefined,
    PAGE_DEADLINE_MS: undefined,
  };
  const start = async () => startPortal({ ...settings, METRICS_PORT: String(await freePort()) });
  const portals = [await start(), await start()] as const;
  const [one, two] = portals;
  const report: FloodReport = {
    perSecond: 0,
    received: 0,
    turnedAway: 0,
    unanswered: 0,
    others: [],
    notStored: [],
    mostWaiting: 0,
    scrapes: 0,
    blindScrapes: 0,
    oldestSeconds: 0,
    drainSeconds: 0,
    freshBehind: 0,
    lost: 0,
  };
  let isOver = false;
  const gone = new Set<Portal>();

  async function scrapeOnce(portal: Portal) {
    const answer = await fetch(`http://127.0.0.1:${portal.metricsPort}/metrics`).catch(() => undefined);
    if (!answer) return undefined;
    const metrics = await answer.text();
    const waiting = gaugeOf(metrics, "waiting");
    report.scrapes++;
    if (Number.isNaN(waiting)) report.blindScrapes++;
    report.mostWaiting = Math.max(report.mostWaiting, waiting || 0);
    report.oldestSeconds = Math.max(report.oldestSeconds, gaugeOf(metrics, "oldest_seconds") || 0);
    return waiting;
  }
  async function scrape() {
    while (!isOver) {
      await Promise.all(portals.filter((portal) => !gone.has(portal)).map(scrapeOnce));
      await wait(1000);
    }
  }

  const names: string[] = [];
  let at = 0;
  /** A customer, who sends the form until it is received. */
  async function declare(lastName: string, only?: Portal) {
    for (;;) {
      const portal = only ?? portals[at++ % portals.length] ?? one;
      const fields = declaration({ lastName, contractNumber: `V-${lastName}` });
      const page = await portal
        .browser()
        .post("/kuendigung", fields)
        .catch(() => undefined);
      if (page?.status === 303) break;
      if (!page) report.unanswered++;
      else if (page.status === 503 && page.html.includes(lastName)) report.turnedAway++;
      else report.others.push(`${page.status} ${page.state ?? ""}`);
      await wait(againMs);
    }
    report.received++;
    names.push(lastName);
  }
  async function atRate(name: string, count: number, perSecond: number, atOnce = mostAtOnce) {
    const underWay = new Set<Promise<void>>();
    const began = performance.now();
    for (let sent = 0; sent < count; sent++) {
      while (performance.now() - began < (sent / perSecond) * 1000 || underWay.size >= atOnce) await wait(5);
      const one = declare(`${name}${sent}`);
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
    }
    await Promise.all(underWay);
  }

  try {
    await Promise.all(portals.map(({ metricsPort }) => fetch(`http://127.0.0.1:${metricsPort}/metrics`)));
    await fillDeclarations(postgres, { forwarded, waiting: 0 });
    await postgres.query("ANALYZE declaration");
    say(`${forwarded} declarations are forwarded, and the planner's statistics say so.`);

    const began = performance.now();
    const probed = Math.min(400, declarations / 4);
    await atRate("Probe", probed, Number.POSITIVE_INFINITY, 16);
    // Two portals took them, and their provider was there.
    report.perSecond = probed / ((performance.now() - began) / 1000) / portals.length;
    const rate = 3 * report.perSecond;
    say(
      `A portal takes ${report.perSecond.toFixed(0)} a second. The provider goes; ${declarations} come, ${rate.toFixed(0)} a second.`,
    );

    provider.leave();
    const scraping = scrape();
    const coming = atRate("Flut", declarations, rate);
    // In the middle of it.
    while (report.received < probed + declarations / 2) await wait(100);
    gone.add(two);
    await two.kill();
    say(`A portal is killed after ${report.received}.`);
    await wait(2000);
    await two.restart();
    gone.delete(two);
    await coming;
    say(
      `All are received; ${report.turnedAway} were turned away with what was typed, ${report.unanswered} got no answer, and came again.`,
    );

    const lines = portals.map(({ log }) => log.length);
    provider.comeBack();
    const back = performance.now();
    // A portal that has met an outage asks once in a while only whether it is over.
    const knows = () => portals.find(({ log }, index) => log.slice(lines[index]).some(isForwarded));
    while (!knows()) await wait(100);
    for (let sent = 0; sent < freshOnes; sent++) {
      const name = `Danach${sent}`;
      await declare(name, knows());
      if (!provider.taken.has(name)) report.freshBehind++;
    }
    const left = async () => {
      const [row] = await postgres.query(
        `SELECT count(*) AS waiting FROM declaration WHERE state = 'waiting'`,
      );
      return Number(row?.waiting);
    };
    const seconds = () => (performance.now() - back) / 1000;
    while ((await left()) > 0 && seconds() < mostDrainSeconds) await wait(500);
    report.drainSeconds = seconds();
    isOver = true;
    await scraping;
    report.lost = names.filter((name) => !provider.taken.has(name)).length;
    const said = portals.flatMap(({ log }) => log);
    report.notStored = said
      .filter((line) => line.includes("A declaration could not be stored."))
      .map((line) => (JSON.parse(line) as { reason: string }).reason);
    return report;
  } finally {
    isOver = true;
    await Promise.all(portals.map((portal) => portal.stop()));
    await postgres.stop();
    provider.stop();
  }
}

/** For a table: how often each was seen. */
function counted(what: string[]): string {
  const all = Object.entries(Object.groupBy(what, (one) => one));
  return all.map(([one, times = []]) => `${times.length} × ${one}`).join(", ");
}
export const shownReport = (report: FloodReport) => ({
  ...report,
  others: counted(report.others),
  notStored: counted(report.notStored),
});

/** What is wrong about it; nothing if the day went well. */
export function complaints({
  others,
  notStored,
  blindScrapes,
  drainSeconds,
  freshBehind,
  lost,
}: FloodReport): string[] {
  const found: [boolean, string][] = [
    [lost > 0, `${lost} are lost`],
    [
      notStored.length > 0,
      `${notStored.length} could not be stored although the store was well: ${counted(notStored)}`,
    ],
    [others.length > 0, `${others.length} got another answer: ${counted(others)}`],
    [blindScrapes > 0, `${blindScrapes} scrapes had no number`],
    [drainSeconds >= mostDrainSeconds, `some still wait after ${mostDrainSeconds} s`],
    [freshBehind > 0, `${freshBehind} fresh ones had to wait for old ones`],
  ];
  return found.flatMap(([isWrong, what]) => (isWrong ? what : []));
}
