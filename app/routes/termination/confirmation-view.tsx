import type { UploadReason } from "#app/domain/proof-file.ts";
import { useT } from "#app/i18n/texts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { ReceiptHead } from "../declaration/receipt-head.tsx";
import { Page } from "../shell/page.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import { DiscountModal } from "./modals.tsx";
import { ProofUpload } from "./proof-upload.tsx";
import type { Confirmation } from "./receipt.server.ts";

interface ConfirmationViewProps {
  confirmation: Confirmation;
  uploadReason?: UploadReason | undefined;
}

/** What was declared, when it was received, when the contract ends: to read, to keep, to print. */
export function ConfirmationView({ confirmation, uploadReason }: ConfirmationViewProps) {
  const t = useT("termination", "confirmation");
  const linkTo = useLinkTo();
  const { effect, declared, sentTo, proof, portingUntil, files, first, notes, discountHotline } =
    confirmation;
  return (
    <Page name={confirmation.page} title={t("title")}>
      <ReceiptHead
        title={t("title")}
        text={sentTo ? t("sentTo", { to: sentTo }) : t("notSent")}
        files={files}
        progress={confirmation.progress}
        notes={first ? [t("first"), ...notes] : notes}
      />
      <Card id="effect" title={t("effect")}>
        <SummaryList rows={effect} />
      </Card>
      {proof && (
        <ProofUpload
          id={confirmation.id}
          proof={proof}
          action={confirmation.action}
          uploadReason={uploadReason ?? confirmation.upload}
        />
      )}
      <Card id="declared" title={t("declared")}>
        <SummaryList rows={declared} />
      </Card>
      <Card id="next" title={t("next")}>
        <ul className="list">
          <li>{portingUntil ? t("portingUntil", { date: portingUntil }) : t("portingAfterEnd")}</li>
          <li>{t("keep")}</li>
        </ul>
      </Card>
      <p className="cluster">
        <ButtonLink kind="quiet" href={linkTo("termination")} reload>
          {t("another")}
        </ButtonLink>
        <DiscountModal hotline={discountHotline} />
      </p>
    </Page>
  );
}
