import { useT } from "#app/i18n/texts.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Card } from "#app/ui/card.tsx";
import { type DocumentFile, DocumentList } from "#app/ui/document-list.tsx";
import { byContract, type DocumentOwner, documentLabel, documentPath } from "./document-names.ts";
import type { DocumentHref } from "./goods.tsx";

interface DocumentsProps extends DocumentOwner {
  /** On the offer's own page; pages below it link relatively, without the token. */
  token?: string;
  lead?: string;
  /** With a row for all of them in one file. */
  archive?: boolean;
  /** Shows only the contract summaries at first, as the law wants them read first. */
  folded?: boolean;
}

/** The offer's documents on a card of their own. */
export function Documents({ lead, ...listed }: DocumentsProps) {
  const t = useT("offer", "shared");
  return (
    <Card id="documents" title={t("documents")} action={<small>{t("documentNote")}</small>}>
      {lead && <p className="muted">{lead}</p>}
      <Files {...listed} />
    </Card>
  );
}

/**
 * Finds the address of an item's document among those that are listed.
 * @param below the address of all documents
 */
export const documentHref =
  (below: string, documents: DocumentOwner["documents"]): DocumentHref =>
  (itemId, type) => {
    const listed = documents.find((one) => one.itemId === itemId && one.type === type);
    return listed && `${below}/${documentPath(listed)}`;
  };

/** Where the documents of an offer are, as seen from the pages below it. */
export const documentsBelow = "dokumente";

/** The same where a title stands already. */
export function DocumentLinks(props: Omit<DocumentsProps, "lead">) {
  const t = useT("offer", "shared");
  return (
    <>
      <p className="muted">{t("documentNote")}</p>
      <Files {...props} />
    </>
  );
}

/** PDFs in German, streamed through the portal. */
function Files({ token, archive, folded, ...listed }: Omit<DocumentsProps, "lead">) {
  const t = useT("offer", "shared");
  const linkTo = useLinkTo();
  const below = token === undefined ? documentsBelow : linkTo("offer-documents", { token });
  const all: DocumentFile = {
    id: "all",
    icon: "download",
    label: t("allDocuments"),
    language: "de",
    href: below,
  };
  const contracts = byContract(listed, t).map(([contract, documents], _, { length }) => ({
    title: contract ?? (length > 1 ? t("ofAllContracts") : undefined),
    files: documents.map(
      (document): DocumentFile => ({
        id: `${document.itemId}-${document.type}`,
        label: documentLabel(document, t),
        language: "de",
        href: `${below}/${documentPath(document)}`,
      }),
    ),
  }));
  const [first] = contracts;
  if (archive && first && listed.documents.length > 1)
    if (first.title) contracts.unshift({ title: undefined, files: [all] });
    else first.files.unshift(all);
  const isFirst = ({ id }: DocumentFile) => id.endsWith("-CONTRACT_SUMMARY");
  const groupsOf = (isShown: (file: DocumentFile) => boolean) =>
    contracts
      .map(({ title, files }) => ({ title, files: files.filter(isShown) }))
      .filter(({ files }) => files.length > 0);
  const others = groupsOf((file) => !isFirst(file));
  if (!folded) return <DocumentList groups={contracts} />;
  return (
    <>
      <DocumentList groups={groupsOf(isFirst)} />
      {others.length > 0 && (
        <Accordion
          id="more"
          open={[]}
          items={[{ id: "documents", title: t("moreDocuments"), content: <DocumentList groups={others} /> }]}
        />
      )}
    </>
  );
}
