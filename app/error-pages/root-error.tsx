import { type ReactNode, useEffect, useRef } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { refusals } from "#app/errors/refusals.ts";
import { useT } from "#app/i18n/texts.tsx";
import { useTracking } from "#app/shell/interactions.ts";
import { Page } from "#app/shell/page.tsx";
import { StatusPage, useHelp } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { isStatePage, StateView } from "./state-page.tsx";

/** Every error that no page handles: known states, unknown paths, refusals, and unexpected failures. */
export function RootError() {
  // From the hook: a boundary that a route module merely re-exports gets no props.
  const error = useRouteError();
  if (isRouteErrorResponse(error) && isStatePage(error.data)) return <StateView page={error.data} />;
  // In the browser: an error of the page itself, or the response to a background request.
  if (!import.meta.env.SSR) return <ClientError error={error} />;
  if (!isRouteErrorResponse(error)) return <UnexpectedError status={500} />;
  if (error.status === 404) return <NotFound />;
  if (error.status in refusals) return <Refusal {...refusals[error.status as keyof typeof refusals]} />;
  return <UnexpectedError status={error.status} />;
}

function NotFound() {
  const t = useT("common", "notFound");
  const { pathname } = useLocation();
  return (
    <StatusPage name="not-found" state="NotFound" kind="warning" title={t("title")} action={useHome()}>
      <p>{t("message", { path: pathname })}</p>
      <p>{t("text")}</p>
    </StatusPage>
  );
}

function Refusal({ text, state }: (typeof refusals)[keyof typeof refusals]) {
  const t = useT("common", "refused");
  const title = t(`${text}Title`);
  return (
    <StatusPage name="unexpected-error" state={state} kind="warning" title={title} action={useHome()}>
      <p>{t(text)}</p>
    </StatusPage>
  );
}

function useHome() {
  const t = useT("common", "actions");
  return { href: useLinkTo()("home"), label: t("home") };
}

/** Specification §2: the fallback screen with the status code and "Clear errors". */
function Fallback({ status, children }: { status: number; children: ReactNode }) {
  const t = useT("common", "unexpected");
  const linkTo = useLinkTo();
  return (
    <Page name="unexpected-error" state="Unexpected" title={t("title")} hasHotline>
      <StatusSection
        kind="error"
        headline={t("title")}
        actions={
          <ButtonLink kind="primary" href={linkTo("home")}>
            {t("clear")}
          </ButtonLink>
        }
        meta={[{ label: t("status"), value: String(status) }, ...useHelp()]}
      />
      {children}
    </Page>
  );
}

/** An unexpected server error: the status section in a modal above the fallback screen. */
function UnexpectedError({ status }: { status: number }) {
  const t = useT("common", "unexpected");
  const failed = useT("common", "failed");
  const actions = useT("common", "actions");
  const { pathname, search } = useLocation();
  return (
    <Fallback status={status}>
      <Modal
        id="unexpected"
        title={failed("headline")}
        closeLabel={actions("close")}
        open
        actions={
          <ButtonLink kind="primary" href={pathname + search} icon="refresh">
            {t("again")}
          </ButtonLink>
        }
      >
        <div className="status error">
          <span className="status-icon">
            <Icon name="error" size={40} />
          </span>
          <p>{failed("text")}</p>
        </div>
      </Modal>
    </Fallback>
  );
}

/** An error in the browser: closing the modal reloads the page. */
function ClientError({ error }: { error: unknown }) {
  const t = useT("common", "unexpected");
  const actions = useT("common", "actions");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const track = useTracking();
  const latest = useRef(track);
  latest.current = track;
  useEffect(() => latest.current("offerErrorPage", { description: `Error page: ${status}` }), [status]);
  return (
    <Fallback status={status}>
      <Modal
        id="something-wrong"
        title={t("somethingWrong")}
        closeLabel={actions("close")}
        open
        onClose={() => location.reload()}
      >
        <p>{t("somethingWrongText")}</p>
        {error instanceof Error && error.message && <p className="muted">{error.message}</p>}
        <form method="dialog">
          <Button type="submit">{t("again")}</Button>
        </form>
      </Modal>
    </Fallback>
  );
}
