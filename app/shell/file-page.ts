import { createContext } from "react-router";
import type { RequestContext } from "#app/request/context.server.ts";

/** Why there is no file, for the route's error boundary. */
export const failureContext = createContext<unknown>();

/** Only reached after a failure: the file itself is served by `fileRoute`. */
export function loader({ context }: { context: RequestContext }): never {
  throw context.get(failureContext);
}

export { default } from "./no-page.ts";
