import { data } from "react-router";
import { addressOf } from "#app/domain/address.ts";
import { checkEnteredAddress, showCheckedAddress, withHouseNumber } from "#app/forms/address-check.server.ts";
import { AddressFields } from "#app/forms/address-fields.tsx";
import { leftEmpty, parseAskingOnce } from "#app/forms/asked-once.server.ts";
import { CheckboxField, RadioField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { useFormState } from "#app/forms/form.tsx";
import { isInvalid } from "#app/forms/form-state.ts";
import { EmailField, PhoneField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { addServerParts, postedFormContext } from "#app/request/context.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { cartContext, changeCart, keepEntered, personOf, refusedOf } from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import { afterStep, leaveStep, stepData } from "../cart/journey.server.ts";
import { askedOfLine, lineOf } from "../cart/line.server.ts";
import { formAsking, postedSchema, shownSchema } from "../cart/personal-data.form.server.ts";
import type { Route } from "./+types/personal-data";
import { checkOfferPersonalData, hasCart } from "./guards.server.ts";
import { LineFields } from "./line-fields.tsx";
import {
  consentAnswers,
  offeredConsents,
  outdatedConsents,
  sourcedCustomer,
} from "./personal-data.server.ts";
import { StepForm, StepPage } from "./steps.tsx";

export const middleware = [hasCart, checkOfferPersonalData];

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const cart = context.get(cartContext);
  const asked = askedOfLine(cart.offer);
  const [consents, form] = await Promise.all([
    offeredConsents(context, cart.offer.consents),
    firstForm(context, url, formAsking(asked), cart, shownSchema(asked)),
  ]);
  const step = await stepData(context, { token, url }, cart, "personal-data");
  const { firstName, lastName, address } = personOf(cart) ?? {};
  const worded = Object.fromEntries(consents.map(({ id, text }) => [id, text]));
  const { porting, contracts } = asked ?? {};
  addServerParts(context, { consents: worded, providers: porting?.providers, contracts });
  return {
    // The session decides what is entered, so the form needs no id of its own.
    form: {
      ...form,
      submissionId: "",
      errors: refusedOf(cart, "personal-data"),
      asked: leftEmpty({ firstName, lastName, ...address }),
    },
    isCustomerKnown: cart.offer.customer !== undefined,
    ...(asked && {
      line: {
        porting: porting && (porting.number ?? ("unknown" as const)),
        sims: asked.sims,
        ...(contracts && contracts.sims.length > 1 && { isForSeveral: true }),
      },
    }),
    consents: consents.map(({ id, version, channel }) => ({ id, version, channel })),
    ...step,
  };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const left = leaveStep(context, { step: "personal-data", token, url });
  if (left) return left;
  const posted = context.get(postedFormContext);
  const cart = context.get(cartContext);
  const errorOf = fieldErrors(context, cart.offer.offerUseCase);
  const asked = askedOfLine(cart.offer);
  const schema = postedSchema(asked, posted);
  const typed = withHouseNumber(posted);
  const parsed = parseAskingOnce(typed, { schema }, errorOf, shownSchema(asked));
  const { form } = parsed;
  if (!parsed.ok) return data({ form }, { status: 422 });
  const entered = parsed.value;
  const [address, consents] = await Promise.all([
    checkEnteredAddress(context, addressOf(entered), entered.addressChoice, cart.addressCheck),
    offeredConsents(context, cart.offer.consents),
  ]);
  if (address.outcome !== "known") {
    if (address.outcome === "choose")
      changeCart(context, token, (current) => ({ ...current, addressCheck: address }));
    showCheckedAddress(context, form, address, cart.offer.offerUseCase);
    return data({ form }, { status: 422 });
  }
  for (const field of outdatedConsents(consents, entered.consents))
    form.errors[field] = errorOf("consents.changed");
  if (isInvalid(form)) return data({ form }, { status: 422 });
  const now = new Date().toISOString();
  const { consents: given, unsaved } = consentAnswers(cart, consents, entered.consents, now);
  if (unsaved) leaveNotice(context, token, "consentsUnsaved");
  keepEntered(context, token, "personal-data", {
    customer: sourcedCustomer(cart, entered, address),
    consents: given,
    line: asked && lineOf(entered),
    addressCheck: undefined,
  });
  leaveEvent(context, token, offerEvent("personalDataSaved", cart.offer.offerUseCase));
  return afterStep(context, { step: "personal-data", token, url });
}

export default function PersonalDataPage({ loaderData }: Route.ComponentProps) {
  const { isCustomerKnown, consents, line } = loaderData;
  const t = useT("offer", "personalData");
  const form = useFormState(loaderData.form);
  const worded = useServerRender().parts.consents ?? {};
  const isAddressed = ["salutation", "title"].some((name) => form.values[name] || form.errors[name]);
  return (
    <StepPage title={t("heading")} lead={isCustomerKnown ? t("known") : t("lead")} form={form}>
      <StepForm form={form} submit={t("submit")}>
        <Fieldset name="person" legend={t("person")} hint={t("personHint")}>
          <div className="field-row">
            <TextField name="firstName" autoComplete="given-name" />
            <TextField name="lastName" autoComplete="family-name" />
          </div>
          <DateField name="birthDate" autoComplete="bday" />
          <details className="fold" open={isAddressed}>
            <summary>{t("addressed")}</summary>{" "}
            <div className="stack">
              <RadioField
                name="salutation"
                row
                choices={[
                  { value: "frau", label: t("salutations.frau") },
                  { value: "herr", label: t("salutations.herr") },
                  { value: "", label: t("salutations.none") },
                ]}
              />
              <TextField name="title" autoComplete="honorific-prefix" width={8} />
            </div>
          </details>
        </Fieldset>
        <AddressFields />
        <Fieldset legend={t("contact")}>
          <EmailField />
          <PhoneField />
        </Fieldset>
        {line && <LineFields {...line} />}
        {consents.length > 0 && (
          <Fieldset name="consents" legend={t("consents")} hint={t("consentsLead")} kind="rows">
            {consents.map((consent, index) => (
              <CheckboxField
                key={consent.id}
                name={`consents.${consent.id}`}
                value={consent.version}
                label={t(`consentChannels.${consent.channel}`)}
                hint={
                  <ServerContent as="details" className={`consent-${index}`}>
                    {import.meta.env.SSR && (
                      <>
                        <summary>
                          <span>{t("consentText")}</span>
                          <span className="visually-hidden">{`: ${t(`consentChannels.${consent.channel}`)}`}</span>
                        </summary>
                        <p>{worded[consent.id]}</p>
                      </>
                    )}
                  </ServerContent>
                }
              />
            ))}
          </Fieldset>
        )}
      </StepForm>
    </StepPage>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
