import { firstForm } from "#app/forms/draft.server.ts";
import { FieldGroup, Fieldset } from "#app/forms/field-frame.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { EmailField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { WhatFollows } from "#app/ui/what-follows.tsx";
import { lastReceipt } from "../declaration/confirmation-link.server.ts";
import { DeclarationPage } from "../declaration/declaration-page.tsx";
import type { Route } from "./+types/withdrawal";
import { declareWithdrawal, withdrawalForm } from "./withdrawal.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const before = lastReceipt(context, "withdrawal");
  return {
    form: await firstForm(context, url, withdrawalForm, undefined),
    before,
  };
}

export const action = ({ context, request, url }: Route.ActionArgs) =>
  declareWithdrawal(context, request, url);

export default function WithdrawalPage({ loaderData }: Route.ComponentProps) {
  const t = useT("withdrawal", "form");
  const form = useFormState(loaderData.form);
  const linkTo = useLinkTo();
  return (
    <DeclarationPage
      name="withdrawal"
      title={t("title")}
      lead={t("lead")}
      before={loaderData.before}
      form={form}
      after={
        <>
          <WhatFollows
            title={t("followsTitle")}
            steps={[
              { label: t("follows.declared"), detail: t("follows.receipt") },
              { label: t("follows.device"), detail: t("follows.deviceText") },
              { label: t("follows.money"), detail: t("follows.moneyText") },
            ]}
          >
            <p>{t("follows.refundText")}</p>
            <p>{t("follows.usedText")}</p>
          </WhatFollows>
          <p>
            {t("notTermination")} <a href={linkTo("termination")}>{t("terminate")}</a>
          </p>
        </>
      }
    >
      <PortalForm id="withdrawal" form={form} submit={t("submit")} legal keepsHistory>
        <Fieldset legend={t("who")}>
          <div className="field-row">
            <TextField name="firstName" unmarked autoComplete="given-name" />
            <TextField name="lastName" autoComplete="family-name" />
          </div>
          <EmailField unmarked />
        </Fieldset>
        <Fieldset legend={t("which")}>
          <TextField name="contractReference" unmarked spellCheck={false} />
          <ContractParts {...form.values} />
        </Fieldset>
      </PortalForm>
    </DeclarationPage>
  );
}

/** The contracts of an order that the customer comes from: none ticked means all of them. */
function ContractParts({ offeredParts = [], contractParts = [] }: FormState["values"]) {
  const t = useT("withdrawal", "form");
  const chosen = new Set([contractParts].flat());
  const offered = [offeredParts].flat();
  if (offered.length === 0) return null;
  return (
    <FieldGroup
      name="contractParts"
      label={t("contractParts")}
      hint={t("contractPartsHint")}
      error={undefined}
    >
      <div className="choices">
        {offered.map((part) => (
          <label key={part} className="choice">
            <input type="hidden" name="offeredParts" value={part} />
            <input type="checkbox" name="contractParts" value={part} defaultChecked={chosen.has(part)} />{" "}
            <span>{part}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
