import { loadTerminationConfig } from "#app/backend/terminations.server.ts";
import { withoutSession } from "#app/declarations/calling-context.server.ts";
import { DateField } from "#app/forms/date-field.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { SelectField } from "#app/forms/select-fields.tsx";
import { PhoneField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext } from "#app/request/context.server.ts";
import { useTracking } from "#app/shell/interactions.ts";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { choicesLabel } from "#app/tracking/labels.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { lastReceipt } from "../declaration/confirmation-link.server.ts";
import { DeclarationPage } from "../declaration/declaration-page.tsx";
import type { Route } from "./+types/termination";
import { declareTermination } from "./declare.server.ts";
import { terminationForm } from "./form.server.ts";
import { AfterTermination, TerminationForm } from "./termination-form.tsx";

const formId = "termination";

export async function loader({ context, url }: Route.LoaderArgs) {
  const before = lastReceipt(context, "termination");
  const [{ serviceTypes }, form] = await Promise.all([
    loadTerminationConfig(withoutSession(context)),
    firstForm(context, url, terminationForm, undefined),
  ]);
  return {
    form,
    serviceTypes,
    prepaid: context.get(brandContext).prepaid,
    before,
    tracking: [dataLayerEvent("terminationLoaded")],
  };
}

export const action = ({ context, request, url }: Route.ActionArgs) =>
  declareTermination(context, request, url);

export default function TerminationPage({ loaderData }: Route.ComponentProps) {
  const { serviceTypes, prepaid } = loaderData;
  const t = useT("termination", "form");
  const choose = useT("common", "form");
  const form = useFormState(loaderData.form);
  return (
    <DeclarationPage
      name="termination"
      title={t("title")}
      lead={t("lead")}
      before={loaderData.before}
      form={form}
      after={
        <>
          <Teaser />
          <CancelLink onlyService={serviceTypes[1] ? undefined : serviceTypes[0]?.id} />
        </>
      }
    >
      <TerminationForm id={formId} form={form} prepaid={prepaid} body={shownFields}>
        <Fieldset legend={t("who")}>
          <div className="field-row">
            <TextField name="firstName" unmarked autoComplete="given-name" />
            <TextField name="lastName" autoComplete="family-name" />
          </div>
        </Fieldset>
        <Fieldset name="which" legend={t("which")} hint={t("whichHint")}>
          {(serviceTypes.length > 1 || form.errors.serviceType) && (
            <SelectField
              name="serviceType"
              unmarked
              empty={choose("choose")}
              choices={serviceTypes.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <PhoneField name="phoneNumber" unmarked />
          <div className="field-row">
            <TextField name="customerNumber" unmarked autoComplete="on" spellCheck={false} />
            <TextField name="contractNumber" unmarked autoComplete="on" spellCheck={false} />
          </div>
          <WithoutNumber form={form} />
        </Fieldset>
      </TerminationForm>
    </DeclarationPage>
  );
}

const namesWithoutNumber = /^(birthDate|street|houseNumber|postalCode|city)\b/;

/** What tells a contract without any number, folded until something of it is entered or wrong. */
function WithoutNumber({ form: { values, errors } }: { form: FormState }) {
  const t = useT("termination", "form");
  const entered = Object.entries(values).flatMap(([name, value]) => (value?.length ? [name] : []));
  const isOpen = [...entered, ...Object.keys(errors)].some((name) => namesWithoutNumber.test(name));
  return (
    <details className="fold stack" open={isOpen}>
      <summary>{t("noNumber")}</summary>
      <p className="field-hint">{t("noNumberHint")}</p>
      <DateField name="birthDate" unmarked autoComplete="bday" />
      <div className="field-row street">
        <TextField name="street" unmarked autoComplete="address-line1" />
        <TextField name="houseNumber" unmarked autoComplete="off" />
      </div>
      <div className="field-row town">
        <TextField name="postalCode" unmarked inputMode="numeric" autoComplete="postal-code" />
        <TextField name="city" unmarked autoComplete="address-level2" />
      </div>
    </details>
  );
}

/** What happens after a termination: folded and below the form, so that nothing comes before the button. */
function Teaser() {
  const t = useT("termination", "modals");
  const track = useTracking();
  return (
    <details
      id="teaser"
      className="fold"
      onToggle={({ currentTarget }) => currentTarget.open && track("terminationTeaserViewed")}
    >
      <summary>{t("teaserTitle")}</summary>
      <AfterTermination />
    </details>
  );
}

/** The way out without a declaration: a plain link below the form, never beside its button. */
function CancelLink({ onlyService }: { onlyService?: string }) {
  const t = useT("termination", "form");
  const linkTo = useLinkTo();
  const track = useTracking();
  function trackCancelled() {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement)
      track("terminationCancelled", { label: choicesLabel(form, onlyService) });
  }
  return (
    <ButtonLink kind="quiet" href={linkTo("home")} onClick={trackCancelled}>
      {t("cancel")}
    </ButtonLink>
  );
}

/** The form's data without the fields that a choice hides. What is folded was typed, and stays. */
function shownFields(form: HTMLFormElement): FormData {
  const declaration = new FormData(form);
  for (const field of form.elements) {
    const name = field.getAttribute("name");
    const hidden = field.getAttribute("type") !== "hidden" && field.getClientRects().length === 0;
    if (name && hidden && !field.closest("details")) declaration.delete(name);
  }
  return declaration;
}
