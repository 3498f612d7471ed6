// `npm run check-provider -- --url URL --tokens FILE [--journeys NAMES] [--act] [--json]`: makes all the portal's calls to a provider's
// staging system, and reports how it reads the responses (docs/check-provider.md).
import { readFileSync } from "node:fs";
import { type CallName, calls, callsOfJourney } from "#app/backend/contract/calls.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { calledWith, named } from "../usage.ts";
import { createAsker, patienceMs } from "./asker.ts";
import { startProxy } from "./proxy.ts";
import { exitCodeOf, exitCodes, textOf } from "./report.ts";
import { readTokens } from "./tokens.ts";
import { checkCalls } from "./walk.ts";

const help = `npm run check-provider -- --url URL --tokens FILE [options]
  --url URL        the provider's API, as in API_BASE_URL; a user name and password in it are sent as Basic authorization
  --tokens FILE    the links to ask with, as JSON (docs/check-provider.md); their values are never printed
  --journeys NAMES only these, separated by commas: ${Object.keys(callsOfJourney).join(", ")}
  --act            also orders, chooses, declares, changes, declines and resets, each with links meant for it
  --header 'N: V'  added to every call; repeatable
  --json           prints the report as JSON
exit code:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join("\n")}`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { values: flags } = calledWith(help, {
    options: {
      url: { type: "string" },
      tokens: { type: "string" },
      journeys: { type: "string", default: "" },
      act: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      header: { type: "string", multiple: true, default: [] },
    },
  });
  if (!flags.url || !flags.tokens) throw new Error(help);
  const chosen = named(
    keysOf(callsOfJourney),
    flags.journeys.split(",").filter(Boolean),
    (journey) => journey,
  );
  const asked = new Set<CallName>(chosen.flatMap((journey) => callsOfJourney[journey]));
  const tokens = readTokens(readFileSync(flags.tokens, "utf8"));
  const proxy = await startProxy(patienceMs);
  const asker = createAsker(flags.url, tokens, flags.header, proxy);
  await checkCalls(asker, tokens, { acts: flags.act, asked }).finally(proxy.stop);
  const { rows } = asker;
  console.log(
    flags.json
      ? JSON.stringify(rows, null, 2)
      : textOf(
          rows,
          [...asked].map((name) => calls[name]),
        ),
  );
  return exitCodeOf(rows);
}
