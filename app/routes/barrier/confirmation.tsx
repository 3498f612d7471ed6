import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ReceiptParts } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/confirmation";
import { loadReport } from "./barrier.server.ts";

export const loader = ({ context, url }: Route.LoaderArgs) => loadReport(context, url);

export default function BarrierConfirmationPage({ loaderData: receipt }: Route.ComponentProps) {
  const t = useT("barrier", "confirmation");
  const form = useT("barrier", "form");
  const linkTo = useLinkTo();
  return (
    <Page name="barrier-confirmation" title={receipt.title} hasHotline>
      <ReceiptParts receipt={receipt} />
      <p>
        {`${t("unhappy")} `}
        <a href={linkTo("accessibility")}>{form("statement")}</a>
      </p>
    </Page>
  );
}
