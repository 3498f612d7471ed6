import type { Context } from "hono";
import { formatPrice } from "../../app/domain/prices.ts";
import type { Area } from "../area.ts";
import { mailOrderConfirmed } from "../offer/mails.ts";
import { buildOffer } from "../offer/offers.ts";
import { movePayment, type Order, type OrderPaymentState, orderOfPayment } from "../offer/orders.ts";
import { dueNow, pricedOffer, totalRows } from "../offer/price-lines.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { html, message, originOf, page } from "../page.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";

/** The payment's outcome by button; `later` leaves it open. */
const outcomes: Record<string, OrderPaymentState> = {
  pay: "paid",
  later: "pending",
  abort: "aborted",
  fail: "failed",
  wait: "waiting",
  expire: "expired",
};

function offerOf(order: Order) {
  const scenario = offerScenarioOf(order.token);
  if (!scenario) throw new Error("An order without a scenario");
  return buildOffer(order.token, scenario, new Date(order.at), order.language, order.brand);
}

function settle(sandbox: Sandbox, order: Order, outcome: OrderPaymentState) {
  sandbox.database.transaction(() => {
    // The first button counts; a second click or tab changes nothing.
    if (
      order.paymentState === "pending" &&
      movePayment(sandbox.database, order, "pending", outcome) &&
      outcome === "paid"
    )
      mailOrderConfirmed(sandbox, { ...order, paymentState: "paid" }, offerOf(order));
  });
}

function paymentPage(context: Context, order: Order) {
  const offer = pricedOffer(offerOf(order));
  const due = dueNow(offer);
  const text = sandboxTexts[order.language].sandbox.payment;
  const title = `${text.title} ${order.payment?.name ?? (order.payment?.method === "paypal" ? "PayPal" : text.card)}`;
  return page(context, {
    title,
    lang: order.language,
    formTargets: originOf(order.returnUrl),
    body: html`<div class="card"><h1>${title}</h1>
<dl><dt>${text.order}</dt><dd>${order.id}</dd>
${due === undefined ? "" : html`<dt>${text.once}</dt><dd><strong>${formatPrice(due)}</strong></dd>`}
${totalRows(offer, order.language).map(([label, amount]) => html`<dt>${label}</dt><dd>${amount}</dd>`)}</dl>
<p class="soft small">${text.hint}</p>
<form method="post">
<button class="primary" name="action" value="pay">${text.pay}</button>
<button name="action" value="wait">${text.wait}</button>
<button name="action" value="later">${text.later}</button>
<button name="action" value="fail">${text.fail}</button>
<button name="action" value="expire">${text.expire}</button>
<button name="action" value="abort">${text.abort}</button>
</form></div>`,
  });
}

const gone = (context: Context) => message(context, "payment", { status: 404 });

/** The payment provider's page. The portal learns its outcome from the offer's summary, never from the address. */
export const payment: Area = {
  pages(app, sandbox) {
    app.get("/sandbox/pay/:id", (context) => {
      const order = orderOfPayment(sandbox, context.req.param("id"));
      if (!order) return gone(context);
      // Already decided by a button or the token, or cancelled by a reset.
      if (order.cancelled || order.paymentState !== "pending") return context.redirect(order.returnUrl, 303);
      return paymentPage(context, order);
    });
    app.post("/sandbox/pay/:id", async (context) => {
      const order = orderOfPayment(sandbox, context.req.param("id"));
      if (!order) return gone(context);
      const action = String((await context.req.formData()).get("action") ?? "");
      const outcome = outcomes[action];
      if (!outcome) return paymentPage(context, order);
      settle(sandbox, order, outcome);
      return context.redirect(order.returnUrl, 303);
    });
  },
};
