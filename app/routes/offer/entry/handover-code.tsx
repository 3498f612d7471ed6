import { data, redirectDocument } from "react-router";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { parseForm } from "#app/forms/form-data.server.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { postedFormContext } from "#app/request/context.server.ts";
import { brandPicture } from "#app/shell/brand-picture.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { Page } from "#app/shell/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { WhatFollows } from "#app/ui/what-follows.tsx";
import type { Route } from "./+types/handover-code";
import { requireHandover } from "./handover.server.ts";
import { handoverCodeForm } from "./handover-code.form.server.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  requireHandover();
  return {
    form: await firstForm(context, url, handoverCodeForm, undefined),
    picture: brandPicture(context, request),
  };
}

/** Redirects to the address of the code: look-ups are counted there, which slows down guessing. */
export function action({ context }: Route.ActionArgs) {
  requireHandover();
  const parsed = parseForm(context.get(postedFormContext), handoverCodeForm, fieldErrors(context));
  if (!parsed.ok) return data({ form: parsed.form }, { status: 422 });
  return redirectDocument(linkTo(context, "handover-found", { code: parsed.value.code }), 303);
}

/** For a device that can neither open the link nor scan it. */
export default function HandoverCodePage({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "typedCode");
  const handedOver = useT("offer", "handedOver");
  const form = useFormState(loaderData.form);
  return (
    <Page name="handover-code" title={t("title")} form={form}>
      {!form.errors.code && <Picture src={loaderData.picture} band />}
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm card={{}} id="handover-code" form={form} submit={t("open")}>
        <TextField name="code" width={12} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </PortalForm>
      <WhatFollows
        title={t("followsTitle")}
        steps={[
          { label: t("follows.enter"), detail: t("follows.once") },
          { label: t("follows.take"), detail: t("follows.again") },
          { label: handedOver("title") },
        ]}
      />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
