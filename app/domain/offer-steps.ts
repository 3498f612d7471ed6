/** The steps of the journey in their order (specification §4). */
export const offerSteps = [
  "offer",
  "personal-data",
  "id-data",
  "payment",
  "summary",
  "confirmation",
] as const;
export type OfferStep = (typeof offerSteps)[number];

/** What the session holds for one offer token. */
export interface HeldSteps {
  /** The offer was loaded into this session. */
  cart: boolean;
  personalData: boolean;
  idData: boolean;
  payment: boolean;
  /** The order was placed from this session. */
  ordered: boolean;
}

/** What the backend says of the offer; nothing while it has not been asked. */
export interface KnownOffer {
  personalData: "missing" | "complete";
  identificationData: "missing" | "complete" | "notNeeded";
  payment: "missing" | "complete" | "notNeeded";
}

/** Steps that can be missing and what fills them: the provider's knowledge or this session. */
const data = {
  "personal-data": { known: "personalData", held: "personalData" },
  "id-data": { known: "identificationData", held: "idData" },
  payment: { known: "payment", held: "payment" },
} as const satisfies Partial<Record<OfferStep, { known: keyof KnownOffer; held: keyof HeldSteps }>>;
type DataStep = keyof typeof data;
const dataSteps = ["personal-data", "id-data", "payment"] as const satisfies DataStep[];

/** The steps that this offer has: no ID data for a known customer, no payment where nothing is to be paid. */
export function stepsOf(offer: KnownOffer): OfferStep[] {
  return offerSteps.filter((step) => !isDataStep(step) || offer[data[step].known] !== "notNeeded");
}

function isDataStep(step: OfferStep): step is DataStep {
  return step in data;
}

/** Whether the data of a step is there: known to the provider, not needed, or entered in this session. */
export function isStepDone(step: DataStep, offer: KnownOffer, held: HeldSteps): boolean {
  return offer[data[step].known] !== "missing" || held[data[step].held];
}

/** The first step whose data is missing; the summary once nothing is. */
export function firstIncompleteStep(offer: KnownOffer, held: HeldSteps): OfferStep {
  return dataSteps.find((step) => !isStepDone(step, offer, held)) ?? "summary";
}

/** The step after one among those that the offer has; the confirmation stays where it is. */
export function stepAfter(step: OfferStep, offer: KnownOffer): OfferStep {
  const later = offerSteps.slice(offerSteps.indexOf(step) + 1);
  const has = stepsOf(offer);
  return later.find((candidate) => has.includes(candidate)) ?? "confirmation";
}

/** The step before one among those that the offer has; nothing before the first. */
export function stepBefore(step: OfferStep, offer: KnownOffer): OfferStep | undefined {
  const has = stepsOf(offer);
  return offerSteps
    .slice(0, offerSteps.indexOf(step))
    .reverse()
    .find((candidate) => has.includes(candidate));
}

export type RequiredStep = OfferStep | "offer-login";
export type GuardResult = { ok: true } | { ok: false; to: OfferStep };
export type Guard = "has-cart" | "check-offer-personal-data";

const pass: GuardResult = { ok: true };
const goTo = (to: OfferStep): GuardResult => ({ ok: false, to });

/**
 * The guards of specification §2: whether a page of the journey may be shown, and if not, the step that fixes it. Once
 * the order is placed, its steps lead to the confirmation: a form that can no longer be sent would only mislead.
 */
export const guards = {
  /** The session holds this token's offer, else back to its start, which loads it. */
  "has-cart": (_step, _offer, held) =>
    held.ordered ? goTo("confirmation") : held.cart ? pass : goTo("offer"),

  /**
   * What the provider knows of the customer is known here, and what the steps before this one fill in is there. On the
   * offer and on personal data a missing state is no error: there it is filled in. A step that this offer does not
   * have leads on to the first one that is open.
   */
  "check-offer-personal-data": (step, offer, held) => {
    if (step === "offer" || step === "offer-login") return pass;
    if (held.ordered) return goTo("confirmation");
    if (!offer) return goTo("offer");
    if (!stepsOf(offer).includes(step)) return goTo(firstIncompleteStep(offer, held));
    const position = offerSteps.indexOf(step);
    const open = dataSteps.find(
      (earlier) => offerSteps.indexOf(earlier) < position && !isStepDone(earlier, offer, held),
    );
    return open ? goTo(open) : pass;
  },
} as const satisfies Record<
  Guard,
  (step: RequiredStep, offer: KnownOffer | undefined, held: HeldSteps) => GuardResult
>;
