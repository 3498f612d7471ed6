// Runs a command in its own process group and ends the group with it, or as soon as the parent is gone, even if
// killed. Started by `run` in steps.mjs.
import { spawn } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
/** Grace period for stopping. */
const grace = 30_000;

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
child.on("error", (error) => {
  console.error(`${command}: ${error.message}`);
  end(127);
});
child.on("exit", (code, signal) => end(code ?? (signal ? 1 : 0)));
process.on("disconnect", () => stop("SIGTERM"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));

function stop(signal) {
  child.kill(signal);
  setTimeout(() => end(1), grace).unref();
}

function end(code) {
  if (process.connected) process.send(code, killGroup);
  else killGroup();
}

function killGroup() {
  process.kill(0, "SIGKILL");
}
