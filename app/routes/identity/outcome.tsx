import type { Route } from "./+types/outcome";
import { fetchIdvStatus, requireStatus } from "./idv-status.server.ts";

/** Never renders: the guard throws the outcome's page or a redirect to the right one. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<never> {
  const place = { context, token: params.token, url };
  await requireStatus(place, await fetchIdvStatus(place));
  throw new Error("The page of an outcome never shows an open verification.");
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default } from "#app/shell/no-page.ts";
