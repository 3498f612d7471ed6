import type { Offer, OfferDocument, OfferItem } from "#app/backend/contract/offer.ts";
import type { Translate } from "#app/i18n/resources.ts";

type Text = Translate<"offer", "shared">;
export type Listed = Pick<Offer, "documents" | "offers">;

/** What a document's contract is called, where an offer has several. */
function contractName(items: OfferItem[], itemId: string, t: Text): string | undefined {
  const index = items.findIndex(({ id }) => id === itemId);
  const product = items[index]?.tariff ?? items[index]?.hardware;
  return items.length > 1 && product
    ? `${t("position", { position: index + 1 })}: ${product.name}`
    : undefined;
}

/** The documents by the name of the contract that they belong to, those of all contracts and of the only one without. */
export const byContract = ({ documents, offers }: Listed, t: Text) => [
  ...Map.groupBy(documents, ({ itemId }) => contractName(offers, itemId, t)),
];

/** What a document is called as a file, without its ending. */
export function documentName({ itemId, type }: OfferDocument, offers: OfferItem[], t: Text): string {
  const contract = contractName(offers, itemId, t)?.replace(": ", " ");
  return [t(`documentTypes.${type}`), contract].filter(Boolean).join(", ").replaceAll(forbidden, "-");
}
/** Not allowed in the names of files on some system. */
const forbidden = /[\\/:*?"<>|\p{Cc}]/gu;
