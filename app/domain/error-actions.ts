/** What a customer can do on the page of an error state. The label is `errors.actions.<kind>`. */
export const errorActions = {
  /** The same page once more. */
  retry: { does: "open", to: "same" },
  /** The same page once more, worded for something that takes its time. */
  checkAgain: { does: "open", to: "same" },
  /** The same again out of a dialog. */
  dialogRetry: { does: "open", to: "same" },
  /** Nothing to press at first: the page refreshes itself. */
  wait: { does: "open", to: "same" },
  /** PATCH the offer, then its start. */
  restart: { does: "reset", to: "offer" },
  /** PATCH the offer once more after that failed. */
  reset: { does: "reset", to: "offer" },
  /** PATCH the offer, then the payment step. */
  payAgain: { does: "reset", to: "payment" },
  /** PATCH the offer, then the payment step. */
  otherPaymentMethod: { does: "reset", to: "payment" },
  toPersonalData: { does: "open", to: "personal-data" },
  toIdData: { does: "open", to: "id-data" },
  login: { does: "open", to: "login" },
  /** What was ordered; only in the session that ordered it. */
  showOrder: { does: "open", to: "confirmation" },
  /** The page that tells what the link looks like and whom to ask. */
  checkLink: { does: "open", to: "landing" },
  /** The number of the answer (`shopHotline`), else the brand's. */
  hotline: { does: "call", to: "hotline" },
  /** The brand's page of shops. */
  shop: { does: "open", to: "shops" },
} satisfies Record<string, { does: "open" | "reset" | "call"; to: string }>;
export type ErrorAction = keyof typeof errorActions;

/** Descriptions of failures in tracking (specification §8), each followed by a detail. */
const trackingDescriptions = {
  cart: "Loading cart failed",
  documents: "Loading documents failed",
  order: "Place order failed",
  page: "Error page",
} as const;
export type FailureTracking = keyof typeof trackingDescriptions;

/** The tracking description with its detail: `Place order failed: PaymentFailed`. */
export function trackingDescription(failure: FailureTracking, detail: string): string {
  return `${trackingDescriptions[failure]}: ${detail}`;
}
