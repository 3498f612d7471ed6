import { redirectDocument } from "react-router";
import type { OfferSummary } from "#app/backend/contract/offer.ts";
import { formatDateTime } from "#app/domain/calendar.ts";
import { maskIban } from "#app/domain/iban.ts";
import { maskEmail } from "#app/domain/masked.ts";
import { firstIncompleteStep } from "#app/domain/offer-steps.ts";
import { offerErrorIn } from "#app/errors/errors.ts";
import { carryDraft } from "#app/forms/carried-draft.server.ts";
import { PageFields } from "#app/forms/page-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { pathTo } from "#app/pages.ts";
import { localeContext, pageTexts, postedFormContext, sessionContext } from "#app/request/context.server.ts";
import { linkTo as pathOf } from "#app/shell/link-to.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { confirmationEvents, offerEvents } from "#app/tracking/offer-events.server.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { Route } from "./+types/confirmation";
import { type Cart, cartOf, forgetEntered, leaveNotice } from "./cart.server.ts";
import { deliveryDates } from "./delivery.server.ts";
import { DocumentLinks } from "./documents.tsx";
import { type OfferPlace, offerErrorAnswer } from "./error-answer.server.ts";
import { completedSteps, toStep } from "./journey.server.ts";
import { type Failing, type KnownOrder, knownOrder, paymentSaidBy } from "./known-order.server.ts";
import { unknownOrder } from "./order.server.ts";
import { paymentName } from "./payment.server.ts";
import { ofOrder, payBlocked, payOrder, requirePayment } from "./payment-state.server.ts";
import { Costs, Device, Products, TotalLine } from "./products.tsx";
import { shownOffers } from "./shown-offers.server.ts";

/** Queries the backend, because returning from a payment provider proves nothing. */
export async function loader({ context, params: { token }, request, url }: Route.LoaderArgs) {
  // What was ordered does not depend on the session.
  const session = context.get(sessionContext);
  session.settle();
  const place = { context, token, url };
  let cart = await cartOf(context, token);
  let known = await knownOrder(place, cart);
  if (cart && known.is === "underWay") {
    const answer = await unknownOrder(place, cart, known.intent);
    // A session that cannot store the order's outcome would lead here again and again.
    const isHere = answer instanceof Response && answer.headers.get("Location") === url.pathname;
    if (!isHere || (await session.flush())) throw answer;
    cart = await cartOf(context, token);
    known = await knownOrder(place, cart);
  }
  if (known.is !== "placed") throw await notOrdered(place, cart, known);
  if (!known.summary) throw await withoutSummary(place, cart, known.error);
  const { summary } = known;
  const paymentState = await requirePayment(place, cart, summary);
  if (cart?.ordered) forgetEntered(context, token);
  const { orderId, orderedAt, offers, charges, customer, payment, documents, idvId, offerUseCase } = summary;
  const { delivery, trackingUrl } = summary;
  const isOurs = isOrderedHere(cart, orderId);
  const events = await confirmationEvents(context, { ...summary, isOurs });
  return {
    token,
    orderId,
    orderedAt: orderedAt && formatDateTime(new Date(orderedAt), context.get(localeContext).locale),
    contents: { offers: shownOffers(context, request, url, offers), charges },
    email: customer?.email && maskEmail(customer.email),
    payment: payment && {
      method: paymentName(context, payment.method, {
        offerUseCase,
        ...(payment.name && { paymentMethodNames: { [payment.method]: payment.name } }),
      }),
      iban: payment.maskedIban && maskIban(payment.maskedIban),
    },
    /** Whether the customer comes from the payment page and the provider confirms the payment (specification §3). */
    redirectedFromPaymentProvider: cart?.ordered?.payAt !== undefined && paymentState === "paid",
    documents,
    idvId,
    hasDevice: offers.some(({ hardware }) => hardware),
    delivery: deliveryDates(context, delivery),
    trackingUrl,
    tracking: await offerEvents(context, token, ...events),
    texts: pageTexts(context, ["offer.shared", "offer.confirmation"], offerUseCase),
  };
}

/** Before an order: to the step that is open, or the page of what the provider says of the offer. */
function notOrdered(place: OfferPlace, cart: Cart | undefined, known: KnownOrder): unknown {
  const state = known.is === "open" ? known.state : undefined;
  if (state) return offerErrorAnswer(place, state);
  // An order of a session that is lost may still be on its way: what is said is what the provider knows.
  if (!cart) leaveNotice(place.context, place.token, "notOrdered");
  const step = cart ? firstIncompleteStep(cart.verification, completedSteps(cart)) : "offer";
  return toStep(place.context, step, place.token, 302);
}

/** Ends and states of an order itself. Whatever else is said once it is placed keeps it from being shown, no more. */
const saidOfOrder = (code: Failing["code"]) =>
  paymentSaidBy(code) !== undefined || code === "OfferCancelled" || code === "Unauthorized";

