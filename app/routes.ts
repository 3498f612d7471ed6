import { join } from "node:path";
import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { pageTable } from "./page-table.server.ts";

/** The only entry point to the sandbox: a production image is built without its pages. */
const sandboxPages =
  process.env.BUILD_SANDBOX === "off" ? {} : (await import("../sandbox/portal/pages.ts")).sandboxPages;

const pages = Object.entries({ ...pageTable, ...sandboxPages }).map(([id, { path, file }]) => {
  const module = join("routes", file);
  return path === "/" ? index(module, { id }) : route(path.slice(1), module, { id });
});

export default [
  route(":locale?", "routes/locale.ts", { id: "locale" }, pages),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
