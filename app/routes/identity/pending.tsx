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
  // Trouble that passes is no result: whoever waits here goes on waiting.
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
    // A page that has loaded itself again is the same one.
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

/** The time of day in Germany, as the page's language writes it. */
const clock = (locale: Locale) =>
  new Intl.DateTimeFormat(localeRows[locale].tag, { timeStyle: "short", timeZone: "Europe/Berlin" }).format();

interface Checks {
  self: string;
  firstAttempt: number;
  /** Nothing where the page has waited long enough. */
  refresh: Refresh | undefined;
}

/**
 * Asks whether this page is still the true one without loading it anew, so that nobody who listens to it or has
 * scrolled is thrown back to its top; looks at once when the customer comes back to it. The page is only loaded again
 * when something has changed or it has waited long enough.
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
        // No network: the next check may have one, as it may have a backend that answers.
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
 * Cancels the `Refresh` header, which is there for pages without JavaScript and begins to count when the page has
 * loaded. `stop` ends every request under way, so it waits until those of other scripts have had their time.
 * @returns what leaves the header in force, where it still is
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
