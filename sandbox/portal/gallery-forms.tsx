import { useLoaderData } from "react-router";
import { AddressFields } from "../../app/forms/address-fields.tsx";
import { CheckboxField, RadioField } from "../../app/forms/choice-fields.tsx";
import { DateField } from "../../app/forms/date-field.tsx";
import { PortalForm } from "../../app/forms/form.tsx";
import { freshForm } from "../../app/forms/form-data.server.ts";
import type { FormState } from "../../app/forms/form-state.ts";
import { SelectField } from "../../app/forms/select-fields.tsx";
import { TextAreaField, TextField } from "../../app/forms/text-fields.tsx";
import { Page } from "../../app/shell/page.tsx";
import { Button } from "../../app/ui/button.tsx";
import { Card } from "../../app/ui/card.tsx";
import { requireSandbox } from "./sandbox-only.server.ts";

export const handle = { scripts: true };

const choices = [
  { value: "a", label: "Erste Wahl", hint: "Mit einem Satz dazu" },
  { value: "b", label: "Zweite Wahl" },
];

/** Fields empty, filled, and with messages. */
export function loader() {
  requireSandbox();
  const constraints: FormState["constraints"] = { street: {}, houseNumber: {}, postalCode: {}, city: {} };
  constraints.addressSupplement = { optional: true };
  for (const prefix of ["plain", "wrong"]) {
    for (const name of ["Text", "Filled", "Select", "Radio", "Date", "Box"]) constraints[prefix + name] = {};
    for (const name of ["Optional", "Area"]) constraints[prefix + name] = { optional: true };
  }
  return {
    form: { ...freshForm(), constraints, texts: ["common.address" as const] },
  };
}

export default function GalleryForms() {
  const { form } = useLoaderData<typeof loader>();
  return (
    <Page name="gallery-forms" title="Formulare">
      {/* Sample texts are German, whatever the page's language. */}
      <div lang="de" className="stack">
        <h1>Formulare</h1>
        <Card id="form" title="Formular" className="stack">
          <PortalForm id="plain" form={{ ...form, values: { plainFilled: "Erika", plainRadio: "b" } }}>
            <Fields prefix="plain" />
            <AddressFields />
            <div className="form-actions">
              <Button type="button">Weiter</Button>
            </div>
          </PortalForm>
        </Card>
        <Card id="form-errors" title="Formular mit Fehlern" className="stack">
          <PortalForm id="wrong" form={{ ...form, values: { wrongFilled: "Erika" }, errors }}>
            <Fields prefix="wrong" />
          </PortalForm>
        </Card>
      </div>
    </Page>
  );
}

const messages = {
  wrongText: "Geben Sie Ihren Vornamen ein.",
  wrongArea: "Beschreiben Sie das Problem in einem Satz.",
  wrongSelect: "Wählen Sie ein Land aus.",
  wrongRadio: "Wählen Sie eine Möglichkeit aus.",
  wrongDate: "Einen Monat 13 gibt es nicht.",
  wrongBox: "Setzen Sie das Häkchen.",
};
const errors = Object.fromEntries(
  Object.entries(messages).map(([name, message]) => [name, { code: "missing", message }]),
);

/** One of each; names carry the form's prefix, since names are ids. */
function Fields({ prefix }: { prefix: string }) {
  return (
    <>
      <TextField name={`${prefix}Text`} label="Vorname" autoComplete="off" />
      <TextField
        name={`${prefix}Filled`}
        label="Nachname"
        hint="So, wie er im Ausweis steht"
        autoComplete="off"
      />
      <TextField name={`${prefix}Optional`} label="Titel" width={8} autoComplete="off" />
      <TextAreaField name={`${prefix}Area`} label="Beschreibung" hint="Höchstens 1000 Zeichen" />
      <SelectField
        name={`${prefix}Select`}
        label="Land"
        choices={choices.map(({ value, label }) => ({ value, label }))}
        empty="Bitte wählen"
      />
      <RadioField name={`${prefix}Radio`} label="Auswahl" choices={choices} />
      <DateField name={`${prefix}Date`} label={`Geburtsdatum (${prefix})`} hint="Zum Beispiel 31 3 1990" />
      <CheckboxField name={`${prefix}Box`} label="Ich stimme zu." />
    </>
  );
}
