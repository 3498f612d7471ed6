import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import closeWithGrace from "close-with-grace";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { config, unusable } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { createApp } from "./app.ts";
import {
  type BuildSource,
  buildInfo,
  currentBuild,
  developmentBuild,
  loadBuild,
  type PortalBuild,
} from "./build.ts";
import { closeGently, createHttpServer, listen } from "./operation/listen.ts";
import { countConnections, countRequests, measureAcceptQueue, metricsServer } from "./operation/metrics.ts";
import { measureReadiness, probesOf } from "./operation/probes.ts";
import { watchLoop } from "./operation/watchdog.ts";
import { cookiesPage } from "./pages/outage-page.ts";
import { pagesMade } from "./pages/render-pages.ts";
import { refuseUnknownFiles, staticFiles } from "./pages/static-files.ts";
import { root } from "./root.ts";

/** What the commands that start portals allow is 432 MB, young generation included (docs/performance.md). */
const maxHeapBytes = 512 * 1024 * 1024;
/** For requests in progress, then again for the stores to close. */
const finishPatienceMs = 10_000;

interface Source {
  build: BuildSource;
  files: RequestHandler[];
  close?: () => Promise<void>;
}

async function fromBuild(folder: string, keptAssets?: string): Promise<Source> {
  // Its files may come and go, and pages of this build need none of them.
  if (keptAssets && !existsSync(resolve(root, keptAssets)))
    logger.error(
      { setting: "ASSETS_DIR" },
      "ASSETS_DIR is not there: pages of earlier builds find no scripts.",
    );
  return {
    build: await loadBuild(folder),
    files: staticFiles(join(folder, "client"), keptAssets && resolve(root, keptAssets)),
  };
}

/** Vite on the portal's own port, reload included. */
async function fromSources(server: Server): Promise<Source> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  const middleware: RequestHandler = (request, response, next) => vite.middlewares(request, response, next);
  return {
    build: developmentBuild(vite),
    files: [middleware, refuseUnknownFiles],
    close: () => vite.close(),
  };
}

/** Loaded only on demand: a portal with a provider, and the image, do not contain it. */
async function embeddedSandbox(database: string) {
  if (!existsSync(join(root, "sandbox")))
    throw new Error("SANDBOX is embedded, but the sandbox is not installed here. Set API_BASE_URL instead.");
  const { embedSandbox } = await import("#sandbox/embed.ts");
  return openOrExit("SANDBOX_DATABASE", database, () => embedSandbox(database));
}

/** @throws Error that names the variable to set */
function openOrExit<T>(variable: string, value: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unusable(variable, value, error);
  }
}

interface PortalOptions {
  development?: boolean;
  /** Folder of the build; for tests. */
  buildFolder?: string;
  /** Off in tests, which stop the portal themselves. */
  handleSignals?: boolean;
  logger?: Logger;
}

