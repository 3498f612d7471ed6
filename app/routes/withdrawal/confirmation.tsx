import { formatDateTime } from "#app/domain/calendar.ts";
import { useT } from "#app/i18n/texts.tsx";
import { localeContext, pageTexts } from "#app/middleware/request.server.ts";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { receiptPath } from "../declaration/confirmation-link.server.ts";
import { ReceiptHead } from "../declaration/receipt-head.tsx";
import { Page } from "../shell/page.tsx";
import type { Route } from "./+types/confirmation";
import { loadReceipt } from "./withdrawal.server.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const receipt = await loadReceipt(context, request, url);
  const { locale } = context.get(localeContext);
  return {
    id: receipt.id,
    receivedAt: formatDateTime(new Date(receipt.receivedAt), locale),
    declaration: receipt.declaration,
    sentTo: receipt.sentTo.join(", ") || receipt.declaration.email,
    first: url.searchParams.has("first"),
    pdf: receiptPath(context, "withdrawal-receipt", receipt.id),
    texts: pageTexts(context, ["withdrawal.confirmation"]),
  };
}

export default function WithdrawalConfirmationPage({ loaderData }: Route.ComponentProps) {
  const { id, receivedAt, declaration, sentTo, first, pdf } = loaderData;
  const t = useT("withdrawal", "confirmation");
  return (
    <Page name="withdrawal-confirmation" title={t("title")}>
      <ReceiptHead
        title={t("title")}
        text={t("sentTo", { to: sentTo })}
        pdf={{ href: pdf, label: t("download") }}
        note={first ? t("first") : undefined}
      />
      <Card id="receipt" title={t("receipt")}>
        <p>{t("declaration")}</p>
        <SummaryList
          rows={[
            { label: t("receivedAt"), value: receivedAt },
            { label: t("name"), value: `${declaration.firstName} ${declaration.lastName}` },
            { label: t("contract"), value: declaration.contractReference },
            { label: t("email"), value: declaration.email },
            { label: t("id"), value: id },
          ]}
        />
      </Card>
      <Card id="next" title={t("next")}>
        <ul className="list">
          <li>{t("nextMoney")}</li>
          <li>{t("nextDevice")}</li>
          <li>{t("keep")}</li>
        </ul>
      </Card>
    </Page>
  );
}
