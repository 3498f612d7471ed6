import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { ReceiptHead } from "../declaration/receipt-head.tsx";
import type { Route } from "./+types/confirmation";
import { loadWithdrawalConfirmation } from "./withdrawal.server.ts";

export const loader = ({ context, url }: Route.LoaderArgs) => loadWithdrawalConfirmation(context, url);

export default function WithdrawalConfirmationPage({ loaderData }: Route.ComponentProps) {
  const { view, sentTo, unreachable, head } = loaderData;
  const { sections, notes, next } = view;
  const [received, declared] = sections;
  const t = useT("withdrawal", "confirmation");
  return (
    <Page name="withdrawal-confirmation" title={t("title")} hasHotline>
      <ReceiptHead
        title={t("title")}
        text={sentTo && !unreachable ? t("sentTo", { to: sentTo }) : t("notSent")}
        facts={head}
        notes={[...notes, ...(unreachable ? [t("unreachable")] : [])]}
        keep={t("keep")}
        declared={{ title: declared.heading, content: <Rows rows={declared.rows} /> }}
        next={{ title: t("next"), content: <Next {...next} /> }}
      >
        <Card id="received" title={received.heading}>
          <Rows rows={received.rows} />
        </Card>
      </ReceiptHead>
    </Page>
  );
}

const Rows = ({ rows }: { rows: readonly SummaryRow[] }) => (
  <SummaryList rows={rows.map((row) => ({ ...row, listed: true }))} />
);

function Next({ money, device, labelUrl }: Route.ComponentProps["loaderData"]["view"]["next"]) {
  const t = useT("withdrawal", "confirmation");
  return (
    <>
      <ul className="list">
        <li>{money}</li>
        <li>{device}</li>
      </ul>
      {labelUrl && (
        <p>
          <a href={labelUrl} rel="noreferrer">
            {t("returnLabel")}
          </a>
        </p>
      )}
    </>
  );
}
