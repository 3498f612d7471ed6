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
] as const;

export type DocumentType = (typeof documentTypes)[number];
