import { firstForm } from "#app/forms/draft.server.ts";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { EmailField, TextAreaField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import type { Route } from "./+types/barrier";
import { barrierForm, reportBarrier } from "./barrier.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  return { form: await firstForm(context, url, barrierForm, undefined) };
}

export const action = ({ context, request, url }: Route.ActionArgs) => reportBarrier(context, request, url);

export default function BarrierPage({ loaderData }: Route.ComponentProps) {
  const t = useT("barrier", "form");
  const form = useFormState(loaderData.form);
  const linkTo = useLinkTo();
  return (
    <Page name="barrier" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm id="barrier" form={form} submit={t("submit")} keepsHistory>
        <div className="section stack">
          <TextAreaField name="description" rows={6} />
          <TextField name="page" />
        </div>
        <Fieldset name="reply" legend={t("reply")} hint={t("replyHint")}>
          <TextField name="name" unmarked autoComplete="name" />
          <EmailField unmarked />
        </Fieldset>
      </PortalForm>
      <p>
        <a href={linkTo("accessibility")}>{t("statement")}</a>
      </p>
    </Page>
  );
}
