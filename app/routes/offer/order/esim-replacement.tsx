import { createContext, redirectDocument } from "react-router";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import {
  getIfSet,
  getT,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { linkTo as pathOf } from "#app/shell/link-to.server.ts";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ownOrder } from "../cart/customer-here.server.ts";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/esim-replacement";
import { isEsimReplaceable, replacement, unreplacedScope } from "./esim-replacement.server.ts";
import { withReason } from "./order-correction.server.ts";

/** The page answers a press: its form is there whatever can be read of the order by now. */
const isAnswer = createContext(false);

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  if (getIfSet(context, isAnswer)) return { token, form: freshForm() };
  await settlePost(replacement, { context, token, url });
  await requireReplaceable(context, token, 302);
  const refused = await context.get(sessionContext).read(unreplacedScope, token);
  if (!refused) return { token, form: freshForm() };
  const { submissionId, why } = refused;
  const t = getT(context, "offer", "newEsim");
  return { token, form: withReason(context, t, { ...freshForm(), submissionId }, why) };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  await requireReplaceable(context, token, 303);
  context.set(isAnswer, true);
  const submissionId = submissionIdOf(context.get(postedFormContext));
  return postOnce(replacement, { context, token, url }, { submissionId });
}

/** @throws a redirect to the eSIM that is ready, as after a double press, or to the order */
async function requireReplaceable(context: RequestContext, token: string, status: 302 | 303) {
  const order = await ownOrder(context, token);
  if (order?.esim === "ready") throw redirectDocument(pathOf(context, "esim", { token }), status);
  if (!order || !isEsimReplaceable(order)) throw toStep(context, "confirmation", token, status);
}

/** The page has no scripts: browsers load this file for the pages of its failures only, which show nothing of it. */
export default function EsimReplacementPage({ loaderData }: Route.ComponentProps) {
  return import.meta.env.SSR ? <Question {...loaderData} /> : null;
}

function Question({ token, form: loaded }: Route.ComponentProps["loaderData"]) {
  const t = useT("offer", "newEsim");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  return (
    <Page name="esim-replacement" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm
        id="esim-replacement"
        form={form}
        submit={t("submit")}
        aside={
          <ButtonLink kind="quiet" icon="back" href={linkTo("confirmation", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        <p>{t("before")}</p>
      </PortalForm>
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
