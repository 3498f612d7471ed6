import { portalOpenApi } from "./openapi.server.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

/** The pages and forms that scripts can use. Exists only with the sandbox. */
export function loader() {
  requireSandbox();
  return Response.json(portalOpenApi());
}
