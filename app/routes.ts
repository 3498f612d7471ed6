import { join } from "node:path";
import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { pageTable } from "./page-table.server.ts";

/** The only entry point to the sandbox: a production image is built without its pages. */
const sandboxPages =
  process.env.BUILD_SANDBOX === "off" ? {} : (await import("../sandbox/portal/pages.ts")).sandboxPages;

const rows = Object.entries({ ...pageTable, ...sandboxPages });

/** One level below the root: a route that matches in vain is tried level by level, and each request tries most of them. */
export default [
  route(
    ":locale?",
    "routes/locale.ts",
    { id: "locale" },
    rows.map(([id, { path, file }]) =>
      path === "/" ? index(join("routes", file), { id }) : route(path.slice(1), join("routes", file), { id }),
    ),
  ),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
