import { resolve } from "node:path";
import { config } from "#app/config.server.ts";
import { loadBuild } from "./build.ts";

// `npm run declarations`: what waits for the provider, for operators. It uses the portal's build and settings.
const usage = `npm run declarations                        lists what waits or was refused
npm run declarations -- resend ID|all       tries one, or all that wait, again now
npm run declarations -- export ID --yes     prints one in full, with personal data`;

const [task = "list", id, consent] = process.argv.slice(2);
const build = await loadBuild(resolve(import.meta.dirname, "..", config().buildDirectory));
const { declarations, close } = build.entry.module;

const tasks: Record<string, () => Promise<unknown>> = {
  async list() {
    const rows = await declarations.list();
    const lines = rows.map(({ id, kind, brand, state, receivedAt, attempts, nextTry }) =>
      [id, kind, brand, state, receivedAt.toISOString(), attempts, nextTry?.toISOString() ?? "-"].join("\t"),
    );
    return [["id", "kind", "brand", "state", "received", "attempts", "next try"].join("\t"), ...lines].join(
      "\n",
    );
  },
  async resend() {
    const count = id && (await declarations.resend(id));
    return count ? `${count} will be tried again now.` : undefined;
  },
  async export() {
    if (consent !== "--yes") return undefined;
    const declaration = id && (await declarations.export(id));
    return declaration && JSON.stringify(declaration, null, 2);
  },
};

try {
  const result = await tasks[task]?.();
  if (result) console.log(result);
  else {
    console.error(`Nothing was done.\n${usage}`);
    process.exitCode = 1;
  }
} finally {
  await close();
}
