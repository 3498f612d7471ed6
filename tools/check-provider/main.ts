// `npm run check-provider -- --url URL --tokens FILE [--act] [--json]`: makes all the portal's calls to a provider's
// staging system, and reports how it reads the responses (docs/check-provider.md).
import { readFileSync } from "node:fs";
import { calledWith } from "../usage.ts";
import { createAsker, patienceMs } from "./asker.ts";
import { startProxy } from "./proxy.ts";
import { exitCodeOf, textOf } from "./report.ts";
import { readTokens } from "./tokens.ts";
import { walk } from "./walk.ts";

const help = `npm run check-provider -- --url URL --tokens FILE [options]
  --url URL        the provider's API, as in API_BASE_URL; a user name and password in it are sent as Basic authorization
  --tokens FILE    the links to ask with, as JSON (docs/check-provider.md); their values are never printed
  --act            also orders, chooses, declares, changes, declines and resets, each with links meant for it
  --header 'N: V'  added to every call; repeatable
  --json           prints the report as JSON
exit code: 0 all answers are read as they are, 1 some are read with deviations, 2 some are not usable, a customer would be told something wrong, or nothing was asked`;

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
      act: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      header: { type: "string", multiple: true, default: [] },
    },
  });
  if (!flags.url || !flags.tokens) throw new Error(help);
  const tokens = readTokens(readFileSync(flags.tokens, "utf8"));
  const proxy = await startProxy(patienceMs);
  const asker = createAsker(flags.url, tokens, flags.header, proxy);
  await walk(asker, tokens, flags.act).finally(proxy.stop);
  const { rows } = asker;
  console.log(flags.json ? JSON.stringify(rows, null, 2) : textOf(rows));
  return exitCodeOf(rows);
}
