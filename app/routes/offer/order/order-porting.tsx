import { createContext } from "react-router";
import type { PortingRefusal } from "#app/domain/after-order.ts";
import { RadioField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { settlePost } from "#app/outcome/attempt.server.ts";
import { getT, postedFormContext, sessionContext } from "#app/request/context.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { ownOrder } from "../cart/customer-here.server.ts";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/order-porting";
import { withReason } from "./order-correction.server.ts";
import { orderPortingForm } from "./order-porting.form.server.ts";
import {
  formAbout,
  isAskedAgain,
  portingPost,
  refusedNumber,
  savePorting,
  uncorrectedScope,
} from "./order-porting.server.ts";

/** What the page of a post is about: its form is there whatever can be read of the order by now. */
const answerContext = createContext<PortingRefusal | null>(null);

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  if (await isAskedAgain(place)) return { token };
  const form = await firstForm(context, url, orderPortingForm, undefined);
  const answer = context.get(answerContext);
  if (answer) return { token, refused: answer, form: formAbout(answer, form) };
  await settlePost(portingPost, place);
  const order = await ownOrder(context, token);
  const refused = order && refusedNumber(order);
  if (!refused) throw toStep(context, "confirmation", token, 302);
  const kept = await context.get(sessionContext).read(uncorrectedScope, token);
  if (kept?.refused !== refused) return { token, refused, form: formAbout(refused, form) };
  const { submissionId, why } = kept;
  const typed = formAbout(refused, { ...form, submissionId }, kept);
  return { token, refused, form: withReason(context, getT(context, "offer", "orderPorting"), typed, why) };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const order = await ownOrder(context, token);
  const refused = order && refusedNumber(order);
  if (refused) context.set(answerContext, refused);
  return savePorting({ context, token, url }, order, context.get(postedFormContext));
}

export default function OrderPortingPage({ loaderData }: Route.ComponentProps) {
  return loaderData.form ? <Question {...loaderData} /> : <Asked {...loaderData} />;
}

type AboutRefusal = Extract<Route.ComponentProps["loaderData"], { refused: PortingRefusal }>;

function Question({ token, refused, form: loaded }: AboutRefusal) {
  const t = useT("offer", "orderPorting");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  return (
    <Page name="order-porting" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">{t(`reasons.${refused}`)}</p>
      <PortalForm
        id="order-porting"
        form={form}
        submit={t("submit")}
        aside={
          <ButtonLink kind="quiet" icon="back" href={linkTo("confirmation", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        <TextField name="portingHolder" autoComplete="off" />
        <DateField name="birthDate" />
        <RadioField
          name="oldContract"
          choices={(["released", "cancelled"] as const).map((value) => ({
            value,
            label: t(`choices.${value}`),
          }))}
        />
      </PortalForm>
    </Page>
  );
}

function Asked({ token }: { token: string }) {
  const t = useT("offer", "orderPorting");
  const linkTo = useLinkTo();
  return (
    <Page name="order-porting" title={t("doneTitle")}>
      <StatusSection
        kind="success"
        headline={t("doneTitle")}
        actions={
          <ButtonLink kind="primary" href={linkTo("confirmation", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        <p>{t("done")}</p>
      </StatusSection>
      <SharedDevice />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
