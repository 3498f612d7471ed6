import { data, redirectDocument } from "react-router";
import { loadAbilities, sendNewLink } from "#app/backend/services.server.ts";
import { formStateOf, retryLater } from "#app/errors/downtime.server.ts";
import { isOwnRefusal } from "#app/errors/errors.ts";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { parseForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext, getT, postedFormContext, type RequestContext } from "#app/request/context.server.ts";
import { mayMailOwner, notMailedToOwner } from "#app/request/mail-budget.server.ts";
import { brandPicture } from "#app/shell/brand-picture.server.ts";
import { failedForm } from "#app/shell/help.server.ts";
import { linkOfMail, linkTo } from "#app/shell/link-to.server.ts";
import { originForMails } from "#app/shell/origin-for-mails.server.ts";
import { Page } from "#app/shell/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { WhatFollows } from "#app/ui/what-follows.tsx";
import type { Route } from "./+types/new-link";
import { type LinkedPage, newLinkForm } from "./new-link.form.server.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { newLink } = await loadAbilities(context);
  // The page of a post is shown all the same: it says why nothing was sent.
  if (!newLink && !context.get(postedFormContext).has("link"))
    throw redirectDocument(linkTo(context, "offer-landing"));
  return {
    form: await firstForm(context, url, newLinkForm, undefined),
    picture: brandPicture(context, request),
  };
}

/** The page that follows is the same for every link: it does not say whether there is one like it. */
export async function action({ context, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  const parsed = parseForm(posted, newLinkForm, fieldErrors(context));
  if (!parsed.ok) return data({ form: parsed.form }, { status: 422 });
  const { token } = parsed.value.link;
  const address = new URL(pathOf(context, parsed.value.link), originForMails(url));
  address.searchParams.set("brand", context.get(brandContext).slug);
  const done = redirectDocument(linkTo(context, "new-link-sent"), 303);
  if (!(await mayMailOwner(context, token))) return done;
  const sent = await sendNewLink(context, token, address.href, submissionIdOf(posted));
  const isWord = !sent.ok && isOwnRefusal(sent.failure);
  if (sent.ok || (isWord && sent.error.kind !== "downtime")) return done;
  await notMailedToOwner(context, token);
  return notSent(context, parsed.form, sent);
}

function pathOf(context: RequestContext, { page, token }: LinkedPage): string {
  switch (page) {
    case "customer-data":
      return linkTo(context, page, { id: token });
    case "revocation":
    case "email-rejection":
      return linkOfMail(context, page, token);
    default:
      return linkTo(context, page, { token });
  }
}

type Failed = Extract<Awaited<ReturnType<typeof sendNewLink>>, { ok: false }>;

function notSent(context: RequestContext, form: FormState, { error, failure }: Failed) {
  const t = getT(context, "offer", "newLink");
  const isMissing = failure?.isMissingCall === true;
  const downtimeEnd = isMissing ? undefined : retryLater(context, error);
  const why = isMissing ? t("missing") : downtimeEnd ? t("failedWithEnd", { downtimeEnd }) : t("failed");
  const problem = failedForm(context, t("failedTitle"), why, formStateOf(error));
  return data({ form: { ...form, problem } }, { status: isMissing ? 501 : 503 });
}

export default function NewLinkPage({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "newLink");
  const sent = useT("offer", "newLinkSent");
  const form = useFormState(loaderData.form);
  return (
    <Page name="new-link" title={t("title")} form={form}>
      {!form.problem && !form.errors.link && <Picture src={loaderData.picture} band />}
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm card={{}} id="new-link" form={form} submit={t("send")}>
        <TextField name="link" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </PortalForm>
      <WhatFollows
        title={t("followsTitle")}
        steps={[
          { label: t("follows.enter") },
          { label: t("follows.mail"), detail: t("follows.mailText") },
          { label: t("follows.open"), detail: t("follows.openText") },
        ]}
      />
      <details className="fold">
        <summary>{sent("nothing")}</summary> <p>{sent("nothingText")}</p>
      </details>
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
