import { offerSummary } from "#app/backend/contract/order.ts";
import type { StatePage } from "#app/error-pages/state-page.tsx";
import { offerErrorOf } from "#app/errors/errors.ts";
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
export function underWay(
  is: "pressed" | "sent" | "paying",
  ago = 0,
  presses = 1,
): Life<"pressed" | "sent" | "paying"> {
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
  data: offerSummary.parse({ orderId: "o-1", offers: [], paid: false, ...said }),
});

/** How the provider refuses a call about an offer. */
export function offerRefusal(status: number, code?: string) {
  const problem = code ? { code } : {};
  return { ok: false, error: offerErrorOf(status, problem), failure: { kind: "answer", status, problem } };
}

/**
 * What a customer gets to see: where the answer leads, or the status and state of its page with where its buttons lead, and
 * of the one that resets what is written on it and which order it names.
 */
export function seen(answer: unknown) {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location") };
  const { data, init } = answer as { data?: Partial<StatePage>; init?: { status: number } };
  if (!data?.state) return { status: init?.status };
  const { actions = [] } = data;
  const leads = actions.map(({ kind, method, href }) => [kind, `${method} ${href}`]);
  const reset = actions.find(({ method, href }) => method === "post" && href.endsWith("/fehler"));
  const ends = reset && [reset.label, reset.fields?.order];
  return { status: init?.status, ...data, actions: Object.fromEntries(leads), ends };
}

/** The same of what a page returns or throws: not of a promise that is thrown, which shows nothing. */
export async function seenOf(page: Promise<unknown>) {
  const ended = await page.then(
    (answer) => ({ answer }),
    (answer: unknown) => ({ answer }),
  );
  return seen(ended.answer);
}
