import { terminationConfig } from "#app/backend/terminations.server.ts";
import { withoutSession } from "#app/declarations/declaration.server.ts";
import { DateField } from "#app/forms/date-field.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { useFormState } from "#app/forms/form.tsx";
import { SelectField } from "#app/forms/select-fields.tsx";
import { PhoneField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext, pageTexts } from "#app/middleware/request.server.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { lastReceipt } from "../declaration/confirmation-link.server.ts";
import { DeclaredBefore } from "../declaration/declared-before.tsx";
import { OtherWays, useOtherWays } from "../declaration/other-ways.tsx";
import { Page } from "../shell/page.tsx";
import type { Route } from "./+types/termination";
import { CancelLink } from "./cancel-link.tsx";
import { declareTermination } from "./declare.server.ts";
import { terminationForm } from "./form.server.ts";
import { TerminationForm } from "./form-sections.tsx";
import { RequiredFieldsModal, TeaserModal } from "./modals.tsx";
import { keepFile } from "./pending-file.ts";

const formId = "termination";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const known = { cancellationType: "regular", selectTerminationDate: "now" };
  const [{ serviceTypes }, form] = await Promise.all([
    terminationConfig(withoutSession(context)),
    firstForm(context, url, terminationForm, known),
  ]);
  return {
    form,
    serviceTypes,
    prepaid: context.get(brandContext).prepaid,
    before: lastReceipt(context, request, "termination"),
    tracking: [dataLayerEvent("terminationLoaded")],
    texts: pageTexts(context, [
      "termination.form",
      "termination.reasons",
      "termination.modals",
      "termination.progress",
    ]),
  };
}

export const action = ({ context, request, url }: Route.ActionArgs) =>
  declareTermination(context, request, url);

export default function TerminationPage({ loaderData }: Route.ComponentProps) {
  const { serviceTypes, prepaid } = loaderData;
  const t = useT("termination", "form");
  const choose = useT("common", "form");
  const form = useFormState(loaderData.form);
  const otherWays = useOtherWays();
  return (
    <Page name="termination" title={t("title")} form={form} hasHotline={otherWays !== undefined}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <DeclaredBefore receipt={loaderData.before} />
      <TerminationForm id={formId} form={form} prepaid={prepaid} body={declarationFirst}>
        <Fieldset legend={t("who")}>
          <div className="field-row">
            <TextField name="firstName" label={t("firstName")} autoComplete="given-name" />
            <TextField name="lastName" label={t("lastName")} autoComplete="family-name" />
          </div>
        </Fieldset>
        <Fieldset legend={t("which")}>
          {(serviceTypes.length > 1 || form.errors.serviceType) && (
            <SelectField
              name="serviceType"
              label={t("serviceType")}
              empty={choose("choose")}
              choices={serviceTypes.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <PhoneField name="phoneNumber" label={t("phoneNumber")} hint={t("whichHint")} unmarked />
          <div className="field-row">
            <TextField
              name="customerNumber"
              label={t("customerNumber")}
              unmarked
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              name="contractNumber"
              label={t("contractNumber")}
              unmarked
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        </Fieldset>
        <Fieldset legend={t("noNumber")}>
          <p className="field-hint">{t("noNumberHint")}</p>
          <DateField name="birthDate" label={t("birthDate")} unmarked autoComplete="bday" />
          <div className="field-row street">
            <TextField name="street" label={t("street")} unmarked autoComplete="address-line1" />
            <TextField name="houseNumber" label={t("houseNumber")} unmarked autoComplete="address-line2" />
          </div>
          <div className="field-row town">
            <TextField name="postalCode" label={t("postalCode")} unmarked autoComplete="postal-code" />
            <TextField name="city" label={t("city")} unmarked autoComplete="address-level2" />
          </div>
        </Fieldset>
      </TerminationForm>
      {otherWays && <OtherWays {...otherWays} />}
      <div className="cluster">
        <TeaserModal />
        <CancelLink formId={formId} onlyService={serviceTypes[1] ? undefined : serviceTypes[0]?.id} />
      </div>
      <RequiredFieldsModal errors={form.errors} />
    </Page>
  );
}

/**
 * With JavaScript the declaration goes out without its file, which follows on the confirmation with its progress.
 * What a choice has put away is not sent: without JavaScript it would come back as a contradiction.
 */
function declarationFirst(form: HTMLFormElement): FormData {
  const declaration = new FormData(form);
  for (const field of form.elements) {
    const name = field.getAttribute("name");
    const hidden = field.getAttribute("type") !== "hidden" && field.getClientRects().length === 0;
    if (name && hidden) declaration.delete(name);
  }
  const file = declaration.get("file");
  declaration.delete("file");
  if (file instanceof File && file.size > 0) {
    keepFile(String(declaration.get("submissionId")), file);
    declaration.set("proofAnnounced", "yes");
  }
  return declaration;
}
