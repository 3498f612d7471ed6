/** Kinds of an offer's documents that the portal has texts for; any other kind is shown by the provider's name. */
export const documentTypes = [
  "CONTRACT_SUMMARY",
  "PRODUCT_INFO",
  "TERMS",
  "PRICE_LIST",
  "WITHDRAWAL_INFO",
  "PRIVACY",
  "SEPA_MANDATE",
  "INSURANCE_IPID",
  "CREDIT_INFORMATION",
  "ENERGY_LABEL",
  "ENERGY_SHEET",
] as const;

/** The law wants them to be loaded before an order: § 54 (3) TKG, and Directive (EU) 2023/2225 of a credit. */
export const neededBeforeOrder: readonly string[] = [
  "CONTRACT_SUMMARY",
  "CREDIT_INFORMATION",
] satisfies DocumentType[];

export type DocumentType = (typeof documentTypes)[number];
