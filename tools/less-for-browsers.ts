import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, parseSync } from "vite";
import { browserColumns, pages } from "../app/page-table.ts";

const forBrowsers = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => browserColumns.includes(column as never)));

/** A module's functions, doing nothing. */
const emptied = (code: string) =>
  code.match(/(?<=^export \{ ).+(?= \};)/m)?.[0].replaceAll(/\w+/g, "$& = () => {}");

/** The module with these of its functions doing nothing, and so without what only they use. */
function without(...names: string[]) {
  return (code: string) => {
    const missing = new Set(names);
    let shorter = code;
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      // From the end, so that places before stay as they are.
      for (const part of Object.values(node).reverse()) visit(part);
      const { type, id, body } = node as { type?: string; id?: { name: string }; body?: Place };
      if (type === "FunctionDeclaration" && body && missing.delete(id?.name ?? ""))
        shorter = `${shorter.slice(0, body.start)}{}${shorter.slice(body.end)}`;
    };
    visit(parseSync("module.js", code).program.body);
    if (missing.size > 0) throw new Error(`React Router has no ${[...missing].join(", ")} any more`);
    return shorter;
  };
}
interface Place {
  start: number;
  end: number;
}

/**
 * What React does for `<ViewTransition>`, `<Suspense>`, `<Activity>`, references to fragments, `useActionState`,
 * `useFormStatus`, custom elements, the compiler's code, `onSelect`, `onBeforeInput`, and files that a paint waits for: no
 * page has any of them. And the list of components an error came through, whose names are shortened anyway.
 */
const reactNeverRuns = [
  "startViewTransition",
  "measureViewTransitionHostInstancesRecursive",
  "measureNestedViewTransitions",
  "applyViewTransitionName",
  "applyViewTransitionToHostInstancesRecursive",
  "restoreViewTransitionName",
  "restoreViewTransitionOnHostInstances",
  "restoreEnterOrExitViewTransitions",
  "restoreNestedViewTransitions",
  "trackEnterViewTransitions",
  "commitEnterViewTransitions",
  "commitExitViewTransitions",
  "commitNestedViewTransitions",
  "commitAppearingPairViewTransitions",
  "commitDeletedPairViewTransitions",
  "commitAfterMutationEffectsOnFiber",
  "updateSuspenseComponent",
  "updateDehydratedSuspenseComponent",
  "updateSuspenseListComponent",
  "updateActivityComponent",
  "updateOffscreenComponent",
  "recursivelyTraverseReappearLayoutEffects",
  "recursivelyTraverseDisappearLayoutEffects",
  "recursivelyTraverseReconnectPassiveEffects",
  "recursivelyTraverseDisconnectPassiveEffects",
  "hideOrUnhideAllChildrenOnFiber",
  "hideOrUnhideDehydratedBoundary",
  "clearHydrationBoundary",
  "mountActionState",
  "updateActionStateImpl",
  "dispatchActionState",
  "setPropOnCustomElement",
  "commitNewChildToFragmentInstance",
  "deleteChildFromFragmentInstance",
  "validateDocumentPositionWithFiberTree",
  "useMemoCache",
  "constructSelectEvent",
  "getFallbackBeforeInputChars",
  "accumulateSuspenseyCommitOnFiber",
  "preloadInstanceAndSuspendIfNeeded",
  "estimateBandwidth",
  "startHostTransition",
  "getStackByFiberInDevAndProd",
  "suspendResource",
  "insertStylesheetIntoRoot",
  "preinitStyle",
  "preinitScript",
  "preinitModuleScript",
  "preload",
  "preloadModule",
];

/** Modules that browsers get in another form than the server, by the end of their path. */
const otherwise: Record<string, (code: string) => string> = {
  /** What is imported later has neither styles nor files of its own to load before. */
  "vite/preload-helper.js": () => "export const __vitePreload = (load) => load();",
  "app/page-table.ts": () => {
    const rows = Object.entries(pages).map(([name, row]) => [name, forBrowsers(row)]);
    return `export const pages = ${JSON.stringify(Object.fromEntries(rows))};`;
  },
  /** Routes are not discovered one by one: see react-router.config.ts. */
  "lib/dom/ssr/fog-of-war.js": (code) => `export const ${emptied(code)};`,
  /** Nobody measures the router in browsers. */
  "lib/router/instrumentation.js": (code) => `export const ${emptied(code)};`,
  /** No page has a fetcher, a blocker or a view transition, whose kept state took 6 ms to look for. */
  "lib/router/router.js": without(
    "fetch",
    "deleteFetcher",
    "abortStaleFetchLoads",
    "discoverRoutes",
    "updateBlocker",
    "shouldBlockNavigation",
    "restoreAppliedTransitions",
    "persistAppliedTransitions",
  ),
  "cjs/react-dom-client.production.js": without(...reactNeverRuns),
  "lib/hooks.js": without("RSCErrorHandler"),
  "lib/dom/ssr/single-fetch.js": without("nonSsrStrategy", "singleFetchLoaderFetcherStrategy"),
  /** No link loads its page before it is followed, and no page has files of styles. */
  "lib/dom/ssr/components.js": without(
    "PrefetchPageLinks",
    "PrefetchPageLinksImpl",
    "RSCPrefetchPageLinksImpl",
  ),
  "lib/dom/ssr/links.js": without("prefetchRouteCss", "prefetchStyleLinks", "prefetchStyleLink"),
};

/** Leaves out of the browser's files what is of no use there. */
export const lessForBrowsers: Plugin = {
  name: "less-for-browsers",
  enforce: "pre",
  applyToEnvironment: ({ config }) => config.consumer === "client" && config.command === "build",
  transform: (code, id) => Object.entries(otherwise).find(([end]) => id.endsWith(end))?.[1](code),
};

/** The router's list of all routes: browsers read what is true of each, and no list of files to preload. */
export function shortenManifest(client: string): void {
  const folder = join(client, "assets");
  for (const name of readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const [start = "", list = ""] = readFileSync(join(folder, name), "utf8").split(/(?<=^[\w.]+=)/);
    const manifest = JSON.parse(list.replace(/;$/, ""));
    for (const route of Object.values<Record<string, unknown>>(manifest.routes))
      for (const [field, value] of Object.entries(route))
        if (value === false || field === "imports" || field === "css") delete route[field];
    writeFileSync(join(folder, name), `${start}${JSON.stringify(manifest)};`);
  }
}
