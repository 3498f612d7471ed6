import { z } from "zod";
import { type Offer, offer, offerDocument } from "#app/backend/contract/offer.ts";

// A portal of version 1.0.0 takes a session for none if its offer names a kind that is newer: with it, what was entered
// and ordered would be lost (`oldestBeside` in server/build.ts).
const documentsOf1 = new Set(
  `CONTRACT_SUMMARY PRODUCT_INFO TERMS PRICE_LIST WITHDRAWAL_INFO PRIVACY SEPA_MANDATE INSURANCE_IPID`.split(
    " ",
  ),
);
const paymentMethodsOf1 = new Set("direct_debit credit_card paypal invoice".split(" "));

/** What a session keeps of an offer. */
export const storedOffer = {
  /** As a portal of version 1.0.0 reads it. */
  offer,
  /** What it lists besides: kinds that are newer, or the provider's own. */
  newer: z.object({ documents: z.array(offerDocument), paymentMethods: z.array(z.string()) }).optional(),
};
type Stored = z.infer<z.ZodObject<typeof storedOffer>>;

export function stored(offer: Offer): Stored {
  const { documents, paymentMethods } = offer;
  const isOld = ({ type }: { type: string }) => documentsOf1.has(type);
  return {
    offer: {
      ...offer,
      documents: documents.filter(isOld),
      paymentMethods: paymentMethods.filter((one) => paymentMethodsOf1.has(one)),
    },
    newer: {
      documents: documents.filter((one) => !isOld(one)),
      paymentMethods: paymentMethods.filter((one) => !paymentMethodsOf1.has(one)),
    },
  };
}

/** Of an offer, a portal of version 1.0.0 keeps only what it knows, which is not whether it can be declined: then that is compared. */
export const isSameOffer = (before: Stored, now: Stored): boolean =>
  before.newer
    ? JSON.stringify([before.offer, before.newer]) === JSON.stringify([now.offer, now.newer])
    : isPartOf({ ...before.offer, declinable: now.offer.declinable }, now.offer);

function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole) && part.length !== whole.length) return false;
  if (typeof part !== "object" || !part || typeof whole !== "object" || !whole) return part === whole;
  return Object.entries(part).every(([name, one]) => isPartOf(one, Reflect.get(whole, name)));
}

export const allDocuments = ({ offer, newer }: Stored) => [...offer.documents, ...(newer?.documents ?? [])];
export const allPaymentMethods = ({ offer, newer }: Stored) => [
  ...offer.paymentMethods,
  ...(newer?.paymentMethods ?? []),
];
