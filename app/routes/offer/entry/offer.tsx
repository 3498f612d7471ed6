import type { ComponentProps } from "react";
import { redirectDocument } from "react-router";
import { knownVerification, type Offer, type OfferVerification } from "#app/backend/contract/offer.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import { formatDeadline, formatMinute } from "#app/domain/calendar.ts";
import { firstIncompleteStep } from "#app/domain/offer-steps.ts";
import { OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { deliveryDates } from "#app/outcome/delivery.server.ts";
import {
  addServerParts,
  brandContext,
  getT,
  localeContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import { Hotline, HotlineHours, RelayLink } from "#app/shell/hotline.tsx";
import { hotlineId } from "#app/shell/page-footer.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useServerShell } from "#app/shell/use-shell.ts";
import { leaveEvent, loadedEvent } from "#app/tracking/offer-events.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { dialLink } from "#app/ui/dial-link.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { type Cart, cartOf, documentsOf, isEarly, isOrdered, startCart } from "../cart/cart.server.ts";
import { takeOverCarried } from "../cart/cart-notice.server.ts";
import { offerErrorAnswer } from "../cart/error-answer.server.ts";
import { completedSteps, stepData, stepPath, toStep } from "../cart/journey.server.ts";
import { verifyAfter } from "../cart/known-order.server.ts";
import { takeDeepLink } from "../cart/login.server.ts";
import { openPaymentMethods, paymentName } from "../cart/payment.server.ts";
import { Documents, documentHref } from "../goods/documents.tsx";
import type { GuaranteeNotice } from "../goods/goods.tsx";
import { guaranteeWithCode, hasGoods } from "../goods/guarantee.server.ts";
import { joined, totalLines, whyNoTotal } from "../goods/price-texts.ts";
import type { Products } from "../goods/products.tsx";
import { ShopWindow } from "../goods/shop-window.tsx";
import { shownOffers } from "../goods/shown-offers.server.ts";
import { offerStateAnswer } from "../order/told-answer.server.ts";
import { checkOfferPersonalData } from "../steps/guards.server.ts";
import { StepPage } from "../steps/steps.tsx";
import type { Route } from "./+types/offer";
import { toDeclined } from "./decline.server.ts";
import { takeLeftStep } from "./handover.server.ts";

export const middleware = [checkOfferPersonalData];

/** Checks the offer's state, then loads it as this session's cart. */
export async function loader({ context, params: { token }, request, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  const earlierCart = await cartOf(context, token);
  if (isOrdered(earlierCart)) throw toStep(context, "confirmation", token, 302);
  const verified = await verifyAfter(place, earlierCart);
  // Missing data is no error here: the next step fills it in.
  const missing =
    !verified.ok && verified.error instanceof OfferError
      ? offerStates[verified.error.code].redirect
      : undefined;
  // It is there, and wants a login first.
  if (!verified.ok && verified.error.code === "Unauthorized") await takeOverCarried(context, token, url);
  if (!verified.ok && !missing) throw await offerStateAnswer(place, verified.error);
  // The provider has taken the no, and its reads are behind.
  const declined = await toDeclined(context, token);
  if (declined) throw declined;
  const loaded = await loadOffer(context, token);
  if (!loaded.ok) throw await offerStateAnswer(place, loaded.error);
  const verification = verified.ok
    ? knownVerification.parse(verified.data)
    : verificationWithout(missing, loaded.data);
  const cart = await startCart(context, token, { offer: loaded.data, verification });
  if (cart.verification.payment === "missing" && openPaymentMethods(context, cart).length === 0)
    throw await offerErrorAnswer(place, offerErrorIn("NoPaymentMethodsAvailable"));
  await takeOverCarried(context, token, url);
  const event = loadedEvent(context, loaded.data);
  const wanted = await takeDeepLink(context, token);
  const early = isEarly(loaded.data);
  const completed = completedSteps(cart);
  const left = await takeLeftStep(context, token, cart, completed);
  const step = missing ?? left;
  if ((step || wanted) && !early) {
    leaveEvent(context, token, event);
    if (step) throw toStep(context, step, token, 302);
    throw redirectDocument(withPrefix(wanted ?? "", context.get(localeContext).prefix));
  }
  const next = firstIncompleteStep(cart.verification, completed);
  const { offers, charges, validUntil } = loaded.data;
  const { locale } = context.get(localeContext);
  const shown: ShownOffer = {
    token,
    contents: { offers: shownOffers(context, request, url, offers), charges },
    orderableFrom: early ? formatMinute(new Date(loaded.data.orderableFrom ?? ""), locale) : undefined,
    declinable: loaded.data.declinable,
    validUntil: validUntil && formatDeadline(new Date(validUntil), locale),
    documents: documentsOf(cart),
    facts: orderFacts(context, cart),
    guarantee: hasGoods(offers) ? await guaranteeWithCode(context.get(brandContext), locale) : undefined,
    next: stepPath(context, next, token),
    resumed: completed.personalData,
  };
  addServerParts(context, { offer: shown });
  return stepData(context, { token, url }, cart, "offer", event);
}

/** All that the page shows of the offer: it has no scripts that could read loader data, which React Router encodes at each look. */
interface ShownOffer extends Pick<ComponentProps<typeof Documents>, "documents"> {
  token: string;
  contents: ComponentProps<typeof Products>["contents"];
  orderableFrom: string | undefined;
  declinable: boolean | undefined;
  validUntil: string | undefined;
  facts: ComponentProps<typeof ShopWindow>["facts"];
  guarantee: ComponentProps<typeof GuaranteeNotice> | undefined;
  /** The address of the next step. */
  next: string;
  /** Something was entered before. */
  resumed: boolean;
}

declare module "#app/ui/server-render.ts" {
  interface ServerParts {
    offer?: ShownOffer;
  }
}

/** How it can be paid and where it is delivered, before the order begins (§ 312j (1) BGB). */
function orderFacts(context: RequestContext, cart: Cart) {
  const t = getT(context, "offer", "shared");
  const page = getT(context, "offer", "offer");
  const methods = cart.verification.payment === "missing" ? openPaymentMethods(context, cart) : [];
  const date = deliveryDates(context, cart.offer.delivery);
  const expected = date && t("deliveryExpected", { date });
  const { offers } = cart.offer;
  const isSent = offers.some(({ hardware, tariff }) => hardware ?? tariff?.sim ?? tariff?.simChoice);
  return {
    title: page(isSent ? "facts.sent" : "facts.available"),
    rows: [
      {
        label: t("payBy"),
        value: methods.map((method) => paymentName(context, method, cart.offer)).join("\u00a0· "),
      },
      {
        label: t(isSent ? "delivery" : "available"),
        value: joined([t("deliveryArea"), expected]),
        listed: true as const,
      },
    ],
  };
}

/** What is known when verification only reported missing data. */
function verificationWithout(
  missing: "personal-data" | "id-data" | undefined,
  offer: Offer,
): OfferVerification {
  return {
    offerId: offer.offerId,
    offerUseCase: offer.offerUseCase,
    personalData: missing === "personal-data" ? "missing" : "complete",
    identificationData: "missing",
    payment: "missing",
  };
}

/** Browsers load this file for the pages of its failures only, which show nothing of it. */
export default function OfferPage() {
  const { offer } = useServerRender().parts;
  return import.meta.env.SSR && offer ? <Shown {...offer} /> : null;
}

function Shown({
  token,
  contents,
  orderableFrom,
  declinable,
  validUntil,
  documents,
  facts,
  guarantee,
  next,
  resumed,
}: ShownOffer) {
  const linkTo = useLinkTo();
  const { hotline, isReachable } = useServerShell().brand;
  const t = useT("offer", "offer");
  const shared = useT("offer", "shared");
  const confirmation = useT("offer", "confirmation");
  const valid = validUntil && `${shared("validUntil", { date: validUntil })}.`;
  const hrefOf = documentHref(linkTo("offer-documents", { token }), documents);
  const decline = linkTo("offer-decline", { token });
  const { later } = useServerRender().parts;
  const { length: contracts } = contents.offers;
  const hasTotal = totalLines(contents, shared) !== undefined;
  const asks = !hasTotal && !orderableFrom;
  const opening = contracts > 1 ? `${t("several", { contracts })}.` : hasTotal && t("lead");
  const calls = asks && isReachable !== false;
  const states: ComponentProps<typeof ShopWindow>["states"] = [
    ...(orderableFrom
      ? [{ key: "early", title: t("orderableFrom", { date: orderableFrom }), text: t("untilThen") }]
      : []),
    ...(hasTotal
      ? []
      : [
          {
            key: "noTotal",
            kind: "warning" as const,
            title: shared("total.none"),
            text: (
              <>
                <span>{`${whyNoTotal(contents, shared)} ${t("askForTotal")}`}</span>{" "}
                <span id={asks ? hotlineId : undefined} className="cluster">
                  {calls ? (
                    <>
                      <HotlineHours /> <RelayLink />
                    </>
                  ) : (
                    <Hotline />
                  )}
                </span>
              </>
            ),
          },
        ]),
  ];
  return (
    <StepPage
      title={t("title")}
      lead={[opening, t("binding"), valid].filter(Boolean).join(" ")}
      width="wide"
      hasHotline={asks}
    >
      <ShopWindow
        contents={contents}
        hrefOf={hrefOf}
        states={states}
        action={
          orderableFrom ? (
            <p>
              <Icon name="calendar" size={18} /> {t("orderableFrom", { date: orderableFrom })}
            </p>
          ) : (
            <>
              {calls && (
                <ButtonLink icon="phone" href={dialLink(hotline.number)}>
                  {confirmation("call", { hotline: hotline.number })}
                </ButtonLink>
              )}
              <ButtonLink kind={calls ? "quiet" : asks ? "secondary" : "primary"} href={next}>
                {resumed ? t("resume") : t("order")}
              </ButtonLink>
            </>
          )
        }
        facts={facts}
        guarantee={guarantee}
        documents={<Documents token={token} documents={documents} offers={contents.offers} archive folded />}
      >
        {(later || declinable) && (
          <ul className="link-rows">
            {later && (
              <li>
                <a href={later.href}>{later.label}</a>
              </li>
            )}
            {declinable && (
              <li>
                <details className="fold">
                  <summary>{t("notInterested")}</summary>
                  <ul>
                    <li>
                      <a href={decline}>{t("decline")}</a>
                    </li>
                    <li>
                      <a href={`${decline}?grund=notRequested`}>{t("notRequested")}</a>
                    </li>
                  </ul>
                </details>
              </li>
            )}
          </ul>
        )}
      </ShopWindow>
    </StepPage>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
