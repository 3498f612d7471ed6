import type { Route } from "./+types/layout";
import { checkOfferPersonalData, hasCart } from "./guards.server.ts";

/** The guards of specification §2; `guards` in the page table says which of them a page has. */
export const middleware: Route.MiddlewareFunction[] = [hasCart, checkOfferPersonalData];

export { RootError as ErrorBoundary } from "#app/errors/root-error.tsx";
