import type { IdentityState } from "#app/domain/after-order.ts";

/**
 * What the page and the paper of an order say first, by how far the verification has got: what the customer has to do, or
 * that nothing is left. The texts are those of `offer.confirmation`.
 */
export const orderHeads = {
  open: { title: "identityTitle", lead: "identityLead", look: { kind: "info", icon: "id-card" } },
  checked: { title: "checkedTitle", lead: "checkedLead", look: { kind: "info", icon: "clock" } },
  stopped: { title: "stoppedTitle", lead: "stoppedLead", look: { kind: "warning" } },
  done: { title: "title", lead: "lead", look: { kind: "success" } },
} as const satisfies Record<IdentityState, object>;
