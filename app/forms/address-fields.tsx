import { useT } from "#app/i18n/texts.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import { RadioField } from "./choice-fields.tsx";
import { Fieldset } from "./field-frame.tsx";
import { useForm } from "./form.tsx";
import { ownAddress } from "./form-state.ts";
import { TextField } from "./text-fields.tsx";

/** A postal address in Germany, with the suggestions of the address check if there are any. Needs `common.address`. */
export function AddressFields({ title }: { title?: string }) {
  const t = useT("common", "address");
  const { suggestions } = useForm();
  return (
    <Fieldset legend={title ?? t("title")}>
      {suggestions && (
        <RadioField
          name="addressChoice"
          choices={[
            ...suggestions.map((text, index) => ({ value: String(index), label: <Listed text={text} /> })),
            { value: ownAddress, label: t("entered") },
          ]}
        />
      )}
      <div className="field-row street">
        <TextField name="street" autoComplete="address-line1" />
        <TextField name="houseNumber" autoComplete="off" />
      </div>
      <TextField name="addressSupplement" autoComplete="address-line2" />
      <div className="field-row town">
        <TextField name="postalCode" inputMode="numeric" autoComplete="postal-code" />
        <TextField name="city" autoComplete="address-level2" />
      </div>
    </Fieldset>
  );
}
