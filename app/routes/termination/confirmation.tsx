import { data, redirect } from "react-router";
import { findDeclaration } from "#app/declarations/declaration.server.ts";
import { responseHeadersContext, uploadContext } from "#app/middleware/request.server.ts";
import { declarer, idIn, redirectToReceipt } from "../declaration/confirmation-link.server.ts";
import type { Route } from "./+types/confirmation";
import { ConfirmationView } from "./confirmation-view.tsx";
import { forwardProof } from "./declare.server.ts";
import { reasonHeader } from "./proof-upload.tsx";
import { loadConfirmation, terminationKindOf } from "./receipt.server.ts";

/** The confirmation of a termination, and of one from the selfcare pages. */
export const loader = ({ context, request, url }: Route.LoaderArgs) =>
  loadConfirmation(context, request, url);

const statuses = { tooLarge: 413, type: 422, empty: 422, missing: 422, failed: 503, waiting: 503 } as const;

/** A proof that follows its declaration. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const kind = terminationKindOf(context);
  const id = idIn(context, kind, url);
  const incoming = context.get(uploadContext);
  if (!id) {
    incoming.discard();
    throw redirect(url.pathname, 303);
  }
  const kept = incoming.announced ? await findDeclaration(kind, declarer(context).brand, id) : undefined;
  const waits = kept !== undefined && kept.state !== "forwarded";
  const reason = incoming.announced ? await forwardProof(context, id, incoming, { waits }) : "missing";
  if (!reason) return redirectToReceipt(context, request, kind, id);
  context.get(responseHeadersContext).set(reasonHeader, reason);
  return data({ upload: reason }, { status: statuses[reason] });
}

export default function TerminationConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmationView confirmation={loaderData} uploadReason={actionData?.upload} />;
}
