import { dirname, join } from "node:path";
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { pageTable } from "./page-table.server.ts";

/** The only entry point to the sandbox: a production image is built without its pages. */
const sandboxPages =
  process.env.BUILD_SANDBOX === "off" ? {} : (await import("../sandbox/portal/pages.ts")).sandboxPages;

/** A folder has one layout around its pages. */
const pagesByFolder = Object.groupBy(Object.entries({ ...pageTable, ...sandboxPages }), ([, { file }]) =>
  dirname(join("routes", file)),
);

export default [
  route(
    ":locale?",
    "routes/locale.ts",
    { id: "locale" },
    Object.entries(pagesByFolder).map(([folder, rows = []]) =>
      layout(
        `${folder}/layout.ts`,
        { id: folder },
        rows.map(([id, { path, file }]) =>
          path === "/"
            ? index(join("routes", file), { id })
            : route(path.slice(1), join("routes", file), { id }),
        ),
      ),
    ),
  ),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
