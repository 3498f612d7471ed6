import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";

type HostEntry = typeof import("#app/entry.server.tsx");
/** The built app, with its exports for the host. */
export type PortalBuild = ServerBuild & { entry: { module: HostEntry } };

/** What the host learns about a request; nothing identifies the customer. */
export type RequestFacts = Partial<ReturnType<HostEntry["requestFacts"]>>;

/**
 * The oldest version that may run beside this one: on the same stores, behind the same balancer, in either order of
 * starting, so also the oldest that one may go back to. Raise it to the coming version when an older portal could not read
 * what this one writes to a session, a declaration, a link or an open form, or the other way round. That makes the
 * release a major one, which is deployed with every portal stopped.
 */
export const oldestBeside = "2.0.0";

/** Which sources a build was made from; written by `tools/build/build-info.ts`. */
export interface BuildInfo {
  version: string;
  commit: string;
  builtAt: string;
  oldestBeside: string;
}

export function buildInfo(folder: string): BuildInfo {
  const file = join(folder, "version.json");
  if (!existsSync(file)) return { version: "development", commit: "", builtAt: "", oldestBeside };
  return { ...JSON.parse(readFileSync(file, "utf8")), oldestBeside };
}

/** The production build, or in development a function that returns the current one. */
export type BuildSource = PortalBuild | (() => Promise<PortalBuild>);

export async function currentBuild(source: BuildSource): Promise<PortalBuild> {
  return typeof source === "function" ? source() : source;
}

/**
 * The production build.
 * @throws Error that explains how to make it
 */
export async function loadBuild(folder: string): Promise<PortalBuild> {
  const file = join(folder, "server/index.js");
  if (!existsSync(file)) throw new Error(`There is no build at ${file}. Make it with: npm run build`);
  const build: PortalBuild = await import(pathToFileURL(file).href);
  const { entry, routes } = build.assets;
  const scripts = [entry, ...Object.values(routes)].flatMap((part) => part?.module ?? []);
  const missing = scripts.find((path) => !existsSync(join(folder, "client", path)));
  if (missing) throw new Error(`The build lacks client${missing}. Make it anew with: npm run build`);
  return build;
}

/** Vite's current build: after a change, the next request gets the new one. */
export const developmentBuild = (vite: ViteDevServer) => async () =>
  // eslint-disable-next-line house/no-cast -- the server's entry, by its name for Vite
  (await vite.ssrLoadModule("virtual:react-router/server-build")) as PortalBuild;
