import { useState } from "react";
import { useBackgroundChecks } from "#app/error-pages/background-checks.ts";
import { attemptOf, scheduleReload } from "#app/error-pages/error-response.server.ts";
import { idvOutcomes, idvPendingRefresh } from "#app/errors/idv-outcomes.ts";
import { useT } from "#app/i18n/texts.tsx";
import { responseHeadersContext } from "#app/request/context.server.ts";
import { Page } from "#app/shell/page.tsx";
import { providerUrl } from "#app/shell/provider-url.server.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { idvLabels } from "#app/tracking/labels.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { Route } from "./+types/pending";
import { fetchIdvStatus, requireStatus } from "./idv-status.server.ts";
import { isBeforeChoice } from "./idv-status.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const place = { context, token: params.token, url };
  const status = await fetchIdvStatus(place);
  const wait = () => scheduleReload(context.get(responseHeadersContext), url, idvPendingRefresh);
  // A temporary failure is not a result: keep waiting.
  if ("error" in status && idvOutcomes[status.error.code].status >= 500) wait();
  const idv = await requireStatus(place, status, "idv-pending");
  const attempt = attemptOf(url);
  const event = idv.state === "submitted" ? "idvSubmitted" : "idvPending";
  return {
    waiting: wait() ? { self: url.pathname, status: 200, attempt, refresh: idvPendingRefresh } : undefined,
    reached: isBeforeChoice(idv, undefined)
      ? ("chosen" as const)
      : idv.state === "started"
        ? ("begun" as const)
        : ("sent" as const),
    continueUrl: providerUrl(context, "identification", idv.continueUrl, url),
    checkedAt: clock(),
    // A self-refresh is not a new page view.
    tracking: attempt === 0 ? [dataLayerEvent(event, { idvLabel: idvLabels.pending })] : undefined,
  };
}

/** What is done, and what comes now and later, by how far the customer has got. */
const stepsOf = {
  chosen: ["chosen", "prepared", "proved"],
  begun: ["begun", "finished", "toCheck"],
  sent: ["sent", "checked"],
} as const;

/** What is said once the page no longer waits. */
const slow = { begun: "begunStopped", sent: "sentStopped" } as const;

export default function PendingPage({ loaderData }: Route.ComponentProps) {
  const { waiting, reached, continueUrl, checkedAt } = loaderData;
  const t = useT("identity", "pending");
  const results = useT("errors", "idvResult");
  const [checked, setChecked] = useState(checkedAt);
  useBackgroundChecks(waiting, () => setChecked(clock()));
  const [done, ...next] = stepsOf[reached];
  const seen = t("checked", { time: checked });
  const now = waiting && reached !== "chosen" ? `${seen}. ${t("result")}` : seen;
  return (
    <Page name="idv-pending" title={results("pending")}>
      <StatusSection
        kind="info"
        icon="clock"
        headline={results("pending")}
        card={
          <Timeline
            steps={[
              { label: t(`steps.${done}`), detail: undefined, done: true },
              ...next.map((step, at) => ({
                label: t(`steps.${step}`),
                detail: at === 0 && now,
                done: false,
                current: at === 0,
              })),
              { label: t("steps.goesOn"), detail: t("goesOn"), done: false },
            ]}
          />
        }
        actions={
          <>
            {continueUrl && (
              <ButtonLink kind="primary" href={continueUrl}>
                {t("continue")}
              </ButtonLink>
            )}
            <ButtonLink kind="secondary" href="?">
              {t("check")}
            </ButtonLink>
          </>
        }
      >
        <p>{t(`lead.${reached === "chosen" || waiting ? reached : slow[reached]}`)}</p>
      </StatusSection>
    </Page>
  );
}

/** German time in 24-hour format, as on all pages. */
const clock = () => new Intl.DateTimeFormat("de", { timeStyle: "short", timeZone: "Europe/Berlin" }).format();

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
