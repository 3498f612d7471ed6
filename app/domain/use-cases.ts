import { isKeyOf, keysOf } from "./keys-of.ts";

/** Types of offers in analytics (specification §9). */
type AnalyticsOfferType =
  | "initial_offer"
  | "lead_offer_via_dealer_pencil_selling"
  | "alternative_offer"
  | "dealer_correction"
  | "Others";

/** What an offer does to an existing contract: extends it, changes its tariff or its owner. */
type UseCaseFamily = "vvl" | "tm" | "coc";

/**
 * What several use cases word alike: an offer instead of another one, one that a dealer put together (dealer pencil selling),
 * an identity check before the order goes on, and one with a one-time code.
 */
type SharedWording = UseCaseFamily | "alternative" | "dps" | "idv" | "otp";

export interface UseCaseRow {
  analytics: AnalyticsOfferType;
  /** Variant of an alternative offer: 30 base, 31 contract extension, 32 tariff migration; 0 for all other types. */
  variant: 0 | 30 | 31 | 32;
  family?: UseCaseFamily;
  /** Texts of a use case that has none of its own, the first of these that has one. */
  wordings?: readonly SharedWording[];
}

const initial = { analytics: "initial_offer", variant: 0 } as const;
const lead = { analytics: "lead_offer_via_dealer_pencil_selling", variant: 0, wordings: ["dps"] } as const;
const alternative = { analytics: "alternative_offer", variant: 30, wordings: ["alternative"] } as const;
const extension = { ...alternative, variant: 31, family: "vvl", wordings: ["alternative", "vvl"] } as const;
const migration = { ...alternative, variant: 32, family: "tm", wordings: ["alternative", "tm"] } as const;
const withIdv = <R extends UseCaseRow>(row: R) =>
  ({ ...row, wordings: ["idv", ...(row.wordings ?? [])] }) as const;
const withOtp = <R extends UseCaseRow>(row: R) =>
  ({ ...row, wordings: ["otp", ...(row.wordings ?? [])] }) as const;

/** One row for each of the 22 page variants of specification §3. */
export const useCases = {
  offer: initial,
  offer_coc: { ...initial, family: "coc", wordings: ["coc"] },
  offer_vvl: { ...initial, family: "vvl", wordings: ["vvl"] },
  offer_tm: { ...initial, family: "tm", wordings: ["tm"] },
  offer_dps: lead,
  offer_dps_vvl: { ...lead, family: "vvl", wordings: ["dps", "vvl"] },
  orange: alternative,
  orange_vvl: extension,
  orange_tm: migration,
  yellow: alternative,
  yellow_vvl: extension,
  yellow_tm: migration,
  greenApm: alternative,
  greenApm_vvl: extension,
  greenApm_tm: migration,
  green_idv: withIdv(alternative),
  green_idv_vvl: withIdv(extension),
  green_idv_tm: withIdv(migration),
  green_idv_otp: withOtp(alternative),
  green_idv_vvl_otp: withOtp(extension),
  green_idv_tm_otp: withOtp(migration),
  dealer_correction: { analytics: "dealer_correction", variant: 0 },
} satisfies Record<string, UseCaseRow>;
export type OfferUseCase = keyof typeof useCases;
export const offerUseCases = keysOf(useCases);

const others: UseCaseRow = { analytics: "Others", variant: 0 };

/** The row of a use case; "Others" for an unknown or missing one. */
export function useCaseRow(useCase: string | undefined): UseCaseRow {
  return isKeyOf(useCases, useCase) ? useCases[useCase] : others;
}
