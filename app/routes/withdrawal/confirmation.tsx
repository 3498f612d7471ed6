import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { ReceiptHead } from "../declaration/receipt-head.tsx";
import type { Route } from "./+types/confirmation";
import { loadConfirmation } from "./withdrawal.server.ts";

export const loader = ({ context, url }: Route.LoaderArgs) => loadConfirmation(context, url);

export default function WithdrawalConfirmationPage({ loaderData }: Route.ComponentProps) {
  const { sections, sentTo, notes, unreachable, head, next } = loaderData;
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
      >
        <Card id="received" title={received.heading}>
          <Rows rows={received.rows} />
        </Card>
      </ReceiptHead>
      <Card id="next" title={t("next")}>
        <ul className="list">
          <li>{next.money}</li>
          <li>{next.device}</li>
        </ul>
        {next.labelUrl && (
          <p>
            <a href={next.labelUrl} rel="noreferrer">
              {t("returnLabel")}
            </a>
          </p>
        )}
      </Card>
    </Page>
  );
}

const Rows = ({ rows }: { rows: { label: string; value: string }[] }) => (
  <SummaryList rows={rows.map((row) => ({ ...row, listed: true }))} />
);
