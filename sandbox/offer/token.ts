import type { z } from "zod";
import { tariff } from "../../app/backend/contract/offer.ts";
import { backendBrand } from "../../app/brand/backend-brand.ts";
import type { OfferUseCase } from "../../app/domain/use-cases.ts";
import { type AimedFault, aimedFaultOf } from "../aimed-fault.ts";
import { type Fault, parseFault } from "../faults.ts";
import { wordsOf } from "../words.ts";
import { type PriceCaseName, priceCaseOf } from "./price-cases.ts";
import { knownUseCase, type OfferCallName, offerCallNames } from "./scenarios.ts";

type ConnectionTechnology = NonNullable<z.infer<typeof tariff>["connectionTechnology"]>;
const technologies = tariff.shape.connectionTechnology.unwrap().options;

const portingStops = ["birthDate", "notReleased", "notCancelled", "unknown"] as const;
type PortingStop = "name" | (typeof portingStops)[number];

/** The scenario of a token. */
export interface OfferScenario {
  useCase: OfferUseCase;
  variant: "full" | "existing" | "free" | "other-kinds" | "no-methods";
  /** A fixed line of this technology instead of the use case's products. */
  technology?: ConnectionTechnology;
  /** The SIM of a new contract, if not a card. */
  sim?: "esim";
  /** The order is on its way at once. */
  isSent?: true;
  /** What would come after days has happened right after the order. */
  hasArrived?: true;
  /** Numbers that can come along from another provider. */
  porting?: "mobile" | "landline";
  /** The other provider has another name than the customer's. */
  hasOtherName?: true;
  /** Why its other provider does not let the number go once it is ordered. */
  stopped?: PortingStop;
  /** The customer chooses the kind of SIM. */
  choosesSim?: true;
  /** These prices instead of the use case's. */
  priceCase?: PriceCaseName;
  /** The brand of the offer, if not that of the requesting portal. */
  brand?: string;
  fault?: AimedFault<OfferCallName>;
  /** It acts, and this is sent instead of its first response. */
  lost?: Fault;
  /** Acceptance returns step `error` with this code. */
  stepError?: string;
  payment?: "aborted" | "failed" | "waiting" | "expired";
  /** `seconds` that a login lasts; 0 = every login counts as expired. */
  login?: { seconds: number };
  /** Offers of the same pool share one device. */
  stockPool?: string;
  /** The id of a consent whose text cannot be loaded, named after the fault. */
  faultyConsent?: string;
  /** A day: until then it can be read only. */
  orderableFrom?: string;
  /** Days until it ends, 14 by default. */
  validDays?: number;
  /** Stuck from the start, until reset. */
  stuck?: boolean;
}

/** States that end once the data is entered: only the verification returns them. */
const missingData = new Set(["BIRTHDATE_NOT_PRESENT", "PERSONAL_DATA_MISSING", "IDENTIFICATIONDATA_MISSING"]);

/** Codes that a reset (PATCH) fixes: the offer then works like `demo`. */
export const clearedByReset = new Set([
  "OFFER_ABANDONED_PAYMENT",
  "OFFER_INCOMPATIBLE_STATE",
  "RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED",
  "PAYMENT_ABORTED",
  "PAYMENT_FAILED",
]);

const demo = { useCase: "offer", variant: "full" } as const satisfies OfferScenario;

const porting = { ...demo, porting: "mobile", choosesSim: true } as const satisfies OfferScenario;

/** Reads a token (see offer/scenarios.ts for the list). Undefined for an unknown token. */
export function offerScenarioOf(token: string): OfferScenario | undefined {
  const [name = "", ...suffixes] = token.split("~");
  const brand = backendBrand.safeParse(/^brand-(.+)$/.exec(name)?.[1]).data;
  if (brand) return { ...demo, brand };
  if (name === "demo-stock") return { ...demo, stockPool: [name, suffixes[0] ?? ""].join("~") };
  if (wordsOf(name)) return demo;
  return demoOf(name) ?? loginOf(name) ?? paymentOf(name) ?? faultOf(name);
}

