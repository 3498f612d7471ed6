import { data } from "react-router";
import type { z } from "zod";
import { type Place, portalState } from "#app/error-pages/error-response.server.ts";
import { sessionStoreOutage } from "#app/error-pages/session-store-outage.server.ts";
import { type FormDefinition, secretFields, shownValues } from "#app/forms/define-form.server.ts";
import { draftOf, handedOverTo, keepHandedOver } from "#app/forms/draft.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { type PageName, pathTo } from "#app/pages.ts";
import { config } from "#app/platform/config.server.ts";
import { getT, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { type Handed, type HandoverRecord, handoverOf } from "#app/session/handover.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { type Cart, cartOf } from "./cart.server.ts";
import { leaveNotice } from "./cart-notice.server.ts";
import { idDataForm } from "./id-data.form.server.ts";
import { paymentForm } from "./payment.form.server.ts";
import { personalDataForm } from "./personal-data.form.server.ts";

const pages = ["personal-data", "id-data", "payment"] as const;

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
export async function receiveHandover(context: RequestContext, token: string, handed: Handed): Promise<void> {
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
  context.get(sessionContext).extendLifetime();
  leaveNotice(context, token, "handedOver");
}

/** What was found by a code. @throws the page that says why it opens nothing; it leads to the offer */
export function orWhyNot(place: Place, token: string, found: HandoverRecord | undefined): Handed {
  const isOfOffer = found?.token === token;
  if (isOfOffer && found.values) return found.values;
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
