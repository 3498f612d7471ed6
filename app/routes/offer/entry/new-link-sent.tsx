import { useT } from "#app/i18n/texts.tsx";
import { HotlineHours } from "#app/shell/hotline.tsx";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";

/** The same for every link. */
export default function NewLinkSentPage() {
  const t = useT("offer", "newLinkSent");
  const linkTo = useLinkTo();
  const { hotline } = useShell().brand;
  const facts = [
    {
      label: t("when"),
      value: (
        <>
          <p>{t("whenText")}</p> <small>{t("often")}</small>
        </>
      ),
    },
    {
      label: t("where"),
      value: (
        <>
          <p>{t("whereText")}</p> <small>{t("whereOrdered")}</small>
        </>
      ),
    },
    {
      label: t("nothing"),
      value: (
        <>
          <p>{t("nothingText")}</p> <PhoneLink number={hotline.number} />{" "}
          <ServerContent as="span" className="cluster">
            {import.meta.env.SSR && <HotlineHours />}
          </ServerContent>
        </>
      ),
    },
  ];
  return (
    <StatusPage
      name="new-link-sent"
      kind="info"
      icon="mail"
      card={<SummaryList rows={facts} />}
      title={t("title")}
      action={{ href: linkTo("home"), label: t("home"), kind: "secondary" }}
    >
      <p>{t("text")}</p>
    </StatusPage>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
