import { portalOpenApi } from "./openapi.server.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

/** What scripts can look at and send. Exists only with the sandbox. */
export function loader() {
  requireSandbox();
  return Response.json(portalOpenApi());
}
