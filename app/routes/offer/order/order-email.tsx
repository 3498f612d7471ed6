import { createContext } from "react-router";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { maskEmail } from "#app/domain/masked.ts";
import { firstForm } from "#app/forms/draft.server.ts";
import { EmailField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { settlePost } from "#app/outcome/attempt.server.ts";
import { getT, postedFormContext, sessionContext } from "#app/request/context.server.ts";
import { WhatFollows } from "#app/ui/what-follows.tsx";
import { readOwnOrder } from "../cart/customer-here.server.ts";
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
import { OrderQuestion, OrderSettled } from "./order-page.tsx";

/** What the page of a post shows: its form is there whatever can be read of the order by now. */
const answerContext = createContext<{ now: string | undefined } | null>(null);

const addressOf = (order: OfferSummary | "unread") =>
  order === "unread" || !order.customer ? undefined : maskEmail(order.customer.email);

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  const corrected = await correctedIn(place);
  if (corrected) return { token, corrected };
  const form = await firstForm(context, url, orderEmailForm, undefined);
  const answer = context.get(answerContext);
  if (answer) return { token, form, ...answer };
  await settlePost(emailPost, place);
  const order = await readOwnOrder(context, token);
  const refused = await context.get(sessionContext).read(uncorrectedScope, token);
  const isOpen = order === "unread" ? refused : order && (await mayCorrectEmail(context, token, order));
  if (!order || !isOpen) throw toStep(context, "confirmation", token, 302);
  const now = addressOf(order);
  if (!refused) return { token, form, now };
  const { submissionId, email, why } = refused;
  const t = getT(context, "offer", "orderEmail");
  return { token, form: withReason(context, t, { ...form, submissionId, values: { email } }, why), now };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const order = await readOwnOrder(context, token);
  if (!order || (order !== "unread" && !order.emailCorrectable))
    throw toStep(context, "confirmation", token, 303);
  context.set(answerContext, { now: addressOf(order) });
  return saveEmail({ context, token, url }, order, context.get(postedFormContext));
}

export default function OrderEmailPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.corrected === undefined) return <Question {...loaderData} />;
  return <Corrected {...loaderData} />;
}

type Asked = Exclude<Route.ComponentProps["loaderData"], { corrected: string }>;

function Question({ token, form, now }: Asked) {
  const t = useT("offer", "orderEmail");
  return (
    <OrderQuestion
      name="order-email"
      token={token}
      title={t("title")}
      lead={now ? t("leadTo", { email: now }) : t("lead")}
      form={form}
      submit={t("submit")}
      cardTitle={t("wrong")}
      after={
        <WhatFollows
          title={t("followsTitle")}
          steps={[
            { label: t("follows.change"), detail: t("both") },
            { label: t("follows.again"), detail: t("follows.againText") },
          ]}
        />
      }
    >
      <EmailField unmarked />
    </OrderQuestion>
  );
}

function Corrected({ token, corrected }: { token: string; corrected: string }) {
  const t = useT("offer", "orderEmail");
  return (
    <OrderSettled name="order-email" token={token} title={t("doneTitle")}>
      <p>{t("done", { email: corrected })}</p>
      <p>{t("both")}</p>
    </OrderSettled>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
