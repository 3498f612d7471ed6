import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { pageTable } from "#app/page-table.server.ts";
import { serverPartsContext } from "#app/request/context.server.ts";
import * as root from "#app/root.tsx";
import * as locale from "#app/routes/locale.ts";

export * as declarations from "#app/declarations/declaration.server.ts";
export { tableOf } from "#app/declarations/queue-database.ts";
export { referenceOf } from "#app/declarations/reference.server.ts";
export { createSqlQueue } from "#app/declarations/sql-queue.server.ts";
export { forget } from "./memory.ts";

const modules = import.meta.glob("../../../app/routes/**/*.{ts,tsx}");
const moduleOf = async (file: string) => (await modules[`../../../app/routes/${file}`]?.()) as never;
/** As in `app/routes.ts`. */
const ofPages = Object.entries(pageTable).map(async ([id, { path, file }]) => {
  const at = path === "/" ? { index: true as const } : { path: path.slice(1) };
  return { id, parentId: "locale", module: await moduleOf(file), ...at };
});
const routes = [
  { id: "root", path: "", module: root as never },
  { id: "locale", path: ":locale?", parentId: "root", module: locale as never },
  ...(await Promise.all(ofPages)),
];

/** The product's routes and middleware; a page is answered by what it would be rendered from. */
const build: ServerBuild = {
  entry: {
    module: {
      default: async (_, status, headers, { staticHandlerContext }, context) => {
        const { loaderData, actionData, errors } = staticHandlerContext;
        const parts = context.get(serverPartsContext);
        return new Response(JSON.stringify({ loaderData, actionData, errors, parts }), { status, headers });
      },
      handleError: (error) => {
        if (error instanceof Error) throw error;
      },
    },
  },
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  assetsBuildDirectory: "",
  publicPath: "/",
  future: {} as never,
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};
const answer = createRequestHandler(build, "production");

export const handle = (request: Request): Promise<Response> => answer(request, new RouterContextProvider());