async function withoutSummary(place: OfferPlace, cart: Cart | undefined, error: Failing): Promise<unknown> {
  if (cart?.ordered) await payBlocked(place, cart.ordered);
  if (saidOfOrder(error.code)) return offerErrorAnswer(ofOrder(place, error.code, cart), error);
  return offerErrorAnswer(place, offerErrorIn("OfferSummaryNotLoaded", undefined, { cause: error }));
}

/** Whether this browser has placed the order of this number. */
const isOrderedHere = (cart: Cart | undefined, orderId: string): boolean =>
  cart?.ordered !== undefined && (cart.ordered.isKey === true || cart.ordered.orderId === orderId);

/** Pays an order whose payment page was not known when its page was shown; or leads to its withdrawal. */
export async function action({ context, params: { token }, request, url }: Route.ActionArgs) {
  const place = { context, token, url, posted: true };
  if (!context.get(postedFormContext).has("withdraw")) return payOrder(place);
  const form = redirectDocument(pathOf(context, "withdrawal"), 303);
  const cart = await cartOf(context, token);
  const { summary } = cart?.ordered ? await placedOrder(place, cart) : {};
  if (!summary || !isOrderedHere(cart, summary.orderId)) return form;
  const { orderId, customer } = summary;
  const { firstName = "", lastName = "", email = "" } = customer ?? {};
  const values = { firstName, lastName, contractReference: orderId, email };
  return carryDraft({ context, request }, form, { page: pathTo("withdrawal"), values });
}

async function placedOrder(place: OfferPlace, cart: Cart): Promise<{ summary?: OfferSummary }> {
  const known = await knownOrder(place, cart);
  return known.is === "placed" && known.summary ? { summary: known.summary } : {};
}

export default function ConfirmationPage({ loaderData }: Route.ComponentProps) {
  const { token, orderId, orderedAt, contents, email, payment, documents, idvId, hasDevice } = loaderData;
  const { redirectedFromPaymentProvider, delivery, trackingUrl } = loaderData;
  const [first] = contents.offers;
  const name = first?.hardware?.name ?? first?.tariff?.name;
  const t = useT("offer", "confirmation");
  const shared = useT("offer", "shared");
  const shell = useT("common", "shell");
  const open = (label: string, detail: string) => ({ label, detail, done: false });
  const steps = [
    { label: t("stepOrdered"), detail: orderedAt, done: true },
    ...(idvId ? [open(t("identity"), t("nextIdentity"))] : []),
    open(t("stepConfirmed"), t("nextMail")),
    ...(hasDevice
      ? [open(t("stepShipped"), delivery ? t("nextDeliveryOn", { date: delivery }) : t("nextDelivery"))]
      : []),
  ];
  const linkTo = useLinkTo();
  return (
    <Page name="confirmation" title={t("title")}>
      <StatusSection kind="success" headline={t("title")}>
        <p>{email ? t("leadMail", { email }) : t("lead")}</p>
      </StatusSection>
      <Card className="stack">
        {first && (
          <div className="offer-item">
            {first.hardware && <Device hardware={first.hardware} category={first.category} />}
            <div>
              <h2>{name}</h2>
              {first.hardware && (
                <p className="muted">
                  {[first.hardware.color, first.hardware.capacity].filter(Boolean).join(", ")}
                </p>
              )}
              <TotalLine contents={contents} />
            </div>
          </div>
        )}
        <SummaryList
          rows={[
            { label: t("order"), value: <span translate="no">{orderId}</span> },
            {
              label: t("payment"),
              value:
                payment &&
                [payment.method, redirectedFromPaymentProvider && t("paid"), payment.iban]
                  .filter(Boolean)
                  .join(", "),
              listed: true,
            },
          ]}
        />
      </Card>
      <Card id="next" title={t("next")}>
        <Timeline steps={steps} />
        {trackingUrl && (
          <p>
            <a href={trackingUrl} rel="noreferrer">
              {t("track")}
            </a>
          </p>
        )}
        {idvId && (
          <ButtonLink kind="primary" href={linkTo("idv-selection", { token: idvId })}>
            {t("identity")}
          </ButtonLink>
        )}
      </Card>
      <Accordion
        id="ordered"
        open={[]}
        items={[
          { id: "products", title: t("products"), content: <Products contents={contents} /> },
          { id: "costs", title: shared("costs"), content: <Costs contents={contents} /> },
          ...(documents.length > 0
            ? [
                {
                  id: "documents",
                  title: shared("documents"),
                  content: (
                    <DocumentLinks token={token} documents={documents} offers={contents.offers} archive />
                  ),
                },
              ]
            : []),
        ]}
      />
      <div className="cluster">
        <form id="withdraw" method="post" className="cluster">
          <PageFields />
          <span>{t("withdraw")}</span>
          <Button kind="quiet" name="withdraw">
            {shell("withdraw")}
          </Button>
        </form>
        <ButtonLink kind="quiet" icon="download" href={linkTo("order-paper", { token })}>
          {t("paper")}
        </ButtonLink>
        <PrintButton label={t("print")} />
      </div>
      <SharedDevice />
    </Page>
  );
}
