import type { Offer, OfferDocument, OfferItem } from "#app/backend/contract/offer.ts";
import { documentTypes } from "#app/domain/document-types.ts";
import type { Translate } from "#app/i18n/resources.ts";

type Text = Translate<"offer", "shared">;
export type DocumentOwner = Pick<Offer, "documents" | "offers">;

/** The name of a document's contract, if an offer has several. */
function contractName(items: OfferItem[], itemId: string, t: Text): string | undefined {
  const index = items.findIndex(({ id }) => id === itemId);
  const product = items[index]?.tariff ?? items[index]?.hardware;
  return items.length > 1 && product
    ? `${t("position", { position: index + 1 })}: ${product.name}`
    : undefined;
}

/** The documents by the name of their contract; those of all contracts, and of the only one, without a name. */
export function byContract({ documents, offers }: DocumentOwner, t: Text) {
  // Not by `Map.groupBy`, which runs in browsers since Safari 17.4 and Chrome 117 only.
  const contracts = new Map<string | undefined, OfferDocument[]>();
  for (const document of documents) {
    const name = contractName(offers, document.itemId, t);
    contracts.set(name, [...(contracts.get(name) ?? []), document]);
  }
  return [...contracts];
}

/** Our name for known kinds, else the provider's. */
export function documentLabel({ type, name }: OfferDocument, t: Text): string {
  const documentType = documentTypes.find((one) => one === type);
  return documentType
    ? t(`documentTypes.${documentType}`)
    : (name ?? t("documentTypes.other", { kind: type }));
}

/** A document's path below those of its offer. */
export const documentPath = ({ itemId, type }: OfferDocument): string =>
  `${encodeURIComponent(itemId)}/${encodeURIComponent(type)}`;

/** Characters not allowed in file names on some system. */
export const forbiddenInNames = /[\\/:*?"<>|\p{Cc}]/gu;

/** A document's file name, without its extension. */
export function documentName(document: OfferDocument, offers: OfferItem[], t: Text): string {
  const contract = contractName(offers, document.itemId, t)?.replace(": ", " ");
  return [documentLabel(document, t), contract].filter(Boolean).join(", ").replaceAll(forbiddenInNames, "-");
}
