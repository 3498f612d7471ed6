import { data } from "react-router";
import { offerErrorIn } from "#app/errors/errors.ts";
import { checkAccount } from "#app/forms/account-check.server.ts";
import { AccountFields } from "#app/forms/account-fields.tsx";
import { RadioField } from "#app/forms/choice-fields.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { useFormState } from "#app/forms/form.tsx";
import { parseForm } from "#app/forms/form-data.server.ts";
import { isInvalid } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext, getT, postedFormContext } from "#app/request/context.server.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { cartContext, keepEntered, refusedOf } from "../cart/cart.server.ts";
import { offerErrorAnswer } from "../cart/error-answer.server.ts";
import { afterStep, leaveStep, stepData } from "../cart/journey.server.ts";
import { paymentForm, paymentSchema } from "../cart/payment.form.server.ts";
import { mandateFor, openPaymentMethods, paymentHint, paymentName } from "../cart/payment.server.ts";
import type { Route } from "./+types/payment";
import { checkOfferPersonalData, hasCart } from "./guards.server.ts";
import { StepForm, StepPage } from "./steps.tsx";

export const middleware = [hasCart, checkOfferPersonalData];

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const cart = context.get(cartContext);
  const { prepaid, creditorId } = context.get(brandContext);
  const t = getT(context, "offer", "payment");
  const methods = openPaymentMethods(context, cart);
  if (methods.length === 0)
    throw await offerErrorAnswer({ context, token, url }, offerErrorIn("NoPaymentMethodsAvailable"));
  const stored = cart.payment;
  const shown = paymentSchema(methods, stored, true);
  const form = await firstForm(context, url, paymentForm, { cart, methods }, shown);
  return {
    // The session decides what is entered, so the form needs no id of its own.
    form: { ...form, submissionId: "", errors: refusedOf(cart, "payment") },
    methods: methods.map((value) => ({
      value,
      label: paymentName(context, value, cart.offer),
      hint: paymentHint(context, value, cart.offer),
    })),
    creditorId,
    /** Topping up is another matter. */
    lead: prepaid ? t("prepaid") : undefined,
    mandateGiven: stored?.mandateGivenAt !== undefined,
    ...(await stepData(context, { token, url }, cart, "payment")),
  };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const left = leaveStep(context, { step: "payment", token, url });
  if (left) return left;
  const posted = context.get(postedFormContext);
  const cart = context.get(cartContext);
  const schema = (debit: boolean) => paymentSchema(openPaymentMethods(context, cart), cart.payment, debit);
  const debit = posted.get("paymentMethod") === "direct_debit";
  const useCase = cart.offer.offerUseCase;
  const errorOf = fieldErrors(context, useCase);
  const parsed = parseForm(posted, { schema: schema(debit) }, errorOf, schema(true));
  const { form } = parsed;
  if (!parsed.ok) return data({ form }, { status: 422 });
  const { paymentMethod: method, accountHolder, sepaMandate } = parsed.value;
  const iban = debit ? (parsed.value.iban ?? cart.payment?.iban) : undefined;
  const check = iban ? await checkAccount(context, iban, useCase) : undefined;
  const mandateGivenAt = iban && mandateFor({ iban, accountHolder }, sepaMandate !== undefined, cart.payment);
  if (check && !check.ok) form.errors.iban = check.error;
  else if (iban && !mandateGivenAt) form.errors.sepaMandate = errorOf("sepaMandate.missing");
  if (isInvalid(form)) return data({ form }, { status: 422 });
  const payment = check?.ok
    ? { method, accountHolder, iban, ibanSource: check.source, mandateGivenAt }
    : { method };
  keepEntered(context, token, "payment", { payment });
  leaveEvent(context, token, offerEvent("paymentDataSaved", useCase));
  return afterStep(context, { step: "payment", token, url });
}

/** Neutral marks of the methods; one that only the provider knows has the cart. */
const marks: Record<string, IconName> = {
  direct_debit: "bank",
  credit_card: "card",
  paypal: "wallet",
  invoice: "document",
};

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const { methods, creditorId, lead, mandateGiven } = loaderData;
  const keptIban = loaderData.form.maskedValues?.iban;
  const t = useT("offer", "payment");
  const account = useT("common", "account");
  const { brand } = useShell();
  const form = useFormState(loaderData.form);
  return (
    <StepPage title={t("title")} lead={lead} form={form}>
      <StepForm form={form} submit={t("submit")}>
        <RadioField
          name="paymentMethod"
          choices={methods.map((method) => ({
            value: method.value,
            label: method.label,
            hint: method.hint,
            mark: <Icon name={marks[method.value] ?? "cart"} />,
            asks: method.value === "direct_debit" && (
              <Fieldset legend={account("title")}>
                <AccountFields
                  creditor={{ brand: brand.name, creditorId }}
                  ibanHint={keptIban && t("ibanKept", { masked: keptIban })}
                  mandateHint={mandateGiven && t("mandateGiven")}
                />
              </Fieldset>
            ),
          }))}
        />
      </StepForm>
    </StepPage>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
