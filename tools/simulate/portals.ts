import { createServer, createServerModuleRunner } from "vite";
import type { DeclarationQueue } from "#app/declarations/queue.ts";
import type { Process } from "./world.ts";

const modules = {
  declarations: "/app/declarations/declaration.server.ts",
  ids: "/app/declarations/declaration-id.server.ts",
  sql: "/app/declarations/sql-queue.server.ts",
  termination: "/app/routes/termination/receipt.server.ts",
  brands: "/app/brand/registry.server.ts",
} as const;

interface Modules {
  declarations: typeof import("#app/declarations/declaration.server.ts");
  ids: typeof import("#app/declarations/declaration-id.server.ts");
  sql: typeof import("#app/declarations/sql-queue.server.ts");
  termination: typeof import("#app/routes/termination/receipt.server.ts");
  brands: typeof import("#app/brand/registry.server.ts");
}

/** A portal: the product's modules, loaded once for each, so that no two share what they remember. */
export interface Portal extends Process, Modules {
  queue: DeclarationQueue;
}

/** What stands in for the modules that lead out of the process. */
export interface Outside {
  ask: (url: URL, question: never) => Promise<unknown>;
  queue: () => DeclarationQueue;
}
declare global {
  var simulated: Outside;
}
const stubs: Record<string, string> = {
  "/app/audit/audit.server.ts": "export const audit = () => {}; export const actor = () => ({});",
  "/app/backend/ask.server.ts": "export const ask = (...call) => globalThis.simulated.ask(...call);",
  "/app/declarations/open-queue.server.ts":
    "export const declarationQueue = () => globalThis.simulated.queue();",
};

export async function loadPortals(names: readonly string[]): Promise<Omit<Portal, "queue">[]> {
  const server = await createServer({
    configFile: false,
    root: new URL("../..", import.meta.url).pathname,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: "simulated-outside",
        enforce: "pre",
        load: (id) => Object.entries(stubs).find(([file]) => id.endsWith(file))?.[1],
      },
    ],
  });
  const portals = [];
  for (const name of names) {
    const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
    const loaded: Record<string, unknown> = {};
    for (const [key, file] of Object.entries(modules)) loaded[key] = await runner.import(file);
    portals.push({ name, clockOff: 0, isDead: false, ...(loaded as unknown as Modules) });
  }
  await server.close();
  return portals;
}
