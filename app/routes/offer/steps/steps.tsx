import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useActionData, useLoaderData } from "react-router";
import { PortalForm } from "#app/forms/form.tsx";
import { type FormState, savesField } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { hotlineId } from "#app/shell/page-footer.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { usePage } from "#app/shell/use-page.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Named } from "#app/ui/named.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { OrderView } from "#app/ui/order-view.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { StepIndicator } from "#app/ui/step-indicator.tsx";
import type { stepData } from "../cart/journey.server.ts";

/** The customer's position in the journey, from every step's loader. */
const useStep = () => useLoaderData<Pick<Awaited<ReturnType<typeof stepData>>, "step" | "notice">>();

interface StepPageProps extends Pick<ComponentProps<typeof Page>, "title" | "width" | "hasHotline"> {
  lead?: string | undefined;
  /** The step's form, whose messages prefix the title. */
  form?: FormState;
  children: ReactNode;
}

/** A step's page: step indicator, the order in view, notice, content. */
export function StepPage({ title, lead, width, hasHotline, form, children }: StepPageProps) {
  const { current, showsOrder } = useStep().step;
  const { steps, order } = useServerRender().parts;
  return (
    <Page
      name={current}
      title={title}
      width={showsOrder ? "wide" : width}
      hasHotline={hasHotline}
      form={form}
    >
      <ServerContent as="div" className="where">
        {import.meta.env.SSR && steps && (
          <>
            <StepIndicator {...steps} />
            <HelpLink />
          </>
        )}
      </ServerContent>
      {showsOrder && (
        <ServerContent as="div" className="order">
          {import.meta.env.SSR && order && <OrderView {...order} />}
        </ServerContent>
      )}
      <JourneyNotice />
      <h1>
        <Named text={title} name={useShell().brand.name} />
      </h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </Page>
  );
}

/** To the number to call, from where people look for it. */
function HelpLink() {
  const t = useT("offer", "steps");
  return <a href={`#${hotlineId}`}>{t("help")}</a>;
}

/** The way to go on later, or elsewhere. */
function Later() {
  const { later } = useServerRender().parts;
  return (
    <ServerContent as="div" className="later">
      {import.meta.env.SSR &&
        later &&
        (later.form ? (
          <Button kind="quiet" form={later.form} name="leave" value="later">
            {later.label}
          </Button>
        ) : (
          <ButtonLink kind="quiet" href={later.href}>
            {later.label}
          </ButtonLink>
        ))}
    </ServerContent>
  );
}

type StepFormProps = Omit<ComponentProps<typeof PortalForm>, "id" | "aside"> & { id?: string };

/** A step's form, named after the step unless given another id. The way back keeps what is typed. */
export function StepForm({ children, ...form }: StepFormProps) {
  const actions = useT("common", "actions");
  const { current, back, saves } = useStep().step;
  const { hasForm } = usePage();
  useKeptOnLeaving(hasForm ? current : "");
  return (
    <PortalForm
      id={current}
      {...form}
      aside={
        <div className="ways">
          {back &&
            (hasForm ? (
              <Button kind="quiet" icon="back" name="leave" value="back">
                {actions("back")}
              </Button>
            ) : (
              <ButtonLink kind="quiet" icon="back" href={back}>
                {actions("back")}
              </ButtonLink>
            ))}
          <Later />
        </div>
      }
    >
      {children}
      {hasForm && <input type="hidden" name={savesField} value={saves} />}
    </PortalForm>
  );
}

/** What is typed goes along when the customer leaves by a link: no storage in the browser, which third parties could read. */
function useKeptOnLeaving(id: string) {
  const reply = useActionData();
  const isTyped = useRef(false);
  useEffect(() => {
    // What was refused is still to be sent.
    isTyped.current = reply !== undefined;
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    const end = new AbortController();
    const on = (target: EventTarget, type: string, then: () => void) =>
      target.addEventListener(type, then, { signal: end.signal });
    on(form, "input", () => {
      isTyped.current = true;
    });
    on(form, "submit", () => {
      isTyped.current = false;
    });
    on(window, "pagehide", () => {
      const typed = new FormData(form);
      typed.set("leave", "link");
      if (isTyped.current) navigator.sendBeacon(location.href, typed);
    });
    return () => end.abort();
  }, [id, reply]);
}

/** Why the customer was redirected here. */
function JourneyNotice() {
  const { notice } = useStep();
  return (
    notice && (
      <Notice kind={notice.kind} role="status">
        <p>{notice.text}</p>
        {notice.keepsTyped && <SharedDevice />}
      </Notice>
    )
  );
}
