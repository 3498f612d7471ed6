import { join } from "node:path";
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { pageTable } from "./page-table.server.ts";

/** The only entry point to the sandbox: a production image is built without its pages. */
const sandboxPages =
  process.env.BUILD_SANDBOX === "off" ? {} : (await import("../sandbox/portal/pages.ts")).sandboxPages;

const rows = Object.entries({ ...pageTable, ...sandboxPages });
/** Journeys with error boundaries of their own. */
const layouts = ["offer", "identity"] as const;
const journeyOf = (file: string) => layouts.find((journey) => file.startsWith(`${journey}/`));

const routesIn = (journey: (typeof layouts)[number] | undefined) =>
  rows
    .filter(([, { file }]) => journeyOf(file) === journey)
    .map(([id, { path, file }]) => {
      const module = join("routes", file);
      return path === "/" ? index(module, { id }) : route(path.slice(1), module, { id });
    });

/** One level below the root: a route that matches in vain is tried level by level, and each request tries most of them. */
export default [
  route(":locale?", "routes/locale.ts", { id: "locale" }, [
    ...layouts.map((journey) =>
      layout(`routes/${journey}/layout.ts`, { id: `${journey}-journey` }, routesIn(journey)),
    ),
    ...routesIn(undefined),
  ]),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
