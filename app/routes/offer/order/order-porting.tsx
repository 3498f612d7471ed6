import { createContext } from "react-router";
import type { PortingRefusal } from "#app/domain/after-order.ts";
import { RadioField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { firstForm } from "#app/forms/draft.server.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { settlePost } from "#app/outcome/attempt.server.ts";
import { getT, postedFormContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import type { TimelineStep } from "#app/ui/timeline.tsx";
import { readOwnOrder } from "../cart/customer-here.server.ts";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/order-porting";
import { withReason } from "./order-correction.server.ts";
import { OrderQuestion, OrderSettled } from "./order-page.tsx";
import { orderPortingForm } from "./order-porting.form.server.ts";
import {
  formAbout,
  isAskedAgain,
  portingPost,
  refusalIn,
  refusedNumber,
  savePorting,
  uncorrectedScope,
} from "./order-porting.server.ts";

/** What the page of a post is about: its form is there whatever can be read of the order by now. */
const answerContext = createContext<{ refused: PortingRefusal | undefined } | null>(null);

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  if (await isAskedAgain(place)) return { token, steps: stepsOfNumber(context, true) };
  const page = { token, steps: stepsOfNumber(context, false) };
  const form = await firstForm(context, url, orderPortingForm, undefined);
  const answer = context.get(answerContext);
  if (answer) return { ...page, ...answer, form: formAbout(answer.refused, form) };
  await settlePost(portingPost, place);
  const order = await readOwnOrder(context, token);
  const kept = await context.get(sessionContext).read(uncorrectedScope, token);
  const refused = order === "unread" ? kept?.refused : order && refusedNumber(order);
  if (!refused) throw toStep(context, "confirmation", token, 302);
  if (kept?.refused !== refused) return { ...page, refused, form: formAbout(refused, form) };
  const { submissionId, why } = kept;
  const typed = formAbout(refused, { ...form, submissionId }, kept);
  return { ...page, refused, form: withReason(context, getT(context, "offer", "orderPorting"), typed, why) };
}

/** As the order's page has them: from the refusal, or from the request that follows it. */
function stepsOfNumber(context: RequestContext, isAsked: boolean): TimelineStep[] {
  const t = getT(context, "offer", "orderPorting");
  const next = getT(context, "offer", "next");
  return [
    isAsked
      ? { label: t("sent"), detail: undefined, done: true }
      : { label: next("portingRefused.label"), detail: undefined, done: false, current: true, stopped: true },
    { label: t("awaited"), detail: t("awaitedText"), done: false, current: isAsked },
    { label: next("porting.label"), detail: next("porting.afterRelease"), done: false },
  ];
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  const order = await readOwnOrder(context, token);
  const refused = order === "unread" ? refusalIn(posted) : order && refusedNumber(order);
  if (order === "unread" || refused) context.set(answerContext, { refused });
  return savePorting({ context, token, url }, order, refused, posted);
}

export default function OrderPortingPage({ loaderData }: Route.ComponentProps) {
  return "form" in loaderData ? <Question {...loaderData} /> : <Asked {...loaderData} />;
}

type AboutRefusal = Extract<Route.ComponentProps["loaderData"], { form: object }>;

function Question({ token, refused, form, steps }: AboutRefusal) {
  const t = useT("offer", "orderPorting");
  return (
    <OrderQuestion
      name="order-porting"
      token={token}
      title={t("title")}
      lead={refused && t(`reasons.${refused}`)}
      form={form}
      submit={t("submit")}
      steps={refused && steps}
    >
      {refused && <input type="hidden" name="refused" value={refused} />}
      <TextField name="portingHolder" autoComplete="off" />
      <DateField name="birthDate" />
      <RadioField
        name="oldContract"
        choices={(["released", "cancelled"] as const).map((value) => ({
          value,
          label: t(`choices.${value}`),
        }))}
      />
    </OrderQuestion>
  );
}

function Asked({ token, steps }: { token: string; steps: TimelineStep[] }) {
  const t = useT("offer", "orderPorting");
  return (
    <OrderSettled name="order-porting" token={token} title={t("doneTitle")} steps={steps}>
      <p>{t("done")}</p>
    </OrderSettled>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
