import type { ReactNode } from "react";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import type { PageName } from "#app/pages.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline, type TimelineStep } from "#app/ui/timeline.tsx";

interface OrderPageProps {
  name: Extract<PageName, "order-email" | "order-porting" | "esim-replacement">;
  token: string;
  title: string;
  /** Undefined while nobody can say what it is about. */
  lead: string | undefined;
  children: ReactNode;
  /** Where the order stands in this, or what it sets going. */
  steps?: TimelineStep[] | undefined;
}

interface QuestionProps extends OrderPageProps {
  form: FormState;
  submit: string;
  /** Of the card that the form stands in. */
  cardTitle?: string;
  /** Below that card. */
  after?: ReactNode;
}

/** The page on which its customer settles something of an order: what it is about, its form, and the way back. */
export function OrderQuestion({
  name,
  token,
  title,
  lead,
  form: loaded,
  submit,
  children,
  cardTitle,
  after,
  steps,
}: QuestionProps) {
  const t = useT("offer", "orderPage");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  return (
    <Page name={name} title={title} form={form}>
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      <PortalForm card={{ id: "asked", title: cardTitle }} id={name} form={form} submit={submit}>
        {children}
      </PortalForm>
      {after}
      {steps && <Next steps={steps} />}
      <ButtonLink kind="quiet" icon="back" href={linkTo("confirmation", { token })}>
        {t("back")}
      </ButtonLink>
    </Page>
  );
}

/** As on the order's own page. */
function Next({ steps }: { steps: TimelineStep[] }) {
  const t = useT("offer", "confirmation");
  return (
    <Card id="next" title={t("next")}>
      <Timeline steps={steps} />
    </Card>
  );
}

/** That it is settled. */
export function OrderSettled({ name, token, title, children, steps }: Omit<OrderPageProps, "lead">) {
  const t = useT("offer", "orderPage");
  const linkTo = useLinkTo();
  return (
    <Page name={name} title={title}>
      <StatusSection
        kind="success"
        headline={title}
        actions={
          <ButtonLink kind="primary" href={linkTo("confirmation", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        {children}
      </StatusSection>
      {steps && <Next steps={steps} />}
      <SharedDevice />
    </Page>
  );
}
