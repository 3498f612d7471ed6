import type { Context } from "hono";
import { mailOrderConfirmed } from "../offer/mails.ts";
import { buildOffer, total } from "../offer/offers.ts";
import { movePayment, type Order, orderOfPayment, type PaymentState } from "../offer/orders.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { html, originOf, page } from "../page.ts";
import type { Area, Sandbox } from "../sandbox.ts";

const euros = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });

/** What each button of the page makes of the payment. */
const outcomes: Record<string, PaymentState> = {
  pay: "paid",
  abort: "aborted",
  fail: "failed",
  wait: "waiting",
};

function offerOf(order: Order) {
  const scenario = offerScenarioOf(order.token);
  if (!scenario) throw new Error("An order without a scenario");
  return buildOffer(order.token, scenario, new Date(order.at));
}

function settle(sandbox: Sandbox, order: Order, outcome: PaymentState) {
  sandbox.database.transaction(() => {
    // The first button counts; a second click or tab changes nothing.
    if (movePayment(sandbox.database, order, "pending", outcome) && outcome === "paid")
      mailOrderConfirmed(sandbox, { ...order, paymentState: "paid" }, offerOf(order));
  });
}

function paymentPage(context: Context, order: Order) {
  const offer = offerOf(order);
  const method = order.payment?.method === "paypal" ? "PayPal" : "Kreditkarte";
  return page(context, {
    title: "Bezahlen",
    formTargets: originOf(order.returnUrl),
    body: html`<div class="card"><h1>Bezahlen mit ${method}</h1>
<dl><dt>Bestellung</dt><dd>${order.id}</dd>
<dt>Heute zu zahlen</dt><dd><strong>${euros.format(total(offer, "once"))}</strong></dd>
<dt>Danach monatlich</dt><dd>${euros.format(total(offer, "monthly"))}</dd></dl>
<p class="soft small">So sähe die Seite des Zahlungsdienstes aus. Wählen Sie, wie die Zahlung ausgeht.</p>
<form method="post">
<button class="primary" name="action" value="pay">Jetzt bezahlen</button>
<button name="action" value="wait">Bezahlen, Bestätigung dauert noch</button>
<button name="action" value="fail">Zahlung scheitern lassen</button>
<button name="action" value="abort">Abbrechen und zurück</button>
</form></div>`,
  });
}

const gone = (context: Context) =>
  page(context, {
    title: "Zahlung nicht gefunden",
    status: 404,
    body: html`<div class="card"><h1>Zahlung nicht gefunden</h1>
<p>Diese Zahlung gibt es nicht mehr. Gehen Sie zurück zu Ihrem Angebot.</p></div>`,
  });

/** The payment provider's page. Its outcome reaches the portal through the offer's summary, never by the address. */
export const payment: Area = {
  pages(app, sandbox) {
    app.get("/sandbox/pay/:id", (context) => {
      const order = orderOfPayment(sandbox.database, context.req.param("id"));
      if (!order) return gone(context);
      // Decided (by a button or preset by the token) or cancelled by a reset: nothing is left to do here.
      if (order.cancelled || order.paymentState !== "pending") return context.redirect(order.returnUrl, 303);
      return paymentPage(context, order);
    });
    app.post("/sandbox/pay/:id", async (context) => {
      const order = orderOfPayment(sandbox.database, context.req.param("id"));
      if (!order) return gone(context);
      const action = String((await context.req.formData()).get("action") ?? "");
      const outcome = outcomes[action];
      if (!outcome) return paymentPage(context, order);
      settle(sandbox, order, outcome);
      return context.redirect(order.returnUrl, 303);
    });
  },
};
