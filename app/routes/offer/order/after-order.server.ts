import type { OfferSummary } from "#app/backend/contract/order.ts";
import { withdrawalsOf } from "#app/declarations/withdrawn-order.server.ts";
import { comingParcel, isToArrive, lineOfNumber, type OrderHead } from "#app/domain/after-order.ts";
import { headInWords, type Say, withdrawalInWords } from "#app/domain/after-order-words.ts";
import { formatDate, formatDeadline, formatMinute, formatTime } from "#app/domain/calendar.ts";
import { maskAddress, maskEmail } from "#app/domain/masked.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import { deliveryDates } from "#app/outcome/delivery.server.ts";
import { orderFor, type ToldStep, toldSteps } from "#app/outcome/next-steps.server.ts";
import { config } from "#app/platform/config.server.ts";
import {
  brandContext,
  getT,
  getTexts,
  localeContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import type { Cart } from "../cart/cart.server.ts";
import { askedEsim, esimHere, isCustomerHere } from "../cart/customer-here.server.ts";
import { shownPayment } from "../cart/payment.server.ts";
import { isEsimReplaceable } from "./esim-replacement.server.ts";
import { identityOf } from "./identity-state.server.ts";
import { mayCorrectEmail } from "./order-email.server.ts";

/** All that is told of an order, on its page, its paper and wherever else. */
export interface ToldOrder {
  head: { name: OrderHead; title: string; text: string };
  steps: ToldStep[];
  /** The number that could still come along: the question, and how. */
  hint: { title: string; text: string } | undefined;
  /** Until when it can be withdrawn from; undefined if nothing is left to withdraw from. */
  withdrawal: string | undefined;
  paid: ReturnType<typeof shownPayment>;
  /** When what is on its way, or comes next, is expected. */
  delivery: string | undefined;
  /** Where what is still to arrive goes, masked. */
  deliveredTo: string | undefined;
  /** Whether this viewer may correct the order's e-mail address here; else the hotline does. */
  correctsEmail: boolean;
  /** The verification that the customer may look at: none, where it is not needed or done. */
  identity: { id: string; until: string | undefined } | undefined;
}

/** What happens next with an order that is done, by whom and when, as far as somebody knows, and for who looks at it. */
export async function toldOrder(
  { context, token }: { context: RequestContext; token: string },
  cart: Cart | undefined,
  known: { summary: OfferSummary; payment: PaymentState | undefined },
): Promise<ToldOrder> {
  const { payment } = known;
  const [withdrawals, esim] = await Promise.all([
    withdrawalsOf(context, known.summary),
    esimHere(context, token, known.summary),
  ]);
  const summary = { ...known.summary, withdrawals, esim };
  const { idvId, orderId, offerUseCase, orderedAt, customer, esimAgainUntil } = summary;
  const { locale } = context.get(localeContext);
  const t = getT(context, "offer", "confirmation", offerUseCase);
  const [identity, isCustomer, asked] = await Promise.all([
    idvId ? identityOf(context, idvId) : undefined,
    isCustomerHere(context, token, cart, orderId),
    context.get(sessionContext).read(askedEsim, token),
  ]);
  const paid = shownPayment(context, summary);
  const identityUntil = identity?.until ? formatDeadline(new Date(identity.until), locale) : undefined;
  const viewer = {
    isCustomer,
    hasReadEsim: asked !== undefined,
    canReplaceEsim: isCustomer && isEsimReplaceable(summary),
    canLogIn: config().loginUrl !== undefined,
  };
  const order = orderFor(context, summary, { payment, identity: identity?.state, viewer });
  const steps = toldSteps(context, summary, order, {
    orderedAt: orderedAt && formatMinute(new Date(orderedAt), locale),
    paidBy: paid?.method,
    account: paid?.iban,
    identityUntil,
    esimAgainUntil: esimAgainUntil && formatTime(new Date(esimAgainUntil), locale),
  });
  const { hotline } = context.get(brandContext);
  const sayHead: Say = (key, values) =>
    getTexts(context, "offer.confirmation", offerUseCase)(key, { ...values, defaultValue: "" });
  const email = customer?.email;
  const mail = email ? t("mailTo", { email: maskEmail(email) }) : t("mail");
  const number = lineOfNumber(order);
  const next = getT(context, "offer", "next", offerUseCase);
  const isShown = identity?.state && identity.state !== "done" && identity.state !== "cancelled";
  return {
    head: headInWords(steps, { hotline: hotline.number, mail }, sayHead),
    steps,
    hint: number && {
      title: next("keepNumber.question"),
      text: next(`keepNumber.${number}`, { hotline: hotline.number }),
    },
    withdrawal: withdrawalInWords(order, (date) => formatDate(date, locale), sayHead),
    paid,
    delivery: deliveryDates(context, comingParcel(steps)?.when),
    deliveredTo: customer?.address && isToArrive(steps) ? maskAddress(customer.address) : undefined,
    correctsEmail: isCustomer && (await mayCorrectEmail(context, token, summary)),
    identity: idvId && isShown ? { id: idvId, until: identityUntil } : undefined,
  };
}
