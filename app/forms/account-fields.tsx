import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Named } from "#app/ui/named.tsx";
import { CheckboxField } from "./choice-fields.tsx";
import { IbanField, TextField } from "./text-fields.tsx";

interface AccountFieldsProps {
  /** Who collects the payments. */
  creditor: { brand: string; creditorId: string };
  ibanHint?: ReactNode;
  mandateHint?: ReactNode;
}

/** An account to charge, with its mandate. Needs `common.account`. */
export function AccountFields({ creditor, ibanHint, mandateHint }: AccountFieldsProps) {
  const t = useT("common", "account");
  return (
    <>
      <TextField name="accountHolder" autoComplete="name" />
      <IbanField hint={ibanHint} />
      <CheckboxField
        name="sepaMandate"
        label={<Named text={t("sepaMandate", creditor)} name={creditor.brand} />}
        hint={
          <details>
            <summary>{t("mandateWording")}</summary>
            <p>
              <Named text={t("mandateText", creditor)} name={creditor.brand} />
            </p>
          </details>
        }
      />
      {mandateHint && <p className="field-hint">{mandateHint}</p>}
    </>
  );
}
