import { data } from "react-router";
import type { Offer } from "#app/backend/contract/offer.ts";
import type { DeclineReason } from "#app/backend/contract/order.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import { namesOf } from "#app/domain/item-names.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormReply, FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import { getT, postedFormContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { failedForm } from "#app/shell/help.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Named } from "#app/ui/named.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { ReceiptParts } from "../../declaration/receipt-parts.tsx";
import { cartOf, isOrdered } from "../cart/cart.server.ts";
import { toStep } from "../cart/journey.server.ts";
import { BriefTotal, Device } from "../goods/products.tsx";
import { shownOffers } from "../goods/shown-offers.server.ts";
import { offerStateAnswer } from "../order/told-answer.server.ts";
import type { Route } from "./+types/decline";
import { decline, declinedIn, declineReceipt, toDeclined } from "./decline.server.ts";

/** Its query parameter, on the link from the offer. */
const wanted = "grund";
const reasonIn = (named: unknown): DeclineReason => (named === "notRequested" ? "notRequested" : "notWanted");

/** Declines nothing: it asks back, or confirms what is sealed in its address; of a no of unknown end, it finds out. */
export async function loader({ context, params: { token }, request, url }: Route.LoaderArgs) {
  const shown = (offer: Offer | undefined) => ({
    token,
    goods: offer && { offers: shownOffers(context, request, url, offer.offers), charges: offer.charges },
  });
  const declined = declinedIn(token, url);
  if (declined) return { declined: declineReceipt(context, declined) };
  const cart = await cartOf(context, token);
  if (isOrdered(cart)) throw toStep(context, "confirmation", token, 302);
  // After a post that did not arrive, its form is there whatever else can be loaded.
  const posted = context.get(postedFormContext).get("reason");
  if (posted !== null) return { form: freshForm(), reason: reasonIn(posted), ...shown(cart?.offer) };
  const answer = await toDeclined(context, token);
  if (answer) throw answer;
  const sent = await context.get(sessionContext).read(decline.scope, token);
  if (sent && (await settlePost(decline, { context, token, url }))) {
    const { submissionId, reason } = sent;
    const form = unconfirmed(context, { submissionId, isMissing: false });
    return { form, reason, ...shown(cart?.offer) };
  }
  const loaded = cart ? { ok: true as const, data: cart.offer } : await loadOffer(context, token);
  if (!loaded.ok) throw await offerStateAnswer({ context, token, url }, loaded.error);
  if (!loaded.data.declinable) throw toStep(context, "offer", token, 302);
  return {
    form: freshForm(),
    reason: reasonIn(parameterOf<"offer-decline">(url, wanted)),
    ...shown(loaded.data),
    tracking: await offerEvents(context, token),
  };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  if (isOrdered(await cartOf(context, token))) throw toStep(context, "confirmation", token, 303);
  const no = { submissionId: submissionIdOf(posted), reason: reasonIn(posted.get("reason")) };
  const reply = await postOnce(decline, { context, token, url }, no);
  if (reply instanceof Response) return reply;
  const form = unconfirmed(context, reply);
  return data({ form } satisfies FormReply, { status: reply.isMissing ? 501 : 503 });
}

/** The form of a no that the provider did not take, or of which nobody could say for two minutes whether it did. */
function unconfirmed(
  context: RequestContext,
  { submissionId, isMissing }: { submissionId: string; isMissing: boolean },
): FormState {
  const t = getT(context, "offer", "decline");
  const problem = failedForm(context, t("failedTitle"), t(isMissing ? "missing" : "failed"));
  return { ...freshForm(), submissionId, problem };
}

export default function DeclinePage({ loaderData }: Route.ComponentProps) {
  const { declined } = loaderData;
  return declined ? <Declined receipt={declined} /> : <Question {...loaderData} />;
}

type Asked = Exclude<Route.ComponentProps["loaderData"], { declined: object }>;

function Question({ form: loaded, reason, token, goods }: Asked) {
  const t = useT("offer", "decline");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  return (
    <Page name="offer-decline" title={t(`${reason}.title`)} form={form}>
      <h1>{t(`${reason}.title`)}</h1>
      <p className="lead">{t(`${reason}.lead`)}</p>
      {goods && (
        <ServerContent as="div" className="card offered">
          {import.meta.env.SSR && <Offered goods={goods} />}
        </ServerContent>
      )}
      <PortalForm
        id="offer-decline"
        form={form}
        submit={t(`${reason}.submit`)}
        kind="danger"
        aside={
          <ButtonLink kind="secondary" href={linkTo("offer", { token })}>
            {t("back")}
          </ButtonLink>
        }
      >
        <input type="hidden" name="reason" value={reason} />
      </PortalForm>
      <p className="muted">{t("follows")}</p>
    </Page>
  );
}

/** What is declined, as far as it could be loaded. */
function Offered({ goods }: { goods: NonNullable<Asked["goods"]> }) {
  const { brand } = useShell();
  const [first] = goods.offers;
  if (!first) return null;
  const [name = "", ...names] = goods.offers.flatMap(namesOf);
  return (
    <div className="offer-item">
      {first.hardware && <Device hardware={first.hardware} category={first.category} />}
      <div>
        <h2>
          <Named text={name} name={brand.name} />
        </h2>
        {names.length > 0 && (
          <p className="muted">
            <Named text={names.join(", ")} name={brand.name} />
          </p>
        )}
        <BriefTotal contents={goods} />
      </div>
    </div>
  );
}

function Declined({ receipt }: { receipt: Receipt }) {
  const t = useT("offer", "decline");
  const linkTo = useLinkTo();
  return (
    <Page name="offer-decline" title={receipt.title} hasHotline>
      <ReceiptParts receipt={receipt} />
      <div className="cluster more">
        <ButtonLink kind="quiet" href={linkTo("home")}>
          {t("home")}
        </ButtonLink>
      </div>
      <SharedDevice />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
