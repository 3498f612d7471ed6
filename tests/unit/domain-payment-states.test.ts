import { describe, expect, test } from "vitest";
import { type PaymentState, paymentStateOf, paymentStates } from "#app/domain/payment-states.ts";

const known = { paid: false, method: undefined, hasPaymentPage: false, providersState: undefined };

describe("the state of an order's payment", () => {
  test.each<[Partial<Parameters<typeof paymentStateOf>[0]>, PaymentState | undefined]>([
    [{ method: "credit_card" }, "open"],
    [{ method: "paypal", hasPaymentPage: true }, "open"],
    [{ method: "credit_card", paid: true }, "paid"],
    [{ method: "invoice" }, "notDue"],
    [{ method: "direct_debit" }, "notDue"],
    [{ method: "none" }, "notDue"],
    [{ method: "invoice", paid: true }, "notDue"],
    // A debit that has a payment page is to be confirmed there.
    [{ method: "direct_debit", hasPaymentPage: true }, "open"],
    [{ method: "direct_debit", hasPaymentPage: true, paid: true }, "paid"],
    // Nothing is known but that it is not paid.
    [{}, "open"],
    [{ method: "giftcard" }, "open"],
    [{ paid: true }, "notDue"],
    [{ method: "credit_card", paid: true, providersState: "OfferPaymentWaitForCapture" }, "waiting"],
    [{ method: "invoice", providersState: "OfferPaymentWaitForCapture" }, "waiting"],
    [{ providersState: "PaymentAborted" }, "failed"],
    [{ providersState: "PaymentFailed" }, "failed"],
    [{ providersState: "ReservationAmountCanNotBeBlocked" }, "failed"],
    [{ providersState: "OfferAbandonedPayment" }, "expired"],
    [{ method: "credit_card", providersState: "OfferConsumed" }, "open"],
    // The provider does not say whether it is paid.
    [{ method: "direct_debit", paid: undefined }, "notDue"],
    [{ method: "invoice", paid: undefined }, "notDue"],
    [{ method: "none", paid: undefined }, "notDue"],
    [{ method: "credit_card", paid: undefined }, undefined],
    [{ method: "direct_debit", hasPaymentPage: true, paid: undefined }, undefined],
    [{ paid: undefined }, undefined],
    [{ method: "credit_card", paid: undefined, providersState: "PaymentFailed" }, "failed"],
  ])("%j: %s", (facts, state) => expect(paymentStateOf({ ...known, ...facts })).toBe(state));

  test("is done only where nothing is left to be paid now", () => {
    const done = Object.entries(paymentStates).flatMap(([name, { isDone }]) => (isDone ? [name] : []));
    expect(done).toEqual(["notDue", "paid"]);
  });
});
