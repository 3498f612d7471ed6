import { Page } from "#app/shell/page.tsx";
import { ReceiptParts } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/confirmation";
import { loadWithdrawalConfirmation } from "./withdrawal.server.ts";

export const loader = ({ context, url }: Route.LoaderArgs) => loadWithdrawalConfirmation(context, url);

export default function WithdrawalConfirmationPage({ loaderData: { receipt } }: Route.ComponentProps) {
  return (
    <Page name="withdrawal-confirmation" title={receipt.title} hasHotline>
      <ReceiptParts receipt={receipt} isShareable />
    </Page>
  );
}
