import { createServer, createServerModuleRunner } from "vite";
import type { DeclarationQueue } from "#app/declarations/queue.ts";
import type { SessionStore } from "#app/session/store.ts";
import type { Process } from "./world.ts";

type Modules = typeof import("./inside/portal.ts");

/** A portal: the product's modules, loaded once for each, so that no two share what they remember. */
export interface Portal extends Process, Modules {
  queue: DeclarationQueue;
}

/** What stands in for the modules that lead out of the process. */
export interface Outside {
  ask: (url: URL, question: never) => Promise<unknown>;
  queue: () => DeclarationQueue;
  sessions: SessionStore;
}
declare global {
  var simulated: Outside;
}
const stubs: Record<string, string> = {
  "/app/outcome/audit.server.ts": "export const audit = () => {}; export const actor = () => ({});",
  "/app/backend/ask.server.ts": "export const ask = (...call) => globalThis.simulated.ask(...call);",
  "/app/declarations/open-queue.server.ts":
    "export const declarationQueue = () => globalThis.simulated.queue();",
  "/app/shell/qr-code.server.ts": "export const qrCode = async () => ({});",
  "/app/session/sqlite-store.server.ts":
    "export const openSessionFile = () => {};" +
    "const later = (name) => (...args) => globalThis.simulated.sessions[name](...args);" +
    "export const createSqliteStore = () => " +
    "Object.fromEntries(['read', 'write', 'touch', 'ping', 'close'].map((name) => [name, later(name)]));",
};
/** What the product imports by a name, and gets from here. */
const replaced: Record<string, string> = {
  "node:timers/promises": "/tools/simulate/inside/timers.ts",
  "lru-cache": "/tools/simulate/inside/lru-cache.ts",
};
/** What a module remembers besides: forgotten when a portal starts. */
const forgetting: Record<string, string> = {
  "/app/backend/availability.server.ts":
    'import { atStart } from "/tools/simulate/inside/memory.ts"; atStart(() => areas.clear());',
};
const partFor = (parts: Record<string, string>, id: string) =>
  Object.entries(parts).find(([file]) => id.endsWith(file))?.[1];

const root = new URL("../..", import.meta.url).pathname;

/** The product's sources, from which portals are loaded: each file is compiled once for all of them. */
export async function openSources() {
  const server = await createServer({
    configFile: false,
    root,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: "simulated-outside",
        enforce: "pre",
        load: (id) => partFor(stubs, id),
        transform(code, id) {
          if (!id.includes("/app/")) return undefined;
          let changed = code + (partFor(forgetting, id) ?? "");
          for (const [name, by] of Object.entries(replaced))
            changed = changed.replaceAll(`from "${name}"`, `from "${by}"`);
          return changed;
        },
      },
    ],
  });
  return {
    async load(names: readonly string[]): Promise<Omit<Portal, "queue">[]> {
      const portals = [];
      for (const name of names) {
        // Maps of stacks take a tenth of the time: `node --enable-source-maps` has them where they are wanted.
        const options = { hmr: false, sourcemapInterceptor: false } as const;
        const runner = createServerModuleRunner(server.environments.ssr, options);
        const modules = (await runner.import("/tools/simulate/inside/portal.ts")) as Modules;
        await runner.close();
        portals.push({ name, clockOff: 0, isDead: false, ...modules });
      }
      return portals;
    },
    close: () => server.close(),
  };
}
