export { RootError as ErrorBoundary } from "#app/errors/root-error.tsx";
