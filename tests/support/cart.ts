import type { StatePage } from "#app/error-pages/state-page.tsx";
import { offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import type { Life, OrderLife, Pay } from "#app/outcome/order-life.ts";
import { cartScope } from "#app/routes/offer/cart/cart.server.ts";
import { browserForTest } from "./request.ts";

export const token = "demo";
export const payAt = "http://o2.localhost/sandbox/pay/1";
const payment = { method: "credit_card" };
const returnUrl = "http://o2.localhost/angebot/demo/danke";
export const body: Life<"sent">["body"] = { payment, consents: [], language: "de", returnUrl };
const always = { shown: "key", refusals: 0, ended: [] };

/** An order of this session in each state that can be told apart. */
export const editing: OrderLife = { is: "editing", ...always };
export function underWay(is: "pressed" | "sent" | "paying", ago = 0, presses = 1): OrderLife {
  const at = Date.now() - ago;
  return { is, ...always, key: "key", body, startedAt: at, sentAt: at, presses };
}
export function ordered(pay: Pay = { at: "none" }, ago = 0): Life<"ordered"> {
  return { is: "ordered", ...always, orderId: "o-1", namedBy: "provider", pay, at: Date.now() - ago };
}
export const askedPay: Pay = { at: "asked", key: "key", body };
export function resetting(ago = 0): OrderLife {
  const order = ordered({ at: "none" }, ago);
  const placed = { orderId: "o-1" };
  return { is: "resetting", ...always, by: "reset", paymentAction: "clearError", placed, order };
}

/**
 * A browser with a cart, and its tabs.
 * @param isAway which of the session store's calls fail
 */
export async function customerWithCart(kept: object, isAway?: Parameters<typeof browserForTest>[1]) {
  const open = browserForTest("/angebot/demo/danke", isAway);
  const first = await open();
  const offer = { offers: [{ id: "item" }], documents: [], paymentMethods: [] };
  const cart = { locale: "de", order: editing, verification: {}, offer, payment, ...kept };
  first.session.write(cartScope, token, cartScope.schema.parse(cart));
  await first.end();
  return async (leftMs?: number) => ({ ...(await open(leftMs)), token });
}

/** What the provider answers to an order. */
export const acceptedAnswer = {
  ok: true,
  data: { step: "paymentProvider", redirectUrl: payAt, orderId: "o-1" },
};

/** What a read of an order's summary says. */
export const orderIn = (said: object) => ({
  ok: true,
  data: { orderId: "o-1", offers: [], paid: false, ...said },
});

/** How the provider refuses a call about an offer. */
export const offerRefusal = (status: number, code?: string) => ({
  ...{ ok: false, error: offerErrorIn(errorCode(status, code)) },
  failure: { kind: "answer", status, problem: code ? { code } : {} },
});
const errorCode = (status: number, code?: string) =>
  status === 404 ? "NotFound" : (offerStateOfCode(code) ?? "Unexpected");

/** What a customer gets to see: where the answer leads, or the status and state of its page with where its buttons lead. */
export function seen(answer: unknown) {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location") };
  const { data, init } = answer as { data?: Partial<StatePage>; init?: { status: number } };
  const actions = (data?.actions ?? []).map(({ kind, method, href }) => [kind, `${method} ${href}`]);
  return { status: init?.status, ...(data?.state && { ...data, actions: Object.fromEntries(actions) }) };
}
