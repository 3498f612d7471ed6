import { useActionData } from "react-router";
import { formatDateTime } from "#app/domain/calendar.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import {
  getT,
  localeContext,
  pageTexts,
  postedFormContext,
  type RequestContext,
} from "#app/middleware/request.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { stepsOf } from "../declaration/progress.server.ts";
import { Page } from "../shell/page.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/email-rejection";
import {
  type Declined as DeclinedFacts,
  decline,
  declinedAt,
  receiptFiles,
  subscriptionIn,
} from "./rejection.server.ts";

const formId = "email-rejection";

/** Declines nothing: mail scanners that open every link must not unsubscribe anyone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const subscription = subscriptionIn({ context, url });
  const done = await declinedAt(context, subscription, url.searchParams.get("done"));
  return {
    ...(!done && { form: freshForm() }),
    brand: subscription.name,
    declined: done && declinedView(context, done),
    files: done ? receiptFiles(context, url) : [],
    texts: pageTexts(context, ["email.rejection", "email.done"]),
  };
}

/** Without steps where the objection is no longer kept. */
function declinedView(context: RequestContext, { at, id, waits, kept }: DeclinedFacts) {
  return {
    at: formatDateTime(new Date(at), context.get(localeContext).locale),
    id,
    waits,
    steps: kept && {
      title: getT(context, "termination", "receipt")("steps"),
      rows: stepsOf(context, {
        state: kept.state,
        receivedAt: at,
        answered: kept.declaration.answered,
      }),
    },
  };
}

export async function action({ context, url }: Route.ActionArgs) {
  return decline({ context, url }, context.get(postedFormContext));
}

export default function EmailRejectionPage({ loaderData }: Route.ComponentProps) {
  const { brand, form, declined, files } = loaderData;
  const reply = useActionData() as { declined: true } | object | undefined;
  if (!form || (reply && "declined" in reply))
    return <Declined brand={brand} done={declined} files={files} />;
  return <RejectionForm brand={brand} loaded={form} />;
}

function RejectionForm({ brand, loaded }: { brand: string; loaded: FormState }) {
  const t = useT("email", "rejection");
  const form = useFormState(loaded);
  return (
    <Page name="email-rejection" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead", { brand })}</p>
      <PortalForm id={formId} form={form} submit={t("submit")}>
        <p className="muted">{t("stillText")}</p>
      </PortalForm>
    </Page>
  );
}

interface DeclinedProps {
  brand: string;
  /** Missing in the answer to a mail provider, which no person reads. */
  done: ReturnType<typeof declinedView> | undefined;
  /** The receipt to keep. */
  files: { href: string; label: string }[];
}

function Declined({ brand, done, files }: DeclinedProps) {
  const t = useT("email", "done");
  const linkTo = useLinkTo();
  return (
    <Page name="email-rejection" title={t("title")}>
      <StatusSection
        kind="success"
        headline={t("title")}
        actions={
          <ButtonLink kind="secondary" href={linkTo("home")} reload>
            {t("home")}
          </ButtonLink>
        }
      >
        <p>{t("text", { brand })}</p>
        <p>{t("still")}</p>
        {done?.waits && <p>{t("waits")}</p>}
        {done && <p className="muted">{t("at", { at: done.at, id: done.id })}</p>}
        {files.length > 0 && (
          <p className="cluster">
            {files.map(({ href, label }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </p>
        )}
      </StatusSection>
      {done?.steps && (
        <Card id="steps" title={done.steps.title}>
          <Timeline steps={done.steps.rows} />
        </Card>
      )}
    </Page>
  );
}
