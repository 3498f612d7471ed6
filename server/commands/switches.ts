import { resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { loadBuild } from "#server/build.ts";

// `npm run switches`: shows and changes what operators have closed. It uses the portal's build and settings.
try {
  const build = await loadBuild(resolve(import.meta.dirname, "../..", config().buildDirectory));
  console.log(build.entry.module.switchesCommand(process.argv.slice(2)));
} catch (error) {
  // An invalid argument, setting or file: the operator needs the message, not the stack.
  console.error((error as Error).message);
  process.exit(1);
}
// What the build began, such as reading brands again, need not go on.
process.exit(0);
