// Before a command that needs the packages and Node 24: one sentence where they are missing. Runs on any Node.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { localNode, root } from "./steps.mjs";

const major = Number.parseInt(process.versions.node, 10);
if (!existsSync(join(root, "node_modules", "zod")) || !existsSync(localNode)) {
  console.error(
    "The packages are not installed here: run `npm ci` first. It brings Node 24, which this command needs.",
  );
  process.exit(1);
}
if (localNode === process.execPath && major < 24) {
  console.error(
    `This command needs Node 24, and no package has it for ${process.platform} on ${process.arch}: install it.`,
  );
  process.exit(1);
}