function demoOf(name: string): OfferScenario | undefined {
  const priceCase = priceCaseOf(name);
  if (priceCase) return { ...demo, priceCase };
  const orderableFrom = /^from-(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1];
  if (orderableFrom) return { ...demo, orderableFrom };
  if (name === "demo") return demo;
  if (!name.startsWith("demo-")) return undefined;
  const rest = name.slice("demo-".length);
  if (rest === "existing" || rest === "free" || rest === "other-kinds" || rest === "no-methods")
    return { useCase: "offer", variant: rest };
  if (rest === "arrived") return { ...demo, isSent: true, hasArrived: true };
  if (rest === "expiring") return { ...demo, validDays: 1 };
  if (rest === "esim") return { useCase: "yellow", variant: "full", sim: rest };
  if (rest === "idv-esim") return { useCase: "green_idv", variant: "full", sim: "esim" };
  if (rest === "sent") return { ...demo, isSent: true };
  if (rest === "sims") return { useCase: "yellow", variant: "existing", choosesSim: true };
  if (rest === "porting") return porting;
  if (rest === "porting-two") return { ...porting, useCase: "offer_dps" };
  if (rest === "porting-refused") return { ...porting, hasOtherName: true };
  if (rest === "porting-stopped") return { ...porting, stopped: "name" };
  const stopped = portingStops.find((one) => rest === `porting-stopped-${one}`);
  if (stopped) return { ...porting, stopped };
  if (rest === "porting-dsl") return { ...demo, technology: "dsl", porting: "landline" };
  const technology = technologies.find((one) => one === rest);
  if (technology) return { ...demo, technology };
  const useCase = knownUseCase(rest);
  return useCase && { useCase, variant: "full" };
}

function loginOf(name: string): OfferScenario | undefined {
  if (name === "login") return { ...demo, login: { seconds: 3600 } };
  if (name === "login-esim")
    return { useCase: "yellow", variant: "full", sim: "esim", login: { seconds: 3600 } };
  if (name === "login-expired") return { ...demo, login: { seconds: 0 } };
  const seconds = /^login-(\d{1,5})$/.exec(name)?.[1];
  return seconds === undefined ? undefined : { ...demo, login: { seconds: Number(seconds) } };
}

const payments: Partial<Record<string, OfferScenario["payment"]>> = {
  "pay-aborted": "aborted",
  "pay-failed": "failed",
  "pay-wait": "waiting",
  "pay-expired": "expired",
};

function paymentOf(name: string): OfferScenario | undefined {
  const payment = Object.hasOwn(payments, name) ? payments[name] : undefined;
  return payment && { ...demo, payment };
}

function faultOf(name: string): OfferScenario | undefined {
  if (name === "accept-lost") return { ...demo, lost: { kind: "hangup" } };
  const acted = /^accept-acted-(.+)$/.exec(name)?.[1];
  const lost = acted === undefined ? undefined : parseFault(acted);
  if (lost) return { ...demo, lost };
  const stepError = /^step-error-([A-Z_]+)$/.exec(name)?.[1];
  if (stepError) return { ...demo, stepError };
  const consent = /^consent-(.+)$/.exec(name)?.[1];
  if (consent) return parseFault(consent) && { ...demo, faultyConsent: consent };

  // The fault is that of sending a new link.
  const isLink = name.startsWith("link-") && parseFault(name.slice("link-".length));
  const aimed = aimedFaultOf(isLink ? "state-OFFER_EXPIRED" : name, offerCallNames, bareCalls);
  if (!aimed) return undefined;
  const isMissingData = aimed.fault.kind === "code" && missingData.has(aimed.fault.code);
  const fault = isMissingData && name.startsWith("state-") ? { ...aimed, calls: ["verify"] as const } : aimed;
  if (name.startsWith("porting-")) return { ...porting, stopped: "name", fault };
  if (name.startsWith("esim-") || name.startsWith("newesim-"))
    return { useCase: "yellow", variant: "full", sim: "esim", fault };
  return { ...demo, fault, stuck: name.startsWith("reset-") };
}

/** `slow` delays only one call per page, so that the page is late by exactly this time. */
function bareCalls({ kind }: Fault): readonly OfferCallName[] {
  if (kind === "errors") return ["accept"];
  return kind === "slow" ? ["load", "preview"] : offerCallNames;
}
