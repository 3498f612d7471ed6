import type { Route } from "./+types/outcome";
import { fetchIdvStatus, requireStatus } from "./idv-status.server.ts";

/** The pages of an outcome: the error boundary shows the true one, any other address redirects to it. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<never> {
  const place = { context, token: params.token, url };
  requireStatus(place, await fetchIdvStatus(place));
  throw new Error("An outcome's page is never that of a verification that goes on.");
}

export default function OutcomePage() {
  return null;
}
