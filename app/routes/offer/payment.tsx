import { data } from "react-router";
import { maskIban } from "#app/domain/iban.ts";
import { offerErrorIn } from "#app/domain/offer-states.ts";
import { stepAfter } from "#app/domain/offer-steps.ts";
import { checkAccount } from "#app/forms/account-check.server.ts";
import { keepFormOnLostConnection } from "#app/forms/client-action.ts";
import { CheckboxField, RadioField, TextField } from "#app/forms/fields.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { freshForm, parseForm, readForm } from "#app/forms/form-data.server.ts";
import { IbanField } from "#app/forms/known-fields.tsx";
import { validationText } from "#app/forms/validation-text.server.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { useTexts } from "#app/i18n/texts.tsx";
import { pageTexts, sessionContext } from "#app/middleware/request.server.ts";
import { leaveEvent, offerEvent, offerEvents } from "#app/tracking/offer-events.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { takeDraft } from "../shell/draft.server.ts";
import { Page } from "../shell/page.tsx";
import { useShell } from "../shell/shell-context.tsx";
import type { Handle } from "../shell/shell-frame.tsx";
import type { Route } from "./+types/payment";
import { offerErrorAnswer } from "./error-answer.server.ts";
import { guarded, stepsView, toStep } from "./journey.server.ts";
import { paymentSchema } from "./payment.server.ts";
import { JourneyNotice, Steps } from "./steps.tsx";
import { keepEntered, takeNotice } from "./visit.server.ts";

const formId = "payment";
export const handle: Handle = { js: true, form: formId };

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { token } = params;
  const visit = await guarded(context, request, token, "payment");
  const methods = visit.offer.paymentMethods;
  if (methods.length === 0)
    throw await offerErrorAnswer({ context, token, url }, offerErrorIn("NoPaymentMethodsAvailable"));
  const kept = visit.payment;
  const only = methods.length === 1 ? methods[0] : undefined;
  const form = freshForm({ paymentMethod: kept?.method ?? only, accountHolder: kept?.accountHolder });
  const draft = await takeDraft(context.get(sessionContext), withoutPrefix(url.pathname));
  return {
    form: { ...form, values: draft ?? form.values, errors: visit.refused ?? {} },
    methods,
    keptIban: kept?.iban && maskIban(kept.iban),
    notice: await takeNotice(context, token),
    steps: stepsView(context, token, visit, "payment"),
    tracking: await offerEvents(context, token),
    texts: pageTexts(context, ["offer.shared", "offer.payment"], visit.offer.offerUseCase),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { token } = params;
  const posted = await readForm(request);
  const visit = await guarded(context, request, token, "payment");
  const text = validationText(context);
  const parsed = parseForm(posted, paymentSchema(visit.offer.paymentMethods, posted, visit.payment), text);
  const { form } = parsed;
  if (!parsed.ok) return data({ form }, { status: 422 });
  const { paymentMethod: method, accountHolder, iban } = parsed.value;
  const check = iban ? await checkAccount(context, iban) : undefined;
  if (check && !check.ok) {
    form.errors.iban = check.message;
    return data({ form }, { status: 422 });
  }
  const payment = check
    ? { method, accountHolder, iban, ibanSource: check.source, mandateGivenAt: new Date().toISOString() }
    : { method };
  keepEntered(context, token, visit, { payment });
  await leaveEvent(context, token, offerEvent("paymentDataSaved", visit.offer.offerUseCase));
  return toStep(context, stepAfter("payment", visit.verification), token, 303);
}

export const clientAction = keepFormOnLostConnection;
export { RootError as ErrorBoundary } from "../shell/root-error.tsx";

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const { methods, keptIban, steps, notice } = loaderData;
  const t = useTexts("offer.payment");
  const actions = useTexts("common.actions");
  const { brand } = useShell();
  const form = useFormState(loaderData.form);
  return (
    <Page name="payment" title={t("title")} invalid={Object.keys(form.errors).length > 0}>
      <Steps view={steps} />
      <JourneyNotice notice={notice} />
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm
        id={formId}
        form={form}
        submit={t("submit")}
        aside={
          steps.back && (
            <ButtonLink kind="quiet" icon="back" href={steps.back}>
              {actions("back")}
            </ButtonLink>
          )
        }
      >
        <RadioField
          name="paymentMethod"
          label={t("method")}
          choices={methods.map((value) => ({
            value,
            label: t(`methods.${value}`),
            hint: t(`methodHints.${value}`),
          }))}
        />
        {methods.includes("direct_debit") && (
          <fieldset className="fieldset only-direct-debit">
            <legend>{t("account")}</legend>
            <TextField name="accountHolder" label={t("accountHolder")} autoComplete="name" />
            <IbanField
              label={t("iban")}
              hint={keptIban ? t("ibanKept", { masked: keptIban }) : t("ibanHint")}
              optional={keptIban !== undefined}
            />
            <CheckboxField name="sepaMandate" label={t("sepaMandate", { brand: brand.name })} />
          </fieldset>
        )}
      </PortalForm>
    </Page>
  );
}
