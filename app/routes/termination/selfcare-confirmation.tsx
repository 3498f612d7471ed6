import type { Handle } from "../shell/shell-frame.tsx";
import type { Route } from "./+types/selfcare-confirmation";
import { ConfirmationView } from "./confirmation-view.tsx";
import { loadConfirmation } from "./receipt.server.ts";

export const handle: Handle = { js: true };

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const confirmation = await loadConfirmation(context, request, url, "prefilled");
  // Proofs have a call for the public form only.
  return { ...confirmation, proof: undefined };
}

export { RootError as ErrorBoundary } from "#app/errors/root-error.tsx";

export default function SelfcareConfirmationPage({ loaderData }: Route.ComponentProps) {
  return <ConfirmationView name="selfcare-confirmation" confirmation={loaderData} />;
}
