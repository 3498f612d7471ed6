import { useT } from "#app/i18n/texts.tsx";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Reference, SummaryList } from "#app/ui/summary-list.tsx";
import type { Part } from "./customer-parts.ts";

interface ChangeReceiptProps {
  receipt: { reference?: string; at: string; changed: { part: Part; value: string }[] };
}

export function ChangeReceipt({ receipt }: ChangeReceiptProps) {
  const t = useT("customer", "receipt");
  const fields = useT("customer", "fields");
  const isChanged = (part: Part) => receipt.changed.some((row) => row.part === part);
  const number = receipt.reference
    ? [{ label: t("reference"), value: <Reference number={receipt.reference} /> }]
    : [];
  const changed = receipt.changed.map(({ part, value }) => ({
    label: fields(part),
    value,
    listed: true as const,
    fixed: true as const,
  }));
  return (
    <Page name="customer-data" title={t("title")}>
      <StatusSection kind="success" headline={t("title")}>
        <p>
          {t("lead", { at: receipt.at })} {!isChanged("email") && <span>{t("mail")}</span>}
        </p>
      </StatusSection>
      <Card id="changed" title={t("changed")}>
        <SummaryList className="facts" rows={[...number, ...changed]} />
        {isChanged("bankAccount") && <p>{t("mandate")}</p>}
        {isChanged("email") && <p>{t("emails")}</p>}
      </Card>
      <div className="cluster more">
        <ButtonLink kind="quiet" href="?">
          {t("again")}
        </ButtonLink>
        <BrowserButtons buttons={["print"]} />
      </div>
      <SharedDevice />
    </Page>
  );
}
