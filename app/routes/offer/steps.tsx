import type { ComponentProps, ReactNode } from "react";
import { PortalForm } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StepIndicator } from "#app/ui/step-indicator.tsx";
import { Page } from "../shell/page.tsx";
import type { CartNotice } from "./cart.server.ts";
import type { StepsView } from "./journey.server.ts";

interface StepPageProps extends Pick<ComponentProps<typeof Page>, "title" | "width"> {
  steps: StepsView;
  notice: CartNotice | undefined;
  lead: string;
  /** The step's form, whose messages prefix the title. */
  form?: FormState;
  children: ReactNode;
}

/** A step's page: step indicator, notice, content. */
export function StepPage({ steps, notice, title, lead, width, form, children }: StepPageProps) {
  return (
    <Page name={steps.current} title={title} width={width} form={form}>
      <Steps view={steps} />
      <JourneyNotice notice={notice} />
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
    </Page>
  );
}

/** A step's form with a link back beside its button. */
export function StepForm({
  steps,
  ...form
}: { steps: StepsView } & Omit<ComponentProps<typeof PortalForm>, "aside">) {
  const actions = useT("common", "actions");
  return (
    <PortalForm
      {...form}
      aside={
        steps.back && (
          <ButtonLink kind="quiet" icon="back" href={steps.back}>
            {actions("back")}
          </ButtonLink>
        )
      }
    />
  );
}

function Steps({ view }: { view: StepsView }) {
  const t = useT("offer", "steps");
  const label = (id: StepsView["current"]) => t(`names.${id}`);
  return (
    <StepIndicator
      label={t("label")}
      steps={view.steps.map((step) => ({ ...step, label: label(step.id) }))}
      current={view.current}
      doneLabel={t("done")}
      summary={t("step", {
        position: view.steps.findIndex((step) => step.id === view.current) + 1,
        total: view.steps.length,
        label: label(view.current),
      })}
    />
  );
}

/** Why the customer was redirected here. */
function JourneyNotice({ notice }: { notice: CartNotice | undefined }) {
  const t = useT("offer", "steps");
  if (!notice) return null;
  return (
    <Notice kind={notice === "reset" ? "success" : "info"} role="status">
      <p>{t(`notices.${notice}`)}</p>
    </Notice>
  );
}
