import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { loadedFiles } from "#app/browser/files.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { followingField } from "#app/domain/proof-file.ts";
import { type ExtraField, reasonGroups, terminationReasonNames } from "#app/domain/termination-reasons.ts";
import { CheckboxField, RadioField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { FileField } from "#app/forms/file-field.tsx";
import { PortalForm, useForm } from "#app/forms/form.tsx";
import { type FormState, isInvalid } from "#app/forms/form-state.ts";
import { SelectField } from "#app/forms/select-fields.tsx";
import { EmailField, IbanField, PhoneField, TextAreaField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { useTracking } from "#app/shell/interactions.ts";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Modal } from "#app/ui/modal.tsx";
import { Following } from "#app/ui/what-follows.tsx";

type OwnProps = Pick<ComponentProps<typeof PortalForm>, "id" | "form" | "children">;
type TerminationProps = OwnProps & {
  prepaid: boolean;
  /** The form's data to send with JavaScript. */
  body?: (form: HTMLFormElement) => FormData;
};

/** The fields of both forms of termination: where to confirm it, when, how, and the proof. */
export function TerminationForm({ prepaid, children, body, ...own }: TerminationProps) {
  const t = useT("termination", "form");
  const { form } = own;
  // The field still has its file, and the next post keeps it again.
  useEffect(() => {
    if (isInvalid(form))
      void loadedFiles()
        ?.forgetFile()
        .catch(() => {});
  }, [form]);
  return (
    <>
      <PortalForm
        {...own}
        body={(element) => proofFollows(body?.(element) ?? new FormData(element))}
        submit={t("submit")}
        legal
        keepsHistory
        encType="multipart/form-data"
        dialogShowsErrors
      >
        {children}
        <Fieldset name="confirmation" legend={t("confirmation")} hint={t("confirmationHint")}>
          <div className="field-row">
            <EmailField unmarked />
            <PhoneField name="confirmationPhone" unmarked />
          </div>
        </Fieldset>
        <Fieldset legend={t("what")}>
          <RadioField
            name="selectTerminationDate"
            unmarked
            choices={[
              { value: "now", label: t("now") },
              { value: "later", label: t("later") },
            ]}
          />
          <div className="if-later">
            <DateField name="terminationDate" unmarked />
          </div>
          {prepaid && (
            <>
              <CheckboxField name="payoutRequested" />
              <div className="if-payout field-row">
                <TextField name="accountHolder" unmarked autoComplete="name" />
                <IbanField unmarked />
              </div>
            </>
          )}
          <CheckboxField name="numberPorting" />
          <KindSection />
        </Fieldset>
      </PortalForm>
      <RequiredFieldsModal errors={own.form.errors} />
    </>
  );
}

/** What follows a termination, below both forms. */
export function AfterTermination() {
  const t = useT("termination", "modals");
  return (
    <Following
      steps={[
        { label: t("teaserDeclared"), detail: t("teaserReceipt") },
        { label: t("teaserEnd"), detail: t("teaserUse") },
        { label: t("teaserPorting"), detail: t("teaserNumber") },
      ]}
    />
  );
}

/**
 * Regular or special, the fields that the reason of a special one needs, and its proof: last in the form, so that the declaration
 * is read and received before the file.
 */
function KindSection() {
  const t = useT("termination", "form");
  const names = useT("termination", "reasons");
  const choose = useT("common", "form");
  const { errors } = useForm();
  const field = (name: ExtraField): ReactNode => {
    switch (name) {
      case "reasonText":
        return <TextAreaField name={name} rows={3} />;
      case "moveDate":
      case "dateOfDeath":
        return <DateField name={name} />;
      case "userPhoneNumber":
        return <PhoneField name={name} autoComplete="off" />;
      default:
        // Data of other people: the browser must not fill in its owner's.
        return <TextField name={name} autoComplete="off" />;
    }
  };
  return (
    <>
      <RadioField
        name="cancellationType"
        unmarked
        choices={[
          { value: "regular", label: t("regular"), hint: t("regularHint") },
          { value: "special", label: t("special"), hint: t("specialHint") },
        ]}
      />
      <div className="if-special stack">
        <SelectField
          name="reason"
          unmarked
          empty={choose("choose")}
          choices={terminationReasonNames.map((value) => ({ value, label: names(value) }))}
        />
        {keysOf(reasonGroups).map((group) => (
          <div key={group} className={`if-${group} stack`}>
            {reasonGroups[group].map((name) => (
              <div key={name}>{field(name)}</div>
            ))}
          </div>
        ))}
        <FileField
          label={t("proof")}
          hint={t("fileHint")}
          optional
          error={errors.file}
          faults={{ tooLarge: t("fileTooLarge"), type: t("fileType") }}
        />
      </div>
    </>
  );
}

/**
 * The declaration without its file, which is kept for the receipt: a weak network would take minutes for it. Where nothing
 * can be kept, all of it.
 */
async function proofFollows(declaration: FormData): Promise<FormData> {
  const file = declaration.get("file");
  const files = loadedFiles();
  if (!files || !(file instanceof File) || file.size === 0) return declaration;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, longestKeepMs));
  const key = await Promise.race([files.storeFile(file).catch(() => undefined), late]);
  if (!key) return declaration;
  declaration.delete("file");
  declaration.set(followingField, key);
  return declaration;
}
/** The declaration waits no longer. */
const longestKeepMs = 3000;

/**
 * Says that a refused post was not sent, and leads to its first field. What is missing stands in the error summary, which is
 * all that there is without JavaScript, and at the fields: not a third time.
 * Messages that came with the page are already being read: no dialog takes the focus once JavaScript has loaded.
 */
function RequiredFieldsModal({ errors }: { errors: FormState["errors"] }) {
  const t = useT("termination", "modals");
  const actions = useT("common", "actions");
  const form = useT("common", "form");
  const [seen, setSeen] = useState(errors);
  const names = Object.keys(errors);
  const shown = useHydrated() && names.length > 0;
  const open = shown && seen !== errors;
  const track = useTracking();
  const trackOpened = useEffectEvent(() => track("terminationRequiredFieldsViewed"));
  useEffect(() => {
    if (open) trackOpened();
  }, [open]);

  function close() {
    setSeen(errors);
    track("terminationRequiredFieldsClosed");
    const target = document.getElementById(names[0] ?? "");
    // After the dialog has returned the focus.
    requestAnimationFrame(() => target?.focus());
  }
  if (!shown) return null;
  return (
    <Modal
      id="required-fields"
      title={form("summary", { count: names.length })}
      closeLabel={actions("close")}
      open={open}
      onClose={() => seen === errors || close()}
      actions={
        <Button type="button" onClick={close}>
          {t("requiredClose")}
        </Button>
      }
    >
      <p>{t("requiredLead")}</p>
    </Modal>
  );
}
