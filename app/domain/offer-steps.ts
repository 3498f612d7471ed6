/** In order (specification §4). */
export const offerSteps = [
  "offer",
  "personal-data",
  "id-data",
  "payment",
  "summary",
  "confirmation",
] as const;
export type OfferStep = (typeof offerSteps)[number];

/** The progress of one offer token, as stored in the session. */
export interface CompletedSteps {
  /** The offer was loaded into this session. */
  cart: boolean;
  personalData: boolean;
  identificationData: boolean;
  payment: boolean;
  /** The order was placed from this session. */
  ordered: boolean;
}

/** The backend's view of the offer; undefined until it has been queried. */
export interface KnownOffer {
  personalData: "missing" | "complete";
  identificationData: "missing" | "complete" | "notNeeded";
  payment: "missing" | "complete" | "notNeeded";
}

/** The data that can be missing, by step: known to the provider or entered in this session. */
const data = {
  "personal-data": "personalData",
  "id-data": "identificationData",
  payment: "payment",
} as const satisfies Partial<Record<OfferStep, keyof KnownOffer & keyof CompletedSteps>>;
export type DataStep = keyof typeof data;
const dataSteps = ["personal-data", "id-data", "payment"] as const satisfies DataStep[];

/** The steps of this offer: no ID data for a known customer, no payment if nothing is due. */
export function stepsOf(offer: KnownOffer): OfferStep[] {
  return offerSteps.filter((step) => !isDataStep(step) || offer[data[step]] !== "notNeeded");
}

function isDataStep(step: OfferStep): step is DataStep {
  return step in data;
}

/** Whether a step's data is known to the provider, not needed, or entered in this session. */
function isStepDone(step: DataStep, offer: KnownOffer, completed: CompletedSteps): boolean {
  return offer[data[step]] !== "missing" || completed[data[step]];
}

/** The first step with missing data, or else the summary. */
export function firstIncompleteStep(offer: KnownOffer, completed: CompletedSteps): OfferStep {
  return dataSteps.find((step) => !isStepDone(step, offer, completed)) ?? "summary";
}

const positionOf = (step: OfferStep) => offerSteps.indexOf(step);

/** The next step of this offer; the confirmation is its own next step. */
export const stepAfter = (step: OfferStep, offer: KnownOffer): OfferStep =>
  stepsOf(offer).find((one) => positionOf(one) > positionOf(step)) ?? "confirmation";

/** The previous step of this offer; undefined before the first. */
export const stepBefore = (step: OfferStep, offer: KnownOffer): OfferStep | undefined =>
  stepsOf(offer).findLast((one) => positionOf(one) < positionOf(step));

export type RequiredStep = OfferStep | "offer-login";
export type Guard = "has-cart" | "check-offer-personal-data";

/** The guards of specification §2: the step to redirect to, if any; after the order always the confirmation. */
export const guards = {
  /** Without this token's offer in the session: back to the start, which loads it. */
  "has-cart": (_step, _offer, completed) =>
    completed.ordered ? "confirmation" : completed.cart ? undefined : "offer",

  /** Missing data is no error on the step that asks for it. A step that the offer lacks leads to the first open one. */
  "check-offer-personal-data": (step, offer, completed) => {
    if (step === "offer" || step === "offer-login") return undefined;
    if (completed.ordered) return "confirmation";
    if (!offer) return "offer";
    const first = firstIncompleteStep(offer, completed);
    return !stepsOf(offer).includes(step) || positionOf(first) < positionOf(step) ? first : undefined;
  },
} as const satisfies Record<
  Guard,
  (step: RequiredStep, offer: KnownOffer | undefined, completed: CompletedSteps) => OfferStep | undefined
>;
