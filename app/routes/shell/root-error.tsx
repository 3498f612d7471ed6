import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { useTexts } from "#app/i18n/texts.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Page } from "./page.tsx";
import { isStatePage } from "./state-page.ts";
import { StateView } from "./state-view.tsx";

/** Refusals that are the sender's business, by status. */
const refusals = { 400: "unreadable", 405: "method", 413: "tooLarge", 415: "wrongType" } as const;

/** Every error that no page handles: known states, unknown paths, refusals, and what nobody expected. */
export function RootError() {
  // From the hook: a boundary that a route module merely passes on gets no props.
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <UnexpectedError status={500} error={error} />;
  if (isStatePage(error.data)) return <StateView page={error.data} />;
  if (error.status === 404) return <NotFound />;
  if (error.status in refusals) return <Refusal kind={refusals[error.status as keyof typeof refusals]} />;
  return <UnexpectedError status={error.status} />;
}

function NotFound() {
  const t = useTexts("common.notFound");
  const actions = useTexts("common.actions");
  const { pathname } = useLocation();
  return (
    <Page name="not-found" title={t("title")}>
      <StatusSection
        kind="warning"
        headline={t("title")}
        actions={
          <ButtonLink kind="primary" href="/" reload>
            {actions("home")}
          </ButtonLink>
        }
      >
        <p>{t("message", { path: pathname })}</p>
        <p>{t("text")}</p>
      </StatusSection>
    </Page>
  );
}

function Refusal({ kind }: { kind: (typeof refusals)[keyof typeof refusals] }) {
  const t = useTexts("common.refused");
  const actions = useTexts("common.actions");
  return (
    <Page name="unexpected-error" title={t(`${kind}Title`)}>
      <StatusSection
        kind="warning"
        headline={t(`${kind}Title`)}
        actions={
          <ButtonLink kind="primary" href="/" reload>
            {actions("home")}
          </ButtonLink>
        }
      >
        <p>{t(kind)}</p>
      </StatusSection>
    </Page>
  );
}

/** The specification's status section in a modal, and behind it the fallback screen with status and "Clear errors". */
function UnexpectedError({ status, error }: { status: number; error?: unknown }) {
  const t = useTexts("common.unexpected");
  const actions = useTexts("common.actions");
  return (
    <Page name="unexpected-error" title={t("title")}>
      <StatusSection
        kind="error"
        headline={t("headline")}
        actions={
          <ButtonLink kind="primary" href="/" reload>
            {t("clear")}
          </ButtonLink>
        }
        meta={[{ label: t("status"), value: String(status) }]}
      >
        <p>{t("text")}</p>
      </StatusSection>
      {error instanceof Error && typeof window !== "undefined" && (
        <Modal id="something-wrong" title={t("somethingWrong")} closeLabel={actions("close")} open>
          <p>{error.message}</p>
          <form method="dialog">
            <Button type="submit">{actions("close")}</Button>
          </form>
        </Modal>
      )}
    </Page>
  );
}
