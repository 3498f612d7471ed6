import { resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { loadBuild } from "#server/build.ts";
import { root } from "#server/root.ts";

/** What the portal's build does for operators' commands, with the portal's settings. */
export const builtPortal = async () => (await loadBuild(resolve(root, config().buildDirectory))).entry.module;

/**
 * Runs an operator's command. An invalid argument or setting, a store that is down, no build: the operator needs the
 * message, not the stack. The process ends at once, as repeated attempts to connect would keep it alive.
 */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
