import { parseArgs } from "node:util";
import { messageOf } from "#app/platform/error-facts.ts";
import { builtPortal, command } from "#server/operation/command.ts";

// `npm run person`: what the portal itself stores about one person, exported or erased. It uses the portal's build
// and settings. The export, or what would be done, goes to standard output; everything else to standard error.
const usage = `npm run person -- export|erase KNOWN…             says what is kept, without personal data, and does nothing
npm run -s person -- export KNOWN… --by WHO --yes     prints all of it as JSON, with personal data
npm run person -- erase KNOWN… --by WHO --yes         erases it, if the provider has taken all of it
                               --undelivered          erases also what waits or was refused
KNOWN is a receipt's number, an e-mail address, or a phone, customer or contract number.
WHO goes into the audit line: who does it and why, e.g. the number of the person's request.`;

const options = {
  by: { type: "string", default: "" },
  yes: { type: "boolean", default: false },
  undelivered: { type: "boolean", default: false },
} as const;

/** Waits, or was refused. */
const isOpen = ({ state }: { state: string }) => state !== "forwarded";

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [task, ...identifiers] = positionals;
    if (task !== "export" && task !== "erase") throw new Error("Say whether to export or to erase.");
    if (values.yes && values.by.trim() === "") throw new Error("Say with --by who does it.");
    return { task, identifiers, ...values } as const;
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${usage}`);
  }
}

await command(usage, async () => {
  const { task, identifiers, by, yes, undelivered } = readArguments();
  const { person, auditOperator, close } = await builtPortal();
  try {
    const { declarations: found, unreadable } = await person.find(identifiers);
    const open = found.filter(isOpen).map(({ id, state }) => `${id} (${state})`);
    if (!yes) {
      const rows = found.map(({ id, state, keptUntil = "-", declaration }) => {
        const { kind = "(secret missing)", brand = "", receivedAt = "" } = declaration ?? {};
        return [id, kind, brand, state, receivedAt, keptUntil];
      });
      const head = ["id", "kind", "brand", "state", "received", "kept until"];
      console.log([head, ...rows].map((row) => row.join("\t")).join("\n"));
      console.error(`Nothing was done. To ${task} these ${found.length}, add --by WHO --yes.`);
    }
    if (task === "erase" && open.length > 0 && !undelivered)
      throw new Error(
        `The provider has not taken ${open.join(", ")}: the portal's copy is the only one of a declaration that may have ` +
          "legal effect since it was received. Nothing is erased. Pass it on first (npm run declarations), or add --undelivered.",
      );
    if (yes) {
      const done: typeof found = [];
      try {
        if (task === "export") {
          const declarations = found.map(({ declaration, ...more }) => ({ ...more, ...declaration }));
          console.log(JSON.stringify({ declarations, unreadable }, null, 2));
        }
        for (const one of found) if (task === "export" || (await person.erase(one))) done.push(one);
      } finally {
        const counts = { undelivered: done.filter(isOpen).length, unreadable: unreadable.length };
        auditOperator(
          { audit: `person-${task}`, by, count: done.length, ...counts },
          done.map(({ id }) => id),
        );
      }
      const left = found.length - done.length;
      if (left > 0) throw new Error(`${left} were passed on meanwhile, or refused: run it again.`);
    }
    if (unreadable.length > 0)
      throw new Error(
        `These could not be searched, as SESSION_SECRET lacks the secret that they were sealed with: ${unreadable.join(", ")}`,
      );
  } finally {
    await close();
  }
});
