import { lazy, type MouseEvent, Suspense, useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from "react-router";
import { keepInput } from "#app/browser/keep-input.ts";
import { refusals } from "#app/errors/refusals.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { StatusPage, useHelp } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { push } from "#app/tracking/page-events.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { headlineId, StatusSection } from "#app/ui/status-section.tsx";
import { isStatePage } from "./is-state-page.ts";
import type { StatePage } from "./state-page.tsx";

/** In a file of its own, as few pages ever show a state. It may be out of reach once the connection is lost. */
const StateView = lazy(() =>
  import("./state-page.tsx")
    .then(({ StateView }) => ({ default: StateView }))
    .catch(() => ({ default: PlainState })),
);

const LateStyles = lazy(() =>
  import("./late-styles.tsx")
    .then(({ LateStyles }) => ({ default: LateStyles }))
    .catch(() => ({ default: () => null })),
);

/** Every error that no page handles: known states, unknown paths, refusals, and unexpected failures. */
export function RootError() {
  // From the hook: a boundary that a route module merely re-exports gets no props.
  const error = useRouteError();
  if (isRouteErrorResponse(error) && isStatePage(error.data)) return <StateView page={error.data} />;
  // In the browser: an error of the page itself, or the response to a background request.
  if (!import.meta.env.SSR) return <ClientError error={error} />;
  if (!isRouteErrorResponse(error)) return <ServerError status={500} />;
  if (error.status === 404) return <NotFound />;
  if (error.status in refusals) return <Refusal {...refusals[error.status as keyof typeof refusals]} />;
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

interface UnexpectedProps {
  status: number;
  headline: string;
  text: string;
  /** What the specification says in English. */
  words?: string;
  onAgain?: (event: MouseEvent) => void;
}

/**
 * The specification's status section and fallback screen as one page (§2): one error, in the customer's language, with one
 * way on. Its literal English words are small print.
 */
function Unexpected({ status, headline, text, words, onAgain }: UnexpectedProps) {
  const t = useT("common", "unexpected");
  const linkTo = useLinkTo();
  const { pathname, search } = useLocation();
  return (
    <Page name="unexpected-error" state="Unexpected" title={t("title")} hasHotline>
      <dialog open className="in-page" aria-labelledby={headlineId}>
        <StatusSection
          kind="error"
          headline={headline}
          actions={
            // A document of its own: in the browser, it also clears what failed.
            <ButtonLink kind="primary" href={pathname + search} icon="refresh" onClick={onAgain}>
              {t("again")}
            </ButtonLink>
          }
          meta={[...useHelp(), { label: t("status"), value: String(status) }]}
        >
          <p>{text}</p>
        </StatusSection>
      </dialog>
      {words && (
        <p className="muted">
          <small lang="en">{words}</small>
        </p>
      )}
      <ButtonLink kind="secondary" href={linkTo("home")} lang="en">
        {t("clear")}
      </ButtonLink>
    </Page>
  );
}

function ServerError({ status }: { status: number }) {
  const t = useT("common", "failed");
  return <Unexpected status={status} headline={t("headline")} text={t("text")} />;
}

/** A page that fails once more is loaded as a new document. */
let failures = 0;

/**
 * The page as it was, with what was typed: while the error is rendered, the fields still stand in the document, and by the
 * time it is gone, so do the new ones.
 */
function useReturn() {
  const [putBack] = useState(keepInput);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    failures++;
    return putBack;
  }, [putBack]);
  return (event: MouseEvent) => {
    if (failures > 1) return;
    event.preventDefault();
    // Its end resets the error boundary.
    void revalidate();
  };
}

/** An error of the page itself in the browser (specification §8). */
function ClientError({ error }: { error: unknown }) {
  const onAgain = useReturn();
  const t = useT("common", "unexpected");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const layer = useShell().dataLayer;
  useEffect(() => {
    if (!layer) return;
    // With the error, as hardly any page shows one.
    import("#app/tracking/catalogue.ts")
      .then(({ dataLayerEvent }) =>
        push(layer, [dataLayerEvent("offerErrorPage", { description: `Error page: ${status}` })]),
      )
      .catch(() => {});
  }, [layer, status]);
  const message = error instanceof Error ? error.message : "";
  return (
    <>
      <Suspense>
        <LateStyles />
      </Suspense>
      <Unexpected
        status={status}
        headline={t("title")}
        text={t("somethingWrongText")}
        words={`${t("somethingWrong")} ${message}`}
        onAgain={onAgain}
      />
    </>
  );
}
