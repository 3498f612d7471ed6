import { getRequestListener } from "@hono/node-server";
import type { RequestHandler } from "express";
import { createSandbox } from "./app.ts";

/**
 * The paths that the sandbox serves on the portal's port; `/sandbox` itself and the gallery are pages of the portal.
 */
const sandboxPaths =
  /^\/(?:api\/|openapi\.json$|sandbox\/(?:pay|login|ident|outbox|pictures|reset|terminations|token|clock|thirdparty)(?:[/.]|$))/;

/** The sandbox inside the portal, as a handler for its host. */
export function embedSandbox(database: string): { handle: RequestHandler; close(): void } {
  const sandbox = createSandbox({ database });
  const listener = getRequestListener(sandbox.app.fetch, { overrideGlobalObjects: false });
  return {
    handle(request, response, next) {
      if (!sandboxPaths.test(request.path)) return next();
      const [, first] = request.path.split("/");
      response.locals.pattern = first === "openapi.json" ? `/${first}` : `/${first}/*`;
      response.locals.quiet = request.path.startsWith("/api/");
      // It plays other sites, whose scripts and pictures pages load.
      response.set("Cross-Origin-Resource-Policy", "cross-origin");
      listener(request, response).catch(next);
    },
    close: () => sandbox.close(),
  };
}
