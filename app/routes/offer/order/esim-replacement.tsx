import { createContext, redirectDocument } from "react-router";
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
import { Following } from "#app/ui/what-follows.tsx";
import { readOwnOrder } from "../cart/customer-here.server.ts";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/esim-replacement";
import { isEsimReplaceable, replacement, unreplacedScope } from "./esim-replacement.server.ts";
import { notSent, withReason } from "./order-correction.server.ts";
import { OrderQuestion } from "./order-page.tsx";

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
  const place = { context, token, url };
  const isUnread = await requireReplaceable(context, token, 303);
  context.set(isAnswer, true);
  const submissionId = submissionIdOf(context.get(postedFormContext));
  if (!isUnread) return postOnce(replacement, place, { submissionId });
  return notSent(place, getT(context, "offer", "newEsim"), { ...freshForm(), submissionId });
}

/**
 * @returns whether nobody can say how a press finds the order
 * @throws a redirect to the eSIM that is ready, as after a double press, or to the order
 */
async function requireReplaceable(
  context: RequestContext,
  token: string,
  status: 302 | 303,
): Promise<boolean> {
  const order = await readOwnOrder(context, token);
  if (order === "unread" && status === 303) return true;
  if (order === "unread" || !order) throw toStep(context, "confirmation", token, status);
  if (order.esim === "ready") throw redirectDocument(pathOf(context, "esim", { token }), status);
  if (!isEsimReplaceable(order)) throw toStep(context, "confirmation", token, status);
  return false;
}

/** The page has no scripts: browsers load this file for the pages of its failures only, which show nothing of it. */
export default function EsimReplacementPage({ loaderData }: Route.ComponentProps) {
  return import.meta.env.SSR ? <Question {...loaderData} /> : null;
}

function Question({ token, form }: Route.ComponentProps["loaderData"]) {
  const t = useT("offer", "newEsim");
  return (
    <OrderQuestion
      name="esim-replacement"
      token={token}
      title={t("title")}
      lead={t("lead")}
      form={form}
      submit={t("submit")}
    >
      <Following
        steps={[
          { label: t("follows.lock"), detail: t("follows.lockText") },
          { label: t("follows.setUp"), detail: t("follows.setUpText") },
        ]}
      />
    </OrderQuestion>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
