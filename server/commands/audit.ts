import { resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { loadBuild } from "#server/build.ts";

// `npm run audit -- hash REF`: the audit trail's name for a reference number. It uses the portal's build and settings.
const [task, ...references] = process.argv.slice(2);
if (task !== "hash" || references.length === 0) {
  console.error(
    'npm run audit -- hash REFERENCE    prints what the log\'s lines "audit" call this reference',
  );
  process.exit(1);
}
try {
  const build = await loadBuild(resolve(import.meta.dirname, "../..", config().buildDirectory));
  for (const hash of build.entry.module.referenceHashes(references.join(""))) console.log(hash);
} catch (error) {
  // An invalid setting, or no build: the operator needs the message, not the stack.
  console.error((error as Error).message);
  process.exit(1);
}
