// Whether a portal's memory levels off.

import { setTimeout as wait } from "node:timers/promises";
import { startFaultProxy } from "../../tests/support/fault-proxy.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { startPortal } from "../../tests/support/portal.ts";
import { startCustomers } from "../drill/customers.ts";
import { calledWith, refuse } from "../usage.ts";
import { levelOf, medianOf, type SoakPart } from "./level.ts";

const usage = `npm run soak -- [--minutes 180] [--rate 3]    rate: journeys a second

Prints RSS and heap of a portal of its own, and from which minute on they stay.`;
const { values } = calledWith(usage, {
  options: { minutes: { type: "string", default: "180" }, rate: { type: "string", default: "3" } },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
if (!(minutes > 0 && minutes <= 24 * 60) || !(rate > 0 && rate <= 20))
  refuse("Expected --minutes up to 1440 and --rate up to 20.");

// Ends what was started with this process, however it ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const payment = "https://pay.example";
const provider = await startFaultProxy(payment);
const metricsPort = await freePort();
// The limits of addresses count everybody here as one.
const portal = await startPortal({
  API_BASE_URL: provider.origin,
  REDIRECT_ORIGINS: payment,
  RATE_LIMIT_PER_MINUTE: "0",
  METRICS_PORT: String(metricsPort),
  LOG_LEVEL: "warn",
});

async function look() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sumOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  const mib = (name: string) => sumOf(name) / 1024 / 1024;
  return {
    rss: mib("process_resident_memory_bytes"),
    heap: mib("nodejs_heap_size_used_bytes"),
    requests: sumOf("portal_journey_requests_total"),
    failed: [...text.matchAll(/^portal_http_requests_total\{.*status="5...*$/gm)].map(([line]) => line),
  };
}

const parts: SoakPart[] = [];
const began = performance.now();
const partMs = (minutes * 60_000) / 24;
const sampleMs = Math.min(5000, partMs / 4);
const minuteNow = () => (performance.now() - began) / 60_000;
const row = (...cells: (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padStart(9)).join(""));

console.log(`${rate} journeys a second for ${minutes} minutes; MiB`);
row("minute", "requests", "RSS", "heap");
const stopCustomers = startCustomers(() => [portal.origin], 1000 / rate);
let last = await look();
while (minuteNow() < minutes) {
  const until = performance.now() + partMs;
  const samples: (typeof last)[] = [];
  do {
    await wait(sampleMs);
    last = await look();
    samples.push(last);
  } while (performance.now() < until);
  const part = {
    minute: Math.round(minuteNow() * 10) / 10,
    requests: last.requests,
    rss: medianOf(samples.map(({ rss }) => rss)),
    heap: Math.min(...samples.map(({ heap }) => heap)),
  };
  parts.push(part);
  row(part.minute, part.requests, part.rss.toFixed(1), part.heap.toFixed(1));
}
await stopCustomers();

let isLevel = true;
for (const kind of ["rss", "heap"] as const) {
  const { end, grew, from } = levelOf(parts, kind);
  isLevel &&= from !== undefined;
  const found = from === undefined ? "still grows" : `level from minute ${from} on`;
  console.log(`${kind}: ${found}, at ${end.toFixed(1)} MiB; ${grew.toFixed(1)} MiB in the last quarter`);
}
if (last.failed.length > 0)
  console.log(`There were failures (5xx), so that this says little about memory:\n${last.failed.join("\n")}`);
await portal.stop();
await provider.stop();
process.exit(isLevel && last.failed.length === 0 ? 0 : 1);
