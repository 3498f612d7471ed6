// What hostile inputs cost a portal beside a normal request: npm run attack -- URL --metrics URL [--pid N] [--rounds 40]
import { calledWith } from "../usage.ts";
import { attack } from "./attack.ts";
import { attackBudgets } from "./budgets.ts";
import { attackWithRuns, type Worst } from "./runs.ts";

const help = `npm run attack -- http://localhost:3000 --metrics http://localhost:9464 [--pid N] [--rounds 40]
  Only a portal on this machine that embeds the sandbox (METRICS_PORT=9464 npm start), and only for tests: with RATE_LIMIT_PER_MINUTE, RATE_LIMIT_FAILED_LOOKUPS and
  RATE_LIMIT_SESSIONS=0, or limits answer for it. Sends over thirty kinds of hostile input, then runs of characters in every field,
  query, path, header and cookie, and prints the CPU of each beside that of an incomplete form. Ends with 1 if one of the first
  costs more than three times as much, or one of the others five times or 50 ms.
  --pid    the portal's process, which Linux measures far more exactly than its metrics do`;
const loopback = ["localhost", "127.0.0.1", "[::1]"];

try {
  const { values, positionals } = calledWith(help, {
    allowPositionals: true,
    options: {
      metrics: { type: "string" },
      pid: { type: "string" },
      rounds: { type: "string", default: "40" },
    },
  });
  const [origin = ""] = positionals;
  const { metrics = "" } = values;
  const rounds = Number(values.rounds);
  const pid = values.pid === undefined ? undefined : Number(values.pid);
  const isHere = (url: string) => URL.canParse(url) && loopback.includes(new URL(url).hostname);
  if (!isHere(origin) || !isHere(metrics) || !(rounds >= 1 && rounds <= 1000)) throw new Error(help);
  const { normalMs, costs } = await attack(
    { origin, metrics, rounds },
    ({ name, ms, ratio, budget, statuses }) =>
      console.log(
        `${ratio > budget ? "TOO DEAR" : "ok      "} ${ratio.toFixed(2).padStart(7)} x ${ms.toFixed(2).padStart(8)} ms  ${name} (${statuses})`,
      ),
  );
  console.log(`A normal request takes ${normalMs.toFixed(2)} ms of CPU.

The dearest run of one character or word in a field of each form, a query, a path, a header or a cookie:`);
  const line = ({ of, normalMs, worst, found }: Worst) => {
    const { ms, ratio, name, status } = worst;
    const cost = `${ratio.toFixed(2).padStart(7)} x ${normalMs.toFixed(2).padStart(6)} = ${ms.toFixed(2).padStart(6)} ms`;
    return [`${cost}  ${of}, ${name} (${status})`, ...found.map((one) => `TOO DEAR ${one}`)].join("\n");
  };
  const worst = await attackWithRuns({ origin, metrics, pid }, (one) => console.log(line(one)));
  console.log("\nWhat strangers can have done, and plant:");
  const held = await attackBudgets(origin);
  for (const { name, tried, worked, most } of held)
    console.log(
      `${worked > most ? "TOO OFTEN" : "ok       "} ${worked} of ${tried}, ${most} allowed  ${name}`,
    );
  const isDear =
    held.some(({ worked, most }) => worked > most) ||
    costs.some(({ ratio, budget }) => ratio > budget) ||
    worst.some(({ found }) => found.length > 0);
  process.exitCode = isDear ? 1 : 0;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
