import { join } from "node:path";
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { pageTable } from "./page-table.server.ts";

/** The only entry point to the sandbox: a production image is built without its pages. */
const sandboxPages =
  process.env.BUILD_SANDBOX === "off" ? {} : (await import("../sandbox/portal/pages.ts")).sandboxPages;

const rows = Object.entries({ ...pageTable, ...sandboxPages });
const routesOf = (entries: typeof rows) =>
  entries.map(([id, { path, file }]) =>
    path === "/" ? index(join("routes", file), { id }) : route(path.slice(1), join("routes", file), { id }),
  );
const { guarded = [], open = [] } = Object.groupBy(rows, ([, { file }]) =>
  file.startsWith("offer/") ? "guarded" : "open",
);

export default [
  route(":locale?", "routes/locale.ts", { id: "locale" }, [
    layout("routes/offer/layout.ts", { id: "offer-guards" }, routesOf(guarded)),
    ...routesOf(open),
  ]),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
