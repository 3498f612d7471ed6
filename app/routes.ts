import { type RouteConfig, route } from "@react-router/dev/routes";
import { pages } from "./routes/pages.ts";

/** The one door to the sandbox: a production image is built without its pages. */
const sandboxPages =
  process.env.BUILD_SANDBOX === "off" ? {} : (await import("../sandbox/portal/pages.ts")).sandboxPages;

export default [
  ...Object.entries({ ...pages, ...sandboxPages }).map(([id, { path, file }]) =>
    route(`:locale?${path === "/" ? "" : path}`, file, { id }),
  ),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
