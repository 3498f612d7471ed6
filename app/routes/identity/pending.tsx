import { useEffect, useRef, useState } from "react";
import { attemptOf, refreshItself } from "#app/errors/error-response.server.ts";
import { idvOutcomeRow, idvPendingRefresh } from "#app/errors/idv-outcomes.ts";
import type { Refresh } from "#app/errors/state-row.ts";
import { type Locale, localeRows } from "#app/i18n/locale.ts";
import { useLocale, useT } from "#app/i18n/texts.tsx";
import { localeContext, pageTexts, responseHeadersContext } from "#app/middleware/request.server.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { idvLabels } from "#app/tracking/labels.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Page } from "../shell/page.tsx";
import { providerUrl } from "../shell/provider-url.server.ts";
import type { Route } from "./+types/pending";
import { fetchIdvStatus, requireStatus } from "./idv-status.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const place = { context, token: params.token, url };
  const status = await fetchIdvStatus(place);
  const wait = () => refreshItself(context.get(responseHeadersContext), url, idvPendingRefresh);
  // A temporary failure is not a result: keep waiting.
  if ("error" in status && idvOutcomeRow(status.error.code).status >= 500) wait();
  const idv = requireStatus(place, status, "idv-pending");
  return {
    waits: wait(),
    attempt: attemptOf(url),
    refresh: idvPendingRefresh,
    self: url.pathname,
    started: idv.state === "started",
    continueUrl: providerUrl(idv.continueUrl, url),
    checkedAt: clock(context.get(localeContext).locale),
    // A self-refresh is not a new page view.
    tracking:
      attemptOf(url) === 0 ? [dataLayerEvent("idvPending", { idvLabel: idvLabels.pending })] : undefined,
    texts: pageTexts(context, ["identity.pending", "errors.idvResult"], idv.offerUseCase),
  };
}

export default function PendingPage({ loaderData }: Route.ComponentProps) {
  const { waits, attempt, refresh, self, started, continueUrl, checkedAt } = loaderData;
  const t = useT("identity", "pending");
  const results = useT("errors", "idvResult");
  const { locale } = useLocale();
  const [checked, setChecked] = useState(checkedAt);
  useQuietChecks({ self, firstAttempt: attempt, refresh: waits ? refresh : undefined }, () =>
    setChecked(clock(locale)),
  );
  const text = started ? "textStarted" : "text";
  return (
    <Page name="idv-pending" title={results("pending")}>
      <StatusSection
        kind="info"
        icon="clock"
        headline={results("pending")}
        actions={
          <>
            {continueUrl && (
              <ButtonLink kind="primary" href={continueUrl} reload>
                {t("continue")}
              </ButtonLink>
            )}
            <ButtonLink kind="secondary" href={self} reload>
              {t("check")}
            </ButtonLink>
          </>
        }
      >
        <p>{t(waits ? text : `${text}Stopped`)}</p>
        <p>{t("notYet")}</p>
        <p>
          <small>{t("checked", { time: checked })}</small>
        </p>
      </StatusSection>
    </Page>
  );
}

/** German time in the page's language. */
const clock = (locale: Locale) =>
  new Intl.DateTimeFormat(localeRows[locale].tag, { timeStyle: "short", timeZone: "Europe/Berlin" }).format();

interface Checks {
  self: string;
  firstAttempt: number;
  /** Undefined once the page has waited long enough. */
  refresh: Refresh | undefined;
}

/**
 * Polls the status without reloading, so that screen readers and scroll position are undisturbed; checks at once when
 * the customer returns to the tab. Reloads only if the status changed or the waiting is over.
 */
function useQuietChecks({ self, firstAttempt, refresh }: Checks, onChecked: () => void) {
  const latest = useRef(onChecked);
  useEffect(() => {
    if (!refresh) return;
    const keepRefresh = cancelRefresh();
    let attempt = firstAttempt;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      const pause = refresh.seconds[Math.min(attempt, refresh.seconds.length - 1)] ?? 60;
      if (attempt < refresh.attempts) timer = setTimeout(check, pause * 1000);
      else window.location.replace(`${self}?attempt=${attempt}`);
    };
    const check = async () => {
      attempt += 1;
      try {
        const answer = await fetch(self, { method: "HEAD", redirect: "manual" });
        if (answer.type === "opaqueredirect" || (answer.status >= 400 && answer.status < 500))
          return window.location.replace(self);
        if (answer.ok) latest.current();
      } catch {
        // Offline or the backend failed: try again at the next check.
      }
      plan();
    };
    const comeBack = () => document.visibilityState === "visible" && check();
    document.addEventListener("visibilitychange", comeBack);
    plan();
    return () => {
      keepRefresh();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [self, firstAttempt, refresh]);
}

/**
 * Cancels the `Refresh` header, which serves browsers without JavaScript and counts from the load event. `window.stop`
 * aborts all requests, so other scripts get some time first.
 * @returns a function that keeps the header if it is still active
 */
function cancelRefresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer = setTimeout(() => window.stop(), 2000);
  };
  if (document.readyState === "complete") soon();
  else window.addEventListener("load", soon, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", soon);
  };
}
