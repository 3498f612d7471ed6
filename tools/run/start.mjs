// `npm start`: from a fresh clone to a running portal with the sandbox. Runs on any Node from 20 on.
import { ensureBuild, ensureDependencies, localNode, run, say, stopUnless } from "./steps.mjs";

const [argument] = process.argv.slice(2);
if (argument !== undefined) {
  console.error("npm start    takes no arguments but settings, as in PORT=4000 npm start");
  process.exit(argument === "--help" ? 0 : 2);
}

await ensureDependencies();
stopUnless(await ensureBuild(), "Building the portal");

const provider = process.env.API_BASE_URL;
say(provider ? "Starting the portal" : "Starting the portal with the sandbox (no API_BASE_URL is set)");
const env = { NODE_ENV: "production", MALLOC_ARENA_MAX: "2", ...(provider ? {} : { SANDBOX: "embedded" }) };
// As in `npm run serve`.
const heapLimits = ["--max-semi-space-size=8", "--max-old-space-size=384"];
const host = `${process.env.BUILD_DIRECTORY ?? "build"}/host/main.js`;
process.exit(await run(localNode, [...heapLimits, host], { env }));
