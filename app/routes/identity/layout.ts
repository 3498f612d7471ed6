/** The outcomes of identity verification that have no page of their own, and its other errors, belong to their journey. */
export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
