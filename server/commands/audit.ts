import { builtPortal, command } from "#server/operation/command.ts";

// `npm run audit -- hash REF`: the audit trail's name for a reference number. It uses the portal's build and settings.
const [task, ...parts] = process.argv.slice(2);
const reference = parts.join("");
await command(async () => {
  if (task !== "hash" || reference.trim() === "")
    throw new Error(
      'npm run audit -- hash REFERENCE    prints what the log\'s lines "audit" call this reference',
    );
  for (const hash of (await builtPortal()).referenceHashes(reference)) console.log(hash);
});
