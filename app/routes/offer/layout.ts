import { offerGuards } from "./guards.server.ts";

export const middleware = offerGuards;

/** The error states of offers belong to their journey. */
export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
