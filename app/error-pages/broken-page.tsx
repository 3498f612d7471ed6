import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { stateOfStatus } from "#app/errors/refusals.ts";
import { useT } from "#app/i18n/texts.tsx";
import { summaryRows } from "#app/shell/help-rows.tsx";
import { Page } from "#app/shell/page.tsx";
import { useHelp } from "#app/shell/status-page.tsx";
import { usePage } from "#app/shell/use-page.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { brokenPageEvent } from "#app/tracking/broken-page.ts";
import { push } from "#app/tracking/page-events.ts";
import { Button } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { LateStyles } from "./late-styles.tsx";

interface BrokenPageProps {
  error: unknown;
  /** The page that failed. */
  before: Element | null;
  /** Returns what was typed, once the fields are there again. */
  putBack: () => void;
}

/** A page that fails once more is loaded as a new document. */
let failures = 0;

/**
 * In the browser: an error of the page itself, or the answer to a background request. A closable modal says so (specification
 * §8) over the page as it was; closing it resets the page, with what was typed.
 */
export function BrokenPage({ error, before, putBack }: BrokenPageProps) {
  const t = useT("common", "unexpected");
  const actions = useT("common", "actions");
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(true);
  const behind = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (before) behind.current?.replaceChildren(...before.childNodes);
  }, [before]);
  useEffect(() => {
    failures++;
    return putBack;
  }, [putBack]);
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  useErrorEvent(stateOfStatus(status ?? 500));
  const reset = () => {
    if (failures > 1) return window.location.reload();
    setOpen(false);
    // Its end resets the error boundary, unless that fails, too.
    void revalidate().then(() => setOpen(true));
  };
  return (
    <Page
      name="unexpected-error"
      state="Unexpected"
      title={t("title")}
      width={before?.classList.contains("wide") ? "wide" : "narrow"}
      hasHotline
    >
      <LateStyles />
      <div ref={behind} inert />
      <Modal
        id="error"
        title={
          <>
            <span lang="en">{t("somethingWrong")}</span> <small>{t("title")}</small>
          </>
        }
        closeLabel={actions("close")}
        open={isOpen}
        onClose={reset}
        actions={
          <form method="dialog">
            <Button type="submit" kind="primary" icon="refresh">
              {t("again")}
            </Button>
          </form>
        }
      >
        <p>{t("somethingWrongText")}</p>
        <p>
          <small lang="en">{error instanceof Error ? error.message : `HTTP ${status ?? 500}`}</small>
        </p>
        <SummaryList rows={summaryRows(useHelp())} className="status-meta" />
      </Modal>
    </Page>
  );
}

function useErrorEvent(state: string) {
  const layer = useShell().dataLayer;
  const { name } = usePage();
  useEffect(() => {
    if (layer) push(layer, [brokenPageEvent(name, state)]);
  }, [layer, name, state]);
}
