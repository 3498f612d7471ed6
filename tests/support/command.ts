import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { node, processSettings } from "./portal.ts";

/** What `npm run NAME` starts, as an operator does it beside the portal, with these settings alone. */
export function runCommand(name: string, args: readonly string[], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(node, [`server/commands/${name}.ts`, ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...processSettings, ...settings },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
