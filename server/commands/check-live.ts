import { once } from "node:events";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { Gauge, Registry } from "prom-client";
import { messageOf } from "#app/platform/error-facts.ts";
import { isHelpAsked } from "#server/operation/command.ts";
import { type LiveCheck, type LiveOptions, liveChecks, runbookCheck } from "#server/operation/live-checks.ts";

// `npm run check-live -- --url https://o2.example.net`: whether customers reach the portal as it should be reached. It needs no
// settings of a portal, and belongs on a machine outside its network.
const usage = `npm run check-live -- --url https://o2.example.net [--url …]
  --address IP        asks there instead of where the name leads, such as a proxy that is new
  --days 14           a certificate that ends sooner is a failure
  --plain-port 80     where http is redirected from
  --prometheus URL    also asks http://localhost:9090 or the like whether its alerts lead to your runbook
  --port 9465         stays, looks every --every 300 seconds at the sites, and has the results at /metrics`;

try {
  if (isHelpAsked()) {
    console.log(usage);
    process.exit(0);
  }
  const { values } = parseArgs({
    options: {
      url: { type: "string", multiple: true, default: [] },
      address: { type: "string" },
      days: { type: "string", default: "14" },
      "plain-port": { type: "string", default: "80" },
      prometheus: { type: "string" },
      port: { type: "string" },
      every: { type: "string", default: "300" },
    },
  });
  const numbers = [values.days, values["plain-port"], values.every, values.port ?? "0"].map(Number);
  const [days = 14, plainPort = 80, every = 300, port = 0] = numbers;
  const isSite = (url: string) => URL.canParse(url) && new URL(url).protocol === "https:";
  const { prometheus } = values;
  const plain = values.url.find((url) => URL.canParse(url) && !isSite(url));
  if (plain) throw new Error(`--url ${plain}: must be https.\n\n${usage}`);
  const isNothing = values.url.length === 0 && prometheus === undefined;
  const isWrong = prometheus !== undefined && !URL.canParse(prometheus);
  if (isNothing || isWrong || !values.url.every(isSite) || numbers.some(Number.isNaN) || every < 10)
    throw new Error(usage);
  const sites = values.url.map(
    (url): LiveOptions => ({ url: new URL(url), address: values.address, days, plainPort }),
  );
  if (values.port === undefined) {
    const areWell = await lookAt(sites);
    const isWell = prometheus === undefined || shown(prometheus, [await runbookCheck(new URL(prometheus))]);
    process.exitCode = areWell && isWell ? 0 : 1;
  } else await measure(sites, port, every * 1000);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 2;
}

/** @returns whether no check has failed */
async function lookAt(sites: LiveOptions[]) {
  let isWell = true;
  for (const site of sites) {
    const { checks } = await liveChecks(site);
    if (!shown(site.url.origin, checks)) isWell = false;
  }
  return isWell;
}

/** @returns whether none of them has failed */
function shown(title: string, checks: LiveCheck[]) {
  console.log(title);
  for (const { name, state, detail } of checks)
    console.log(`  ${state.padEnd(7)}  ${name.padEnd(26)}  ${detail}`);
  return checks.every(({ state }) => state !== "failed");
}

async function measure(sites: LiveOptions[], port: number, everyMs: number) {
  const registry = new Registry();
  const registers = [registry];
  const works = new Gauge({
    name: "portal_live_check",
    help: "1 where a check from outside has not failed, by site and check",
    labelNames: ["site", "check"] as const,
    registers,
  });
  const ends = new Gauge({
    name: "portal_live_certificate_days",
    help: "Days until a site's certificate ends",
    labelNames: ["site"] as const,
    registers,
  });
  const look = async () => {
    for (const site of sites) {
      const { checks, days } = await liveChecks(site);
      for (const { name, state } of checks)
        works.set({ site: site.url.host, check: name }, state === "failed" ? 0 : 1);
      if (days !== undefined) ends.set({ site: site.url.host }, days);
    }
  };
  const server = createServer(async (_request, response) => {
    response.setHeader("Content-Type", registry.contentType).end(await registry.metrics());
  });
  await once(server.listen(port), "listening");
  console.log(`Metrics are on port ${port}.`);
  await look();
  setInterval(look, everyMs);
}
