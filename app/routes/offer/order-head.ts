import type { OrderHead } from "#app/domain/after-order.ts";

/**
 * How the page and the paper of an order begin. The texts are those of `offer.confirmation`; without a lead, its step
 * says it.
 */
export const orderHeads = {
  ordered: { title: "title", lead: undefined, look: { kind: "success" } },
  identity: { title: "identityTitle", lead: "identityLead", look: { kind: "info", icon: "id-card" } },
  identityChecked: { title: "checkedTitle", lead: "checkedLead", look: { kind: "info", icon: "clock" } },
  identityStopped: { title: "stoppedTitle", lead: "stoppedLead", look: { kind: "warning" } },
  esim: { title: "esimTitle", lead: undefined, look: { kind: "info" } },
  portingRefused: { title: "portingTitle", lead: undefined, look: { kind: "warning" } },
  withdrawnPart: { title: "withdrawnPartTitle", lead: "withdrawnPartLead", look: { kind: "info" } },
  withdrawn: { title: "withdrawnTitle", lead: "withdrawnLead", look: { kind: "info" } },
  cancelled: { title: "cancelledTitle", lead: "cancelledLead", look: { kind: "warning" } },
} as const satisfies Record<OrderHead, object>;
