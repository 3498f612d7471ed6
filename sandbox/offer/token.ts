import type { z } from "zod";
import { type BackendBrand, backendBrand } from "../../app/backend/contract/common.ts";
import { tariff } from "../../app/backend/contract/offer.ts";
import type { OfferUseCase } from "../../app/domain/use-cases.ts";
import { type Fault, parseFault } from "../faults.ts";
import { knownUseCase, type OfferCallName, offerCallNames } from "./scenarios.ts";

interface AimedFault {
  calls: readonly OfferCallName[];
  fault: Fault;
  once: boolean;
}

type ConnectionTechnology = NonNullable<z.infer<typeof tariff>["connectionTechnology"]>;
const technologies = tariff.shape.connectionTechnology.unwrap().options;

/** The scenario of a token. */
export interface OfferScenario {
  useCase: OfferUseCase;
  variant: "full" | "existing" | "free";
  /** A fixed line of this technology instead of the use case's products. */
  technology?: ConnectionTechnology;
  /** Whose offer it is, if not the asking portal's. */
  brand?: BackendBrand;
  fault?: AimedFault;
  /** The order is placed, its first answer is this fault. */
  afterOrder?: Fault;
  /** Acceptance answers step `error` with this code. */
  stepError?: string;
  payment?: "aborted" | "failed" | "waiting";
  /** `seconds` that a sign-in lasts; 0 = every sign-in counts as expired. */
  login?: { seconds: number };
  /** Offers of the same pool share one device. */
  stockPool?: string;
  /** A consent whose text the provider cannot deliver, by the fault's name. */
  faultyConsent?: string;
  /** Stuck from the start, until reset. */
  stuck?: boolean;
}

/** States that end once the missing data is given: only the verification answers them. */
const missingData = new Set(["BIRTHDATE_NOT_PRESENT", "PERSONAL_DATA_MISSING", "IDENTIFICATIONDATA_MISSING"]);

/** Codes that a reset (PATCH) fixes: the offer then works like `demo`. */
export const clearedByReset = new Set([
  "OFFER_ABANDONED_PAYMENT",
  "OFFER_INCOMPATIBLE_STATE",
  "RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED",
  "PAYMENT_ABORTED",
  "PAYMENT_FAILED",
]);

const everyCall = offerCallNames;
const demo = { useCase: "offer", variant: "full" } as const satisfies OfferScenario;

/** Reads a token (see offer/scenarios.ts for the list). Undefined for an unknown token. */
export function offerScenarioOf(token: string): OfferScenario | undefined {
  const [name = "", ...suffixes] = token.split("~");
  const brand = backendBrand.safeParse(/^brand-(.+)$/.exec(name)?.[1]).data;
  if (brand) return { ...demo, brand };
  if (name === "demo-stock") return { ...demo, stockPool: [name, suffixes[0] ?? ""].join("~") };
  return demoOf(name) ?? loginOf(name) ?? paymentOf(name) ?? faultOf(name);
}

function demoOf(name: string): OfferScenario | undefined {
  if (name === "demo") return demo;
  if (!name.startsWith("demo-")) return undefined;
  const rest = name.slice("demo-".length);
  if (rest === "existing" || rest === "free") return { useCase: "offer", variant: rest };
  const technology = technologies.find((one) => one === rest);
  if (technology) return { ...demo, technology };
  const useCase = knownUseCase(rest);
  return useCase && { useCase, variant: "full" };
}

function loginOf(name: string): OfferScenario | undefined {
  if (name === "login") return { ...demo, login: { seconds: 3600 } };
  if (name === "login-expired") return { ...demo, login: { seconds: 0 } };
  const seconds = /^login-(\d{1,5})$/.exec(name)?.[1];
  return seconds === undefined ? undefined : { ...demo, login: { seconds: Number(seconds) } };
}

function paymentOf(name: string): OfferScenario | undefined {
  switch (name) {
    case "pay-aborted":
      return { ...demo, payment: "aborted" };
    case "pay-failed":
      return { ...demo, payment: "failed" };
    case "pay-wait":
      return { ...demo, payment: "waiting" };
    default:
      return undefined;
  }
}

function faultOf(name: string): OfferScenario | undefined {
  if (name === "accept-lost") return { ...demo, afterOrder: { kind: "hangup" } };
  const acted = /^accept-acted-(.+)$/.exec(name)?.[1];
  const afterOrder = acted === undefined ? undefined : parseFault(acted);
  if (afterOrder) return { ...demo, afterOrder };
  const stepError = /^step-error-([A-Z_]+)$/.exec(name)?.[1];
  if (stepError) return { ...demo, stepError };
  const consent = /^consent-(.+)$/.exec(name)?.[1];
  if (consent) return parseFault(consent) && { ...demo, faultyConsent: consent };

  const state = /^state-([A-Z_]+)$/.exec(name)?.[1];
  if (state) {
    const fault = parseFault(state);
    return (
      fault && {
        ...demo,
        fault: { calls: missingData.has(state) ? ["verify"] : everyCall, fault, once: false },
      }
    );
  }

  const aimed = /^([a-z]+)-(once-)?(.+)$/.exec(name);
  const call = offerCallNames.find((one) => one === aimed?.[1]);
  if (call && aimed?.[3]) {
    const fault = parseFault(aimed[3]);
    return (
      fault && {
        ...demo,
        stuck: call === "reset",
        fault: { calls: [call], fault, once: aimed[2] !== undefined },
      }
    );
  }

  const fault = parseFault(name);
  if (!fault) return undefined;
  switch (fault.kind) {
    case "code":
      return undefined; // A bare code is not a token; `state-<CODE>` is.
    case "errors":
      return { ...demo, fault: { calls: ["accept"], fault, once: false } };
    case "slow":
      // Delays only one call per page, so that the page is late by exactly this time.
      return { ...demo, fault: { calls: ["load", "preview"], fault, once: false } };
    default:
      return name === "fail" ? undefined : { ...demo, fault: { calls: everyCall, fault, once: false } };
  }
}
