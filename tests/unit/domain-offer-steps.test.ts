import { describe, expect, test } from "vitest";
import {
  type CompletedSteps,
  firstIncompleteStep,
  type Guard,
  guards,
  type KnownOffer,
  type OfferStep,
  offerSteps,
  type RequiredStep,
  stepAfter,
  stepBefore,
  stepsOf,
} from "#app/domain/offer-steps.ts";

const none: CompletedSteps = {
  cart: false,
  personalData: false,
  identificationData: false,
  payment: false,
  ordered: false,
};
const cart: CompletedSteps = { ...none, cart: true };
const completed = (...parts: (keyof CompletedSteps)[]): CompletedSteps => ({
  ...cart,
  ...Object.fromEntries(parts.map((part) => [part, true])),
});

const all = completed("personalData", "identificationData", "payment");

const fresh: KnownOffer = { personalData: "missing", identificationData: "missing", payment: "missing" };
const existing: KnownOffer = {
  personalData: "complete",
  identificationData: "notNeeded",
  payment: "missing",
};
const free: KnownOffer = { personalData: "missing", identificationData: "missing", payment: "notNeeded" };
const nothingLeft: KnownOffer = {
  personalData: "complete",
  identificationData: "complete",
  payment: "complete",
};

describe("steps of an offer", () => {
  test.each<[string, KnownOffer, OfferStep[]]>([
    ["a new customer", fresh, ["offer", "personal-data", "id-data", "payment", "summary", "confirmation"]],
    ["an existing customer", existing, ["offer", "personal-data", "payment", "summary", "confirmation"]],
    ["nothing to pay", free, ["offer", "personal-data", "id-data", "summary", "confirmation"]],
    [
      "what is known stays to be looked at",
      nothingLeft,
      ["offer", "personal-data", "id-data", "payment", "summary", "confirmation"],
    ],
  ])("%s", (_name, offer, steps) => {
    expect(stepsOf(offer)).toEqual(steps);
    for (const [index, step] of steps.entries()) {
      expect(stepAfter(step, offer)).toBe(steps[index + 1] ?? "confirmation");
      expect(stepBefore(step, offer)).toBe(steps[index - 1]);
    }
  });
  test("a step that the offer does not have still has neighbours", () => {
    expect(stepAfter("id-data", existing)).toBe("payment");
    expect(stepBefore("payment", existing)).toBe("personal-data");
    expect(stepAfter("payment", free)).toBe("summary");
    expect(stepBefore("summary", free)).toBe("id-data");
  });
});

describe("first incomplete step", () => {
  test.each<[KnownOffer, CompletedSteps, OfferStep]>([
    [fresh, cart, "personal-data"],
    [fresh, completed("personalData"), "id-data"],
    [fresh, completed("personalData", "identificationData"), "payment"],
    [fresh, all, "summary"],
    [fresh, completed("identificationData", "payment"), "personal-data"],
    [fresh, completed("personalData", "payment"), "id-data"],
    [existing, cart, "payment"],
    [existing, completed("payment"), "summary"],
    [free, cart, "personal-data"],
    [free, completed("personalData", "identificationData"), "summary"],
    [nothingLeft, cart, "summary"],
  ])("%j with %j is %s", (offer, session, step) => expect(firstIncompleteStep(offer, session)).toBe(step));
});

describe("guards", () => {
  const both: readonly Guard[] = ["has-cart", "check-offer-personal-data"];
  const guardsOf: Record<RequiredStep, readonly Guard[]> = {
    offer: ["check-offer-personal-data"],
    "offer-login": ["has-cart"],
    "personal-data": both,
    "id-data": both,
    payment: both,
    summary: ["check-offer-personal-data"],
    confirmation: [],
  };
  const guard = (step: RequiredStep, offer: KnownOffer | undefined, session: CompletedSteps) => {
    const results = guardsOf[step].map((name) => guards[name](step, offer, session));
    return results.find((to) => to !== undefined);
  };

  const pages = [
    "offer",
    "offer-login",
    "personal-data",
    "id-data",
    "payment",
    "summary",
    "confirmation",
  ] as const;
  // Where each of these pages leads; + is that it is shown.
  test.each<[string, KnownOffer | undefined, CompletedSteps, string]>([
    ["nothing is known", undefined, none, "+ offer offer offer offer offer +"],
    ["the state is known, the cart is lost", nothingLeft, none, "+ offer offer offer offer + +"],
    ["a cart whose state is not known", undefined, all, "+ + offer offer offer offer +"],
    ["a new customer at the start", fresh, cart, "+ + + personal-data personal-data personal-data +"],
    ["with personal data", fresh, completed("personalData"), "+ + + + id-data id-data +"],
    ["with ID data", fresh, completed("personalData", "identificationData"), "+ + + + + payment +"],
    ["with everything", fresh, all, "+ + + + + + +"],
    [
      "ID data without personal data",
      ...([fresh, completed("identificationData", "payment")] as const),
      "+ + + personal-data personal-data personal-data +",
    ],
    ["an existing customer may go straight to payment", existing, cart, "+ + + payment + payment +"],
    [
      "nothing to pay",
      ...([free, completed("personalData", "identificationData")] as const),
      "+ + + + summary + +",
    ],
    ["nothing to pay, ID data open", free, completed("personalData"), "+ + + + id-data id-data +"],
    ["all known to the provider", nothingLeft, cart, "+ + + + + + +"],
    [
      "ordered already",
      ...([fresh, { ...all, ordered: true }] as const),
      "+ confirmation confirmation confirmation confirmation confirmation +",
    ],
  ])("%s", (_, offer, session, ways) => {
    expect(pages.map((page) => guard(page, offer, session) ?? "+").join(" ")).toBe(ways);
  });

  test("guards never redirect in a loop", () => {
    const states = ["missing", "complete", "notNeeded"] as const;
    const booleans = [true, false];
    for (const personalData of ["missing", "complete"] as const)
      for (const identificationData of states)
        for (const payment of states)
          for (const cartLoaded of booleans)
            for (const bits of [0, 1, 2, 3, 4, 5, 6, 7])
              for (const start of [...offerSteps, "offer-login"] as const) {
                const offer = { personalData, identificationData, payment };
                const session: CompletedSteps = {
                  cart: cartLoaded,
                  personalData: (bits & 1) > 0,
                  identificationData: (bits & 2) > 0,
                  payment: (bits & 4) > 0,
                  ordered: false,
                };
                let step: RequiredStep = start;
                let to = guard(step, offer, session);
                for (let hops = 0; to; hops++) {
                  expect(hops, `${start} with ${JSON.stringify([offer, session])}`).toBeLessThan(3);
                  step = to;
                  to = guard(step, offer, session);
                }
                expect(start === "confirmation" || step !== "confirmation").toBe(true);
              }
  });
});
