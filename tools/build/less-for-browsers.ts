import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, parseSync } from "vite";
import { browserColumns, pages } from "../../app/page-table.ts";

const forBrowsers = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => browserColumns.includes(column as never)));

/** A module's functions, doing nothing. */
const emptied = (code: string) =>
  code.match(/(?<=^export \{ ).+(?= \};)/m)?.[0].replaceAll(/\w+/g, "$& = () => {}");

/** The module with these of its functions (`x`, `x.y`, or all of `x`) doing nothing, and so without what only they use. */
export function without(...names: string[]) {
  return (code: string) => {
    const found = new Set<string>();
    const cuts: Cut[] = [];
    for (const node of nodesOf(code)) {
      const { type, id, body, left, right } = node;
      const [name, block] =
        type === "AssignmentExpression" && right?.type === "FunctionExpression"
          ? [code.slice(left?.start, left?.end), right.body]
          : [id?.name, isFunction(node) ? body : undefined];
      const listed = names.find((one) => name === one || name?.startsWith(`${one}.`));
      if (!listed || !block) continue;
      found.add(listed);
      cuts.push({ ...block, by: `{${answers[listed] ?? ""}}` });
    }
    const missing = names.filter((name) => !found.has(name));
    if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")} any more`);
    return cut(code, cuts);
  };
}

/** What an emptied function has to answer all the same. */
const answers: Record<string, string> = { getResource: "return null" };

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name: string };
  body?: Node;
  left?: Node;
  right?: Node;
  discriminant?: Node;
  test?: Node & { value?: unknown };
  cases?: Node[];
  consequent?: Node[];
}

const isFunction = ({ type }: Node) => type.includes("Function");

const nodesOf = (code: string) => nodesIn(parseSync("module.js", code).program.body);

function nodesIn(parts: unknown): Node[] {
  const found: Node[] = [];
  const visit = (part: unknown) => {
    if (typeof part !== "object" || part === null) return;
    if ("type" in part) found.push(part as Node);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(parts);
  return found;
}

interface Cut {
  start: number;
  end: number;
  /** What comes in its place. */
  by: string;
}

/** What is inside of another cut goes with that. */
function cut(code: string, cuts: Cut[]): string {
  let shorter = "";
  let at = 0;
  for (const { start, end, by } of cuts.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    shorter += code.slice(at, start) + by;
    at = end;
  }
  return shorter + code.slice(at);
}
/**
 * React's numbers for what no page has: portals, `<Profiler>`, `<Suspense>` (with what it hides and what it hydrates
 * later), `lazy`, `<SuspenseList>`, `<ViewTransition>`, `<Activity>`, and kinds that browsers never make. A node of such a
 * kind would be an error ("unknown unit of work").
 */
const kindsOfNoPage = new Set<unknown>([4, 12, 13, 16, 18, 19, 21, 22, 23, 24, 25, 28, 30, 31]);
const endsCase = /^(?:Return|Break|Throw|Continue)Statement$/;

/** React DOM without the cases for those kinds, wherever it distinguishes between kinds of nodes. */
export function withoutKinds(code: string): string {
  const cuts: Cut[] = [];
  const nodes = nodesOf(code);
  for (const { type, start, discriminant, cases = [] } of nodes) {
    if (type !== "SwitchStatement" || !code.slice(discriminant?.start, discriminant?.end).endsWith(".tag"))
      continue;
    let isReached = false;
    for (const one of cases) {
      const { test, consequent = [] } = one;
      const isWanted = test?.type !== "Literal" || !kindsOfNoPage.has(test.value);
      // A case before it leads into this one: only its label goes.
      if (!isWanted && isReached) cuts.push({ ...one, end: consequent[0]?.start ?? one.end, by: "" });
      else if (!isWanted) {
        cuts.push({ ...one, by: "" });
        // A variable is the whole function's: other cases use it, too.
        const own = nodesIn(consequent).filter((node) => node.type === "VariableDeclarator");
        const around = nodes.findLast((node) => isFunction(node) && node.start < start && node.end > start);
        const at = (around?.body?.start ?? -1) + 1;
        if (own.length > 0) cuts.push({ start: at, end: at, by: `var ${own.map(({ id }) => id?.name)};` });
      }
      if (isWanted || isReached) isReached = !endsCase.test(consequent.at(-1)?.type ?? "");
    }
  }
  return cut(code, cuts);
}

/**
 * What React does for `<ViewTransition>`, `<Suspense>`, `<Activity>`, references to fragments, promises, `useActionState`,
 * `useFormStatus`, `useTransition`, `useDeferredValue`, custom elements, `style`, the compiler's code, `onSelect`,
 * `onBeforeInput`, `input` in Internet Explorer, `findDOMNode`, styles and scripts that React itself loads, and files that
 * a paint waits for: no page has any of them. And the list of components an error came through, and their names in
 * messages, which are shortened anyway.
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
  "preconnectAs",
  "getResource",
  "acquireResource",
  "FragmentInstance.prototype",
  "traverseVisibleInstancesAndTextInstances",
  "ReactDOMSharedInternals.findDOMNode",
  "trackUsedThenable",
  "replaySuspendedUnitOfWork",
  "findFirstSuspended",
  "cutOffTailIfNeeded",
  "attachSuspenseRetryListeners",
  "startTransition",
  "ensureFormComponentIsStateful",
  "mountDeferredValueImpl",
  "updateDeferredValueImpl",
  "defaultOnDefaultTransitionIndicator",
  "getComponentNameFromType",
  "setValueForStyles",
  "getTargetInstForInputEventPolyfill",
  "handleEventsForInputEventPolyfill",
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
  /** No page has a fetcher, a blocker or a view transition, whose kept state took 6 ms to look for; routes never change. */
  "lib/router/router.js": without(
    "fetch",
    "deleteFetcher",
    "abortStaleFetchLoads",
    "discoverRoutes",
    "updateBlocker",
    "shouldBlockNavigation",
    "restoreAppliedTransitions",
    "persistAppliedTransitions",
    "patchRoutes",
    "_internalSetRoutes",
    "getFetcher",
    "resetFetcher",
    "abortFetcher",
    "updateFetcherState",
    "getUpdatedRevalidatingFetchers",
  ),
  "cjs/react-dom-client.production.js": (code) => withoutKinds(without(...reactNeverRuns)(code)),
  "cjs/react-dom.production.js": without(
    "exports.createPortal",
    "exports.preconnect",
    "exports.prefetchDNS",
    "exports.preinit",
    "exports.preinitModule",
    "exports.preload",
    "exports.preloadModule",
  ),
  "cjs/react.production.js": without("mapIntoArray", "exports.cloneElement", "lazyInitializer"),
  "cjs/scheduler.production.js": without(
    "exports.unstable_next",
    "exports.unstable_runWithPriority",
    "exports.unstable_wrapCallback",
    "exports.unstable_forceFrameRate",
  ),
  /** No server components, and no router without data. */
  "lib/hooks.js": without("RSCErrorHandler", "useNavigateUnstable"),
  "lib/dom/ssr/single-fetch.js": without("nonSsrStrategy", "singleFetchLoaderFetcherStrategy"),
  "lib/errors.js": without("decodeRouteErrorResponseDigest"),
  "lib/dom/lib.js": without("NavLinkWithRef", "HistoryRouter", "useViewTransitionState"),
  "lib/dom/ssr/routes.js": without(
    "createClientRoutesWithHMRRevalidationOptOut",
    "wrapShouldRevalidateForHdr",
  ),
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
