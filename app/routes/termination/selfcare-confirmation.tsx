import type { Route } from "./+types/selfcare-confirmation";
import { ConfirmationView } from "./confirmation-view.tsx";
import { loadConfirmation } from "./receipt.server.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const confirmation = await loadConfirmation(context, request, url, "prefilled");
  // Proofs have a call for the public form only.
  return { ...confirmation, proof: undefined };
}

export default function SelfcareConfirmationPage({ loaderData }: Route.ComponentProps) {
  return <ConfirmationView name="selfcare-confirmation" confirmation={loaderData} />;
}
