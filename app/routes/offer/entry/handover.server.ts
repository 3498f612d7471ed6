import { data } from "react-router";
import { z } from "zod";
import { type CompletedSteps, guards, type OfferStep, offerSteps } from "#app/domain/offer-steps.ts";
import { type Place, portalState } from "#app/error-pages/error-response.server.ts";
import { type FormDefinition, secretFields, shownValues } from "#app/forms/define-form.server.ts";
import { draftOf, handedOverTo, keepHandedOver } from "#app/forms/draft.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { sessionStoreOutage } from "#app/outcome/session-store-outage.server.ts";
import { type PageName, pathTo } from "#app/pages.ts";
import { config } from "#app/platform/config.server.ts";
import { getT, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { type Handed, type HandoverRecord, handoverOf } from "#app/session/handover.server.ts";
import { defineFlash } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { type Cart, cartOf } from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import { idDataForm } from "../cart/id-data.form.server.ts";
import { paymentForm } from "../cart/payment.form.server.ts";
import { personalDataForm } from "../cart/personal-data.form.server.ts";

/** The pages whose forms travel. */
export const pages = ["personal-data", "id-data", "payment"] as const;
type TakenHandover = Pick<HandoverRecord, "step" | "order"> & Required<Pick<HandoverRecord, "values">>;

/** @throws a page that does not exist, if the operator has switched this off */
export function requireHandover(): void {
  if (!config().handover) throw data(null, { status: 404 });
}

/** The store, or the page that says that it is down. */
export const inStore = <T>(place: Place, work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw sessionStoreOutage(place);
  });

/** What another browser may know of a form: nothing that is masked where it is shown, nor what no draft may keep. */
function travelling(form: FormDefinition<z.ZodObject, never>, values: FormState["values"]) {
  const secret = secretFields(form);
  const own = ([name]: [string, unknown]) =>
    !secret.some((one) => name === one || name.startsWith(`${one}.`));
  return Object.fromEntries(Object.entries(values).filter(own));
}

/** What was typed or entered in this browser, or came here from another one and was not sent yet. */
export async function valuesToHandOver(context: RequestContext, token: string, cart: Cart): Promise<Handed> {
  const forms = {
    "personal-data": [personalDataForm, cart.customer && shownValues(personalDataForm, cart)],
    "id-data": [idDataForm, cart.identification && shownValues(idDataForm, cart)],
    payment: [paymentForm, cart.payment && shownValues(paymentForm, { cart, methods: [] })],
  } as const;
  const all: Handed = {};
  for (const page of pages) {
    const path = pathTo(page, { token });
    const [form, entered] = forms[page];
    const values = (await draftOf(context, path)) ?? entered?.values ?? (await handedOverTo(context, path));
    if (values) all[page] = travelling(form, values);
  }
  return all;
}

/** Fills the forms that were not sent from this browser: what was, is what an order would contain. */
export async function receiveHandover(
  context: RequestContext,
  token: string,
  { step, values: handed }: TakenHandover,
): Promise<void> {
  const cart = await cartOf(context, token);
  const done = {
    "personal-data": cart?.customer,
    "id-data": cart?.identification,
    payment: cart?.payment,
  };
  for (const page of pages) {
    const values = handed[page];
    if (values && !done[page]) keepHandedOver(context, pathTo(page, { token }), values);
  }
  const session = context.get(sessionContext);
  session.extendLifetime();
  if (step) session.write(leftStep, token, step);
  leaveNotice(context, token, "handedOver");
}

/** Where the order goes on in this browser, once its offer is there: with a login in between, too. */
const leftStep = defineFlash("left step", z.enum(offerSteps));

/** The step that was open in the other browser, or the first before it that lacks something here; once. Undefined: the offer. */
export async function takeLeftStep(
  context: RequestContext,
  token: string,
  { verification }: Cart,
  completed: CompletedSteps,
): Promise<OfferStep | undefined> {
  const step = await context.get(sessionContext).take(leftStep, token);
  if (!step || step === "offer") return undefined;
  return guards["check-offer-personal-data"](step, verification, completed) ?? step;
}

/** What was found by a code. @throws the page that says why it opens nothing; it leads to the offer */
export function openHandover(place: Place, token: string, found: HandoverRecord | undefined): TakenHandover {
  const isOfOffer = found?.token === token;
  if (isOfOffer && found.values) return { step: found.step, order: found.order, values: found.values };
  const t = getT(place.context, "offer", "handover");
  const toOffer = { href: linkTo(place.context, "offer", { token }), label: t("toOffer") };
  throw noHandover(place, isOfOffer ? "HandoverUsed" : "HandoverUnknown", "handed-over", toOffer);
}

/**
 * Where a code leads that was typed in, or found on paper.
 * @throws the page that says that nobody knows it
 */
export async function handoverAddress(place: Place, code: string): Promise<string> {
  const { context } = place;
  const found = await inStore(place, handoverOf(code));
  const again = {
    href: linkTo(context, "handover-code"),
    label: getT(context, "offer", "typedCode")("again"),
  };
  if (!found) throw noHandover(place, "HandoverCodeUnknown", "handover-code", again);
  return handedOverPath(context, found.token, code, found.brand);
}

/** The link to a code's values. It names the brand, as the other browser may not know it. */
export const handedOverPath = (context: RequestContext, token: string, code: string, brand: string) =>
  `${linkTo(context, "handed-over", { token, code })}?${new URLSearchParams({ brand })}`;

const noHandover = (
  place: Place,
  code: "HandoverUsed" | "HandoverUnknown" | "HandoverCodeUnknown",
  page: PageName,
  action: { href: string; label: string },
) => portalState(place, code, { page, action: () => ({ ...action, method: "get" }) });
