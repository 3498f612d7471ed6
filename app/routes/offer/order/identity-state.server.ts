import { deadlineOf, loadIdv } from "#app/backend/identity.server.ts";
import type { IdentityState } from "#app/domain/after-order.ts";
import type { IdvOutcome } from "#app/errors/idv-outcomes.ts";
import type { RequestContext } from "#app/request/context.server.ts";

/** What it adds to an order may not hold its page up. */
const shareOfPage = 0.25;

const stateOfOutcome: Partial<Record<IdvOutcome, IdentityState>> = {
  IdvSuccess: "done",
  IdvCompleted: "done",
  NoMoreIdvPossible: "stopped",
  OfferExpired: "stopped",
  OfferCancelled: "cancelled",
};

interface Identity {
  /** Undefined if the verification is no longer needed. */
  state: IdentityState | undefined;
  /** The instant until which the customer can prove it. */
  until?: string | undefined;
}

/** How far the verification that an order led to has got. It is open while nobody says anything else. */
export async function identityOf(context: RequestContext, id: string): Promise<Identity> {
  const asked = await loadIdv(context, id, shareOfPage);
  if (!asked.ok) {
    const { code } = asked.error;
    if (code === "OfferConsumed") return { state: undefined };
    return { state: (code !== "form-field-error" && stateOfOutcome[code]) || "open" };
  }
  const idv = asked.data;
  switch (idv.state) {
    case "success":
    case "completed":
      return { state: "done" };
    case "consumed":
      return { state: undefined };
    case "cancelled":
      return { state: "cancelled" };
    case "expired":
      return { state: "stopped" };
    case "submitted":
    case "review":
      return { state: "checked" };
    case "failed":
      if (idv.attemptsLeft === 0) return { state: "stopped" };
  }
  return { state: "open", until: deadlineOf(idv) };
}
