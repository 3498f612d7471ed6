import type { OrderHead } from "#app/domain/after-order.ts";

/** How the page of an order looks by what it says first. */
export const orderLooks = {
  ordered: { kind: "success" },
  sent: { kind: "success" },
  arrived: { kind: "success" },
  identity: { kind: "info", icon: "id-card" },
  identityChecked: { kind: "info", icon: "clock" },
  identityStopped: { kind: "warning" },
  esim: { kind: "success" },
  portingRefused: { kind: "warning" },
  withdrawnPart: { kind: "info" },
  withdrawn: { kind: "info" },
  cancelled: { kind: "warning" },
} as const satisfies Record<OrderHead, object>;
