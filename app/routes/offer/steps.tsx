import { useTexts } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StepIndicator } from "#app/ui/step-indicator.tsx";
import type { StepsView } from "./journey.server.ts";
import type { VisitNotice } from "./visit.server.ts";

/** Where one is on the way to the order. */
export function Steps({ view }: { view: StepsView }) {
  const t = useTexts("offer.shared");
  const label = (id: StepsView["current"]) => t(`names.${id}`);
  return (
    <StepIndicator
      label={t("steps")}
      steps={view.steps.map((step) => ({ ...step, label: label(step.id) }))}
      current={view.current}
      doneLabel={t("done")}
      summary={t("step", {
        position: view.steps.findIndex((step) => step.id === view.current) + 1,
        count: view.steps.length,
        label: label(view.current),
      })}
    />
  );
}

/** Why the customer is here and not where they wanted to go. */
export function JourneyNotice({ notice }: { notice?: VisitNotice }) {
  const t = useTexts("offer.shared");
  if (!notice) return null;
  return (
    <Notice kind={notice === "reset" ? "success" : "info"} role="status">
      <p>{t(`notices.${notice}`)}</p>
    </Notice>
  );
}
