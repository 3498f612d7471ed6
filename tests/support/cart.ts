import type { StatePage } from "#app/error-pages/state-page.tsx";
import { offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { cartScope, type Intent } from "#app/routes/offer/cart.server.ts";
import { browserForTest } from "./request.ts";

export const token = "demo";
export const payAt = "http://o2.localhost/sandbox/pay/1";
const payment = { method: "credit_card" };
const returnUrl = "http://o2.localhost/angebot/demo/danke";
const body: Intent["body"] = { payment, consents: [], language: "de", returnUrl };
/** What was sent as the order. */
export const intent: Intent = {
  ...{ key: "key", body, tries: 1, isUnknown: false },
  ...{ startedAt: Date.now(), sentAt: Date.now() },
};

/**
 * A browser with a cart, and its tabs.
 * @param isAway which of the session store's calls fail
 */
export async function customerWithCart(kept: object, isAway?: Parameters<typeof browserForTest>[1]) {
  const open = browserForTest("/angebot/demo/danke", isAway);
  const first = await open();
  const offer = { offers: [{ id: "item" }], documents: [], paymentMethods: [] };
  const cart = { locale: "de", orderKey: "key", verification: {}, offer, payment, ...kept };
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
  ...{ ok: false, error: offerErrorIn(offerStateOfCode(code) ?? "Unexpected") },
  failure: { kind: "answer", status, problem: code ? { code } : {} },
});

/** What a customer gets to see: where the answer leads, or the status and state of its page with where its buttons lead. */
export function seen(answer: unknown) {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location") };
  const { data, init } = answer as { data?: Partial<StatePage>; init?: { status: number } };
  const actions = (data?.actions ?? []).map(({ kind, method, href }) => [kind, `${method} ${href}`]);
  return { status: init?.status, ...(data?.state && { ...data, actions: Object.fromEntries(actions) }) };
}
