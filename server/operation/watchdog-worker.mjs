// The thread beside the event loop: JavaScript, as Node would load its TypeScript compiler into each portal for it.
import { once } from "node:events";
import { writeFileSync, writeSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { setTimeout as wait } from "node:timers/promises";
import { workerData } from "node:worker_threads";

const { turns, marker, limitSeconds } = workerData;
const turn = new Int32Array(turns);

/** How long the look at the loop may take. It may be held by a call of the system that nothing interrupts. */
const lookMs = 5000;
const pauseMs = 500;

const lineOf = (name, url, line) => `${name || "(anonymous)"} (${url}:${line + 1})`;

/** Where the loop stands, innermost first. */
async function stack() {
  const session = new Session();
  session.connectToMainThread();
  const urls = new Map();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  await session.post("Debugger.enable");
  const paused = once(session, "Debugger.paused");
  await session.post("Debugger.pause");
  const [pause] = await Promise.race([paused, wait(pauseMs, [])]);
  if (!pause) return profiled(session);
  return pause.params.callFrames.map(({ functionName, location: { scriptId, lineNumber } }) =>
    lineOf(functionName, urls.get(scriptId), lineNumber),
  );
}

/** Within an expression nothing pauses, but a profile sees it: what the loop was most often seen in. */
async function profiled(session) {
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  await wait(pauseMs);
  const { nodes, samples } = (await session.post("Profiler.stop")).profile;
  const seen = [...Map.groupBy(samples, (id) => id)].sort(([, a], [, b]) => b.length - a.length);
  const lines = [];
  for (
    let id = seen[0]?.[0];
    id !== undefined;
    id = nodes.find(({ children }) => children?.includes(id))?.id
  ) {
    const { functionName, url, lineNumber } = nodes.find((node) => node.id === id).callFrame;
    if (url) lines.push(lineOf(functionName, url, lineNumber));
  }
  return lines;
}

async function end() {
  const found = await Promise.race([
    stack().catch(({ message }) => [message]),
    wait(lookMs, ["a call that nothing interrupts"]),
  ]);
  const msg = `The portal ends: its event loop has not turned for ${limitSeconds} seconds.`;
  try {
    writeFileSync(marker, "", { mode: 0o600 });
    // The portal's own log is written by the thread that stands still.
    writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), stack: found.join("\n"), msg })}\n`);
  } catch {
    // Nobody reads it, or the disk is full: it ends all the same.
  }
  process.kill(process.pid, "SIGKILL");
}

let before = 0;
let still = 0;
// Seconds in which this thread ran and the loop did not: a process that is stopped and goes on has none of them.
setInterval(() => {
  const now = Atomics.load(turn, 0);
  still = now === before ? still + 1 : 0;
  before = now;
  if (still === limitSeconds) void end();
}, 1000);
