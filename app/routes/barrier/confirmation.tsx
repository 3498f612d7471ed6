import { useT } from "#app/i18n/texts.tsx";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { ReceiptHotline } from "#app/shell/hotline.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { Route } from "./+types/confirmation";
import { loadReport } from "./barrier.server.ts";

export const loader = ({ context, url }: Route.LoaderArgs) => loadReport(context, url);

export default function BarrierConfirmationPage({ loaderData }: Route.ComponentProps) {
  const { reference, at, written, isPassedOn, isShortened } = loaderData;
  const t = useT("barrier", "confirmation");
  const form = useT("barrier", "form");
  const receipt = useT("receipt", "head");
  const linkTo = useLinkTo();
  return (
    <Page name="barrier-confirmation" title={t("title")} hasHotline>
      <StatusSection
        kind="success"
        headline={t("title")}
        meta={[
          { label: receipt("reference"), value: <strong translate="no">{reference}</strong> },
          { label: receipt("hotline"), value: <ReceiptHotline /> },
        ]}
      >
        <p>{t("text")}</p>
        {!isPassedOn && <p>{t("waits")}</p>}
        {written && <p>{written.email ? t("reply", { email: written.email }) : t("noReply")}</p>}
      </StatusSection>
      {isShortened && (
        <Notice kind="info">
          <p>{t("shortened")}</p>
        </Notice>
      )}
      <Card id="report" title={t("report")}>
        <SummaryList
          rows={[
            { label: t("receivedAt"), value: at },
            { label: form("description"), value: written?.description, fixed: true },
            { label: form("page"), value: written?.page, fixed: true },
            { label: form("name"), value: written?.name, fixed: true },
            { label: form("email"), value: written?.email, fixed: true },
          ]}
        />
        {!written && <p className="muted">{t("elsewhere")}</p>}
        <p className="cluster">
          <BrowserButtons acts={["print"]} />
        </p>
      </Card>
      <p>{t("keep")}</p>
      <p>
        {`${t("unhappy")} `}
        <a href={linkTo("accessibility")}>{form("statement")}</a>
      </p>
    </Page>
  );
}
