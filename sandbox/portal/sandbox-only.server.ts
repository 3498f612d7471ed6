import { data } from "react-router";
import { config } from "../../app/platform/config.server.ts";

/**
 * Pages about the sandbox exist only with it.
 * @throws a 404 response
 */
export function requireSandbox(): void {
  if (!config().sandbox) throw data(null, { status: 404 });
}
