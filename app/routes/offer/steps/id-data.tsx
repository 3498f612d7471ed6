import { data } from "react-router";
import { listNationalities } from "#app/backend/services.server.ts";
import { checkDocumentType, identityDocumentNames } from "#app/domain/identity-documents.ts";
import { CheckboxField, RadioField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { useFormState } from "#app/forms/form.tsx";
import { parseForm } from "#app/forms/form-data.server.ts";
import { LongSelectField } from "#app/forms/select-fields.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { addServerParts, brandContext, getT, postedFormContext } from "#app/request/context.server.ts";
import { ServerContent } from "#app/ui/server-content.tsx";
import { cartContext, keepEntered, refusedOf } from "../cart/cart.server.ts";
import { idDataForm, idDataSchema, identificationOf, shownIdData } from "../cart/id-data.form.server.ts";
import { afterStep, leaveStep, stepData } from "../cart/journey.server.ts";
import type { Route } from "./+types/id-data";
import { checkOfferPersonalData, hasCart } from "./guards.server.ts";
import { StepForm, StepPage } from "./steps.tsx";

export const middleware = [hasCart, checkOfferPersonalData];

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const cart = context.get(cartContext);
  const stored = cart.identification;
  const [nationalities, form] = await Promise.all([
    listNationalities(context),
    firstForm(context, url, idDataForm, cart, shownIdData(stored)),
  ]);
  addServerParts(context, {
    choices: {
      nationality: [
        { value: "", label: getT(context, "common", "form")("choose") },
        ...nationalities.map(({ code, name }) => ({ value: code, label: name })),
      ],
    },
  });
  const leads = getT(context, "offer", "idDataLead", cart.offer.offerUseCase);
  const card = getT(context, "offer", "idCard");
  const masked = form.maskedValues?.documentNumber;
  return {
    // The session decides what is entered, so the form needs no id of its own.
    form: { ...form, submissionId: "", errors: refusedOf(cart, "id-data") },
    // The law's duty to check an identity is one of prepaid services only, § 172 (2) TKG.
    lead: leads(context.get(brandContext).prepaid ? "prepaid" : "postpaid"),
    documentTypes: identityDocumentNames,
    numberKept: masked && card("numberKept", { masked }),
    ...(await stepData(context, { token, url }, cart, "id-data")),
  };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const left = leaveStep(context, { step: "id-data", token, url });
  if (left) return left;
  const posted = context.get(postedFormContext);
  const cart = context.get(cartContext);
  const nationalities = await listNationalities(context);
  const type = checkDocumentType(String(posted.get("documentType") ?? ""));
  const stored = cart.identification;
  const schema = idDataSchema(nationalities, stored, {
    type: type.ok ? type.value : undefined,
    noExpiry: posted.has("noExpiry"),
  });
  const errorOf = fieldErrors(context, cart.offer.offerUseCase);
  const parsed = parseForm(posted, { schema }, errorOf, shownIdData(stored));
  if (!parsed.ok) return data({ form: parsed.form }, { status: 422 });
  keepEntered(context, token, "id-data", { identification: identificationOf(parsed.value, stored) });
  return afterStep(context, { step: "id-data", token, url });
}

/** Of the documents in their order: the card and the passport. */
const frequent = 2;

export default function IdDataPage({ loaderData }: Route.ComponentProps) {
  const { documentTypes, lead } = loaderData;
  const t = useT("offer", "idData");
  const documentNames = useT("offer", "identityDocuments");
  const choice = (value: (typeof documentTypes)[number]) => ({ value, label: documentNames(value) });
  const form = useFormState(loaderData.form);
  return (
    <StepPage title={t("title")} lead={lead} form={form}>
      <StepForm form={form} submit={t("submit")}>
        {/* What it asks for stands in the headline. */}
        <div className="section stack">
          <RadioField
            name="documentType"
            choices={documentTypes.slice(0, frequent).map(choice)}
            rare={{ label: t("otherDocument"), choices: documentTypes.slice(frequent).map(choice) }}
          />
          <ServerContent as="div" className="where-on-card">
            {import.meta.env.SSR && <WhereOnCard />}
          </ServerContent>
          <TextField
            name="documentNumber"
            hint={loaderData.numberKept}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            width={12}
          />
          <TextField name="issuingAuthority" autoComplete="off" />
          <div className="only-foreign">
            <LongSelectField name="nationality" />
          </div>
          <DateField name="expiryDate" ids="validUntil" />
          <div className="only-foreign">
            <CheckboxField name="noExpiry" />
          </div>
        </div>
      </StepForm>
    </StepPage>
  );
}

/** Both sides of an identity card, with the places that the fields ask for. */
function WhereOnCard() {
  const t = useT("offer", "idCard");
  const labels = useT("offer", "idData");
  const sides = [
    { id: "card-front", side: t("front"), shows: [labels("documentNumber"), labels("expiryDate")] },
    { id: "card-back", side: t("back"), shows: [labels("issuingAuthority")] },
  ];
  return (
    <ul>
      {sides.map(({ id, side, shows }) => (
        <li key={id}>
          <svg width="84" height="54" aria-hidden="true">
            <use href={`/drawings.svg#${id}`} />
          </svg>
          <p>
            <strong>{side}</strong> {shows.join(", ")}
          </p>
        </li>
      ))}
    </ul>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
