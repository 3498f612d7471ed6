import { useT } from "#app/i18n/texts.tsx";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";

/** The same for every link. */
export default function NewLinkSentPage() {
  const t = useT("offer", "newLinkSent");
  const linkTo = useLinkTo();
  return (
    <StatusPage
      name="new-link-sent"
      kind="info"
      title={t("title")}
      action={{ href: linkTo("home"), label: t("home"), kind: "secondary" }}
    >
      <p>{t("text")}</p>
      <p>{t("noMail")}</p>
    </StatusPage>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
