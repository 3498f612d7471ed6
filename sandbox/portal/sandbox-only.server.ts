import { data } from "react-router";
import { config } from "#app/operation/config.server.ts";

/** Pages about the sandbox do not exist without it. @throws 404 */
export function requireSandbox(): void {
  if (!config().sandbox) throw data(null, { status: 404 });
}
