import { resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { messageOf } from "#app/platform/error-facts.ts";
import { loadBuild } from "#server/build.ts";
import { root } from "#server/root.ts";

/** What the portal's build does for operators' commands, with the portal's settings. */
export const builtPortal = async () => (await loadBuild(resolve(root, config().buildDirectory))).entry.module;

/** Whether a command was called with `--help`. */
export const isHelpAsked = () =>
  process.argv.slice(2).some((option) => option === "--help" || option === "-h");

/**
 * Runs an operator's command; `--help` says how it is called, whatever the settings are. An invalid argument or setting, a
 * store that is down, no build: the operator needs the message, not the stack. The process ends at once, as repeated attempts to connect would keep it alive.
 */
export async function command(usage: string, run: () => Promise<void>): Promise<void> {
  if (isHelpAsked()) {
    console.log(usage);
    process.exit(0);
  }
  try {
    await run();
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
