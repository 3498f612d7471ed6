import { data, redirect } from "react-router";
import { responseHeadersContext, uploadContext } from "#app/middleware/request.server.ts";
import { idIn, redirectToReceipt } from "../declaration/confirmation-link.server.ts";
import type { Route } from "./+types/confirmation";
import { ConfirmationView } from "./confirmation-view.tsx";
import { forwardProof } from "./declare.server.ts";
import { reasonHeader } from "./proof-upload.tsx";
import { loadConfirmation } from "./receipt.server.ts";

export const loader = ({ context, request, url }: Route.LoaderArgs) =>
  loadConfirmation(context, request, url, "open");

const statuses = { tooLarge: 413, type: 422, empty: 422, missing: 422, failed: 503 } as const;

/** A proof that follows its declaration. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const id = idIn(context, "termination-confirmation", url);
  const incoming = context.get(uploadContext);
  if (!id) {
    incoming.discard();
    throw redirect(url.pathname, 303);
  }
  const reason = incoming.announced ? await forwardProof(context, id, incoming) : "missing";
  if (!reason) return redirectToReceipt(context, request, "termination-confirmation", id);
  context.get(responseHeadersContext).set(reasonHeader, reason);
  return data({ upload: reason }, { status: statuses[reason] });
}

export default function TerminationConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ConfirmationView
      name="termination-confirmation"
      confirmation={loaderData}
      uploadReason={actionData?.upload}
    />
  );
}
