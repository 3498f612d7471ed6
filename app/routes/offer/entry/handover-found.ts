import { redirectDocument } from "react-router";
import type { Route } from "./+types/handover-found";
import { handoverAddress, requireHandover } from "./handover.server.ts";

/** A code without its offer, as somebody typed it: to the link that both make. */
export async function loader({ context, params: { code }, url }: Route.LoaderArgs) {
  requireHandover();
  return redirectDocument(await handoverAddress({ context, url }, code));
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default } from "#app/shell/no-page.ts";