/** Starts the portal, with the embedded sandbox if configured. */
export async function startPortal(options: PortalOptions = {}) {
  const { development = false, handleSignals = true, logger: log = logger } = options;
  const settings = config();
  // The log is JSON: Node's own warnings become lines of it, too.
  process.removeAllListeners("warning").on("warning", ({ name, message }) => {
    log[name === "ExperimentalWarning" ? "debug" : "warn"]({ warning: name }, message);
  });
  const buildFolder = options.buildFolder ?? resolve(root, settings.buildDirectory);
  let module: PortalBuild["entry"]["module"] | undefined;
  const longHeadersPage = (url: URL) => {
    const { brand: slug, locale } = module?.visitorFacts(url, {}) ?? {};
    const brand = module?.brandContacts().find((one) => one.slug === slug);
    return brand && locale && cookiesPage(brand, locale);
  };
  const server = createHttpServer({ ...settings, longHeadersPage });
  const source = development ? await fromSources(server) : await fromBuild(buildFolder, settings.assetsDir);
  const sandbox = settings.sandbox ? await embeddedSandbox(settings.sandboxDatabase) : undefined;

  const version = buildInfo(buildFolder);
  const tracing = settings.tracing
    ? await (await import("./operation/tracing.ts")).startTracing(version)
    : undefined;

  let stopping: Promise<void> | undefined;
  const isStopping = () => stopping !== undefined;
  const probes = probesOf({ build: source.build, isStopping, version });
  const { metricsPort, publicProbes } = settings;
  const metrics = metricsPort === undefined ? undefined : metricsServer(probes.routes, log);
  ({ module } = (await currentBuild(source.build)).entry);
  const { brandSlugs } = module;
  if (metrics) {
    measureReadiness(probes.ready);
    countConnections(server);
    measureAcceptQueue(settings.port);
  }
  const app = createApp({
    ...settings,
    build: source.build,
    mode: development ? "development" : "production",
    files: source.files,
    sandbox: sandbox?.handle,
    logger: log,
    isStopping,
    tracing,
    ...(publicProbes && { probes: probes.routes }),
    ...(metrics && { countRequest: countRequests(version, brandSlugs()) }),
  });
  server.on("request", app);
  await (await currentBuild(source.build)).entry.module.health.checkStart();
  await listen(server, settings.port, settings.host);
  // Last: a successful probe means that customers are served.
  if (metrics && metricsPort) await listen(metrics, metricsPort, settings.metricsHost, "METRICS_PORT");
  if (!development && getHeapStatistics().heap_size_limit > maxHeapBytes)
    log.warn(
      "The heap has no limit: start the portal as `npm run serve` does (docs/deploy.md, 'Memory'), or it takes twice the memory.",
    );
  const origin = `http://localhost:${settings.port}`;
  const { start, advice } = (await currentBuild(source.build)).entry.module;
  start();
  for (const { setting, level, message } of advice.onSettings())
    log[level === "error" ? "error" : "warn"]({ setting }, `${setting} ${message}`);
  // In the background: a store that is down takes a while to be reported.
  void advice.onStores().then((all) => {
    for (const { setting, message } of all) log.warn({ setting }, `${setting} ${message}`);
  });
  log.info({ port: settings.port, sandbox: settings.sandbox }, `The portal is at ${origin}`);

  async function finish(announced: boolean) {
    if (announced) await wait(settings.shutdownDelayMs);
    const patience = wait(finishPatienceMs, undefined, { ref: false });
    await closeGently(server, finishPatienceMs);
    await Promise.race([pagesMade(), patience]);
    metrics?.close();
    metrics?.closeAllConnections();
    const { module } = (await currentBuild(source.build)).entry;
    // In parallel: a collector that is down takes three seconds, a declaration being forwarded as long as a page may.
    await Promise.all([tracing?.stop(), module.close()]);
    await source.close?.();
    sandbox?.close();
  }
  /** @param announced whether to keep responding until load balancers have noticed */
  const stop = (announced = true) => {
    stopping ??= finish(announced);
    return stopping;
  };
  if (handleSignals) handleProcess(stop, settings.shutdownDelayMs + 2 * finishPatienceMs, log);
  if (handleSignals && !development) watchLoop(settings.port, metrics !== undefined, log);
  return { app, origin, stop };
}

/** Stops on a signal, immediately on the second. An uncaught error stops it too, with exit code 1. */
function handleProcess(stop: (announced: boolean) => Promise<void>, patienceMs: number, log: Logger) {
  const logged = {
    error: (problem: unknown) =>
      log.fatal(
        problem instanceof Error ? { err: problem } : { reason: problem },
        "The portal ends before it has finished.",
      ),
  };
  // SIGUSR2 is used by the benchmarks.
  closeWithGrace(
    { delay: patienceMs, logger: logged, skip: ["beforeExit", "SIGUSR2"] },
    async ({ err, signal }) => {
      if (err) log.fatal({ err }, "The portal ends: an error that nobody caught.");
      else log.info({ signal }, "The portal stops: requests in flight finish.");
      await stop(err === undefined);
    },
  );
}
