import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SendCommandClusterFn } from "rate-limit-redis";
import type { RouterContextProvider, ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";
import type { Template } from "./page-body.ts";

/** What the host learns about a request; nothing that identifies the customer. */
export interface RequestFacts {
  pattern?: string;
  traceId?: string;
  brand?: string;
  locale?: string;
  /** An unexpected error of the portal itself. */
  unexpected?: boolean;
}

/** A declaration that the provider has not taken, without anything of a person. */
interface OpenDeclaration {
  id: string;
  kind: string;
  brand: string;
  state: string;
  receivedAt: Date;
  attempts: number;
  nextTry: Date | undefined;
}

/** What `app/entry.server.tsx` exports for the host. */
interface HostEntry {
  requestFacts(context: RouterContextProvider): RequestFacts;
  cachedPage(
    request: Request,
    url: URL,
    context: RouterContextProvider,
  ): { headers: [string, string][]; body: Template; slots: Record<string, string> } | undefined;
  health: {
    /** @throws Error that names the wrong setting */
    checkStart(): Promise<void>;
    sessions(): Promise<string | undefined>;
    dependencies(): Promise<Record<string, string | undefined>>;
    /** How many wait for the provider, and for how long. */
    declarations(): Promise<Record<string, number> | undefined>;
  };
  /** For the operator's command. */
  declarations: {
    list(): Promise<OpenDeclaration[]>;
    resend(which: string): Promise<number>;
    export(id: string): Promise<object | undefined>;
  };
  /** For `npm run audit`. */
  referenceHashes(reference: string): string[];
  sharedRedis(): SendCommandClusterFn | undefined;
  start(): void;
  close(): Promise<void>;
}

export type PortalBuild = ServerBuild & { entry: { module: HostEntry } };

/** Which sources a build was made from; written by `tools/build-info.ts`. */
export interface BuildInfo {
  version: string;
  commit: string;
  builtAt: string;
}

export function buildInfo(folder: string): BuildInfo {
  const file = join(folder, "version.json");
  if (!existsSync(file)) return { version: "development", commit: "", builtAt: "" };
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The production build, or in development a function that returns the current one. */
export type BuildSource = PortalBuild | (() => Promise<PortalBuild>);

export async function currentBuild(source: BuildSource): Promise<PortalBuild> {
  return typeof source === "function" ? source() : source;
}

/** The production build. @throws Error that says how to make it. */
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

/** Vite's current build: after a change the next request gets the new one. */
export const developmentBuild = (vite: ViteDevServer) => async () =>
  (await vite.ssrLoadModule("virtual:react-router/server-build")) as PortalBuild;
