import type { OfferDocument } from "#app/backend/contract/offer.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pathTo } from "#app/pages.ts";
import { DocumentList } from "#app/ui/document-list.tsx";

/** The offer's documents: PDFs in German, streamed through the portal. */
export function Documents({ token, documents }: { token: string; documents: OfferDocument[] }) {
  const t = useT("offer", "shared");
  return (
    <DocumentList
      documents={documents.map(({ itemId, type }) => ({
        id: `${itemId}-${type}`,
        label: t(`documentTypes.${type}`),
        note: t("documentNote"),
        language: "de",
        href: pathTo("offer-document", { token, itemId, type }),
      }))}
    />
  );
}
