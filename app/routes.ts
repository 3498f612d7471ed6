import { type RouteConfig, route } from "@react-router/dev/routes";
import { pages } from "./routes/pages.ts";

export default [
  ...Object.entries(pages).map(([id, { path, file }]) =>
    route(`:locale?${path === "/" ? "" : path}`, file, { id }),
  ),
  route("*", "routes/shell/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
