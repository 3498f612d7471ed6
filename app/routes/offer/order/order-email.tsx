import { createContext } from "react-router";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { maskEmail } from "#app/domain/masked.ts";
import { firstForm } from "#app/forms/draft.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { EmailField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { settlePost } from "#app/outcome/attempt.server.ts";
import { getT, postedFormContext, sessionContext } from "#app/request/context.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { ownOrder } from "../cart/customer-here.server.ts";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/order-email";
import { withReason } from "./order-correction.server.ts";
import { orderEmailForm } from "./order-email.form.server.ts";
import {
  correctedIn,
  emailPost,
  mayCorrectEmail,
  saveEmail,
  uncorrectedScope,
} from "./order-email.server.ts";

/** What the page of a post shows: its form is there whatever can be read of the order by now. */
const answerContext = createContext<{ now: string | undefined } | null>(null);

const addressOf = ({ customer }: OfferSummary) => customer && maskEmail(customer.email);

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  const corrected = await correctedIn(place);
  if (corrected) return { token, corrected };
  const form = await firstForm(context, url, orderEmailForm, undefined);
  const answer = context.get(answerContext);
  if (answer) return { token, form, ...answer };
  await settlePost(emailPost, place);
  const order = await ownOrder(context, token);
  if (!order || !(await mayCorrectEmail(context, token, order)))
    throw toStep(context, "confirmation", token, 302);
  const refused = await context.get(sessionContext).read(uncorrectedScope, token);
  const now = addressOf(order);
  if (!refused) return { token, form, now };
  const { submissionId, email, why } = refused;
  const t = getT(context, "offer", "orderEmail");
  return { token, form: withReason(context, t, { ...form, submissionId, values: { email } }, why), now };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const order = await ownOrder(context, token);
  if (!order?.emailCorrectable) throw toStep(context, "confirmation", token, 303);
  context.set(answerContext, { now: addressOf(order) });
  return saveEmail({ context, token, url }, order, context.get(postedFormContext));
}

export default function OrderEmailPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.corrected === undefined) return <Question {...loaderData} />;
  return <Corrected {...loaderData} />;
}

type Asked = Exclude<Route.ComponentProps["loaderData"], { corrected: string }>;

function Question({ token, form: loaded, now }: Asked) {
  const t = useT("offer", "orderEmail");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  return (
    <Page name="order-email" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">{now ? t("leadTo", { email: now }) : t("lead")}</p>
      <PortalForm
        id="order-email"
        form={form}
        submit={t("submit")}
        aside={
          <ButtonLink kind="quiet" icon="back" href={linkTo("confirmation", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        <EmailField unmarked />
      </PortalForm>
    </Page>
  );
}

function Corrected({ token, corrected }: { token: string; corrected: string }) {
  const t = useT("offer", "orderEmail");
  const linkTo = useLinkTo();
  return (
    <Page name="order-email" title={t("doneTitle")}>
      <StatusSection
        kind="success"
        headline={t("doneTitle")}
        actions={
          <ButtonLink kind="primary" href={linkTo("confirmation", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        <p>{t("done", { email: corrected })}</p>
        <p>{t("both")}</p>
      </StatusSection>
      <SharedDevice />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
