import { data, redirectDocument } from "react-router";
import { loadAbilities } from "#app/backend/services.server.ts";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { parseForm } from "#app/forms/form-data.server.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { withPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { config } from "#app/platform/config.server.ts";
import { brandContext, localeContext, postedFormContext } from "#app/request/context.server.ts";
import { brandPicture } from "#app/shell/brand-picture.server.ts";
import { HelpLinks } from "#app/shell/help-card.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Named } from "#app/ui/named.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { Route } from "./+types/landing";
import { landingForm } from "./landing.server.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  return {
    form: await firstForm(context, url, landingForm, undefined),
    handover: config().handover,
    newLink: (await loadAbilities(context)).newLink,
    senders: context.get(brandContext).senders,
    picture: brandPicture(context, request),
  };
}

/** Leads to the page of the link or code. What it finds there, that page says. */
export function action({ context }: Route.ActionArgs) {
  const parsed = parseForm(context.get(postedFormContext), landingForm, fieldErrors(context));
  if (!parsed.ok) return data({ form: parsed.form }, { status: 422 });
  return redirectDocument(withPrefix(parsed.value.link, context.get(localeContext).prefix), 303);
}

/** For people without a token, or with one on paper. */
export default function OfferLanding({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "landing");
  const linkTo = useLinkTo();
  const form = useFormState(loaderData.form);
  const domain = loaderData.senders?.links.join(", ");
  const where = (
    <>
      <p>{t("whereText")}</p>
      <p>
        <code translate="no">{t("example")}</code>
      </p>
    </>
  );
  // A message of the brand is recognised by where its link leads. Senders are forged, also into real threads.
  const genuine = domain && <Named text={t("genuineText", { domain })} name={domain} />;
  const incomplete = (
    <>
      <p>{t("incompleteText")}</p>
      {loaderData.newLink && (
        <p>
          {t("expiredText")} <a href={linkTo("new-link")}>{t("newLink")}</a>
        </p>
      )}
    </>
  );
  const handover = loaderData.handover && (
    <p>
      {t("handoverText")} <a href={linkTo("handover-code")}>{t("handoverCode")}</a>
    </p>
  );
  const lost = (
    <>
      <p>{t("lostText")}</p>
      <p>{t("lostShop")}</p>
      <HelpLinks />
    </>
  );
  const questions = [
    { id: "where", title: t("where"), content: where },
    { id: "incomplete", title: t("incomplete"), content: incomplete },
    ...(handover ? [{ id: "handover", title: t("handover"), content: handover }] : []),
    ...(genuine ? [{ id: "genuine", title: t("genuine"), content: <p>{genuine}</p> }] : []),
    { id: "lost", title: t("lost"), content: lost },
  ];
  return (
    <Page name="offer-landing" title={t("title")} form={form}>
      <Picture src={loaderData.picture} band />
      <h1>
        <Named text={t("title")} name={useShell().brand.name} />
      </h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm card={{}} id="offer-landing" form={form} submit={t("open")}>
        <TextField name="link" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </PortalForm>
      <Accordion id="link" open={[]} items={questions} />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
