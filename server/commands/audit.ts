import { builtPortal, command } from "#server/operation/command.ts";

// `npm run audit -- hash REF`: the audit trail's name for a reference number. It uses the portal's build and settings.
const [task, ...parts] = process.argv.slice(2);
const reference = parts.join("");
const usage = 'npm run audit -- hash REFERENCE    prints what the log\'s lines "audit" call this reference';

await command(usage, async () => {
  if (task !== "hash" || reference.trim() === "") throw new Error(usage);
  for (const hash of (await builtPortal()).referenceHashes(reference)) console.log(hash);
});
