import { lazy, Suspense, useState } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { keepInput } from "#app/browser/keep-input.ts";
import { isKeyOf } from "#app/domain/keys-of.ts";
import { refusals } from "#app/errors/refusals.ts";
import { useT } from "#app/i18n/texts.tsx";
import { StatusFoot } from "#app/shell/help-rows.tsx";
import { Page } from "#app/shell/page.tsx";
import { StatusPage, useHelp } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { isStatePage } from "./is-state-page.ts";
import type { StatePage } from "./state-page.tsx";

/** In a file of its own, as few pages ever show a state. It may be out of reach once the connection is lost. */
const StateView = lazy(() =>
  import("./state-page.tsx")
    .then(({ StateView }) => ({ default: StateView }))
    .catch(() => ({ default: PlainState })),
);

const BrokenPage = lazy(() =>
  import("./broken-page.tsx")
    .then(({ BrokenPage }) => ({ default: BrokenPage }))
    .catch(() => ({ default: PlainFailure })),
);

/** Every error that no page handles: known states, unknown paths, refusals, and unexpected failures. */
export function RootError() {
  // From the hook: a boundary that a route module merely re-exports gets no props.
  const error = useRouteError();
  if (isRouteErrorResponse(error) && isStatePage(error.data)) return <StateView page={error.data} />;
  if (!import.meta.env.SSR) return <ClientError error={error} />;
  if (!isRouteErrorResponse(error)) return <ServerError status={500} />;
  if (error.status === 404) return <NotFound />;
  if (isKeyOf(refusals, error.status)) return <Refusal {...refusals[error.status]} />;
  return <ServerError status={error.status} />;
}

/** What happened and whom to ask, when the file with all else is out of reach. */
function PlainState({ page }: { page: StatePage }) {
  return (
    <StatusPage
      name={page.page}
      state={page.state}
      kind={page.severity}
      title={page.headline}
      action={useHome()}
    >
      <p>{page.text}</p>
    </StatusPage>
  );
}

function PlainFailure() {
  const t = useT("common", "unexpected");
  const { pathname, search } = useLocation();
  const again = { href: pathname + search, label: t("again") };
  return (
    <StatusPage name="unexpected-error" state="Unexpected" kind="error" title={t("title")} action={again}>
      <p>{t("somethingWrongText")}</p>
    </StatusPage>
  );
}

/** While the error is rendered, the page that failed still stands in the document, with what was typed. */
function ClientError({ error }: { error: unknown }) {
  const [putBack] = useState(keepInput);
  const [before] = useState(() => document.querySelector("main"));
  return (
    <Suspense>
      <BrokenPage error={error} before={before} putBack={putBack} />
    </Suspense>
  );
}

function NotFound() {
  const t = useT("common", "notFound");
  const unexpected = useT("common", "unexpected");
  const { pathname } = useLocation();
  const found = (
    <>
      <span>404</span> <small lang="en">{t("message", { path: pathname })}</small>
    </>
  );
  return (
    <StatusPage
      name="not-found"
      state="NotFound"
      kind="warning"
      title={t("title")}
      action={useHome()}
      more={[{ label: unexpected("status"), value: found }]}
    >
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

/** The specification's status section and fallback screen (§2): one error, in the customer's language, and two ways on. */
function ServerError({ status }: { status: number }) {
  const t = useT("common", "unexpected");
  const failed = useT("common", "failed");
  const { pathname, search } = useLocation();
  const help = useHelp();
  return (
    <Page name="unexpected-error" state="Unexpected" title={t("title")} hasHotline>
      <StatusSection
        kind="error"
        headline={failed("headline")}
        actions={
          <>
            <ButtonLink kind="primary" href={pathname + search} icon="refresh">
              {t("again")}
            </ButtonLink>
            <ButtonLink kind="quiet" href={useLinkTo()("home")} lang="en">
              {t("clear")}
            </ButtonLink>
          </>
        }
      >
        <p>{failed("text")}</p>
      </StatusSection>
      <StatusFoot title={t("help")} rows={help} more={[{ label: t("status"), value: String(status) }]} />
    </Page>
  );
}
