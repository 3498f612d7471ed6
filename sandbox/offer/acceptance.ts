import type { z } from "zod";
import type { Acceptance, AcceptanceAnswer, acceptanceRefusal } from "../../app/backend/contract/order.ts";
import { berlinDate } from "../../app/domain/calendar.ts";
import { maskIban } from "../../app/domain/iban.ts";
import { keepConsents } from "../consents/consents.ts";
import { codedRefusal, fieldRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { isIban } from "../services/iban.ts";
import { mailOrderConfirmed } from "./mails.ts";
import { buildOffer, buildVerification, type OfferAnswer, scenarioCustomer } from "./offers.ts";
import {
  codeOfOrder,
  liveOrder,
  type Order,
  type OrderCustomer,
  type OrderPayment,
  type OrderPaymentState,
  requireStock,
  storeOrder,
  takeStock,
} from "./orders.ts";
import type { OfferScenario } from "./token.ts";

const adult = 18;

/**
 * Accepts the customer's order: checks that nothing is missing, takes the device from stock, and returns the next
 * step (credit card and PayPal: the payment provider; direct debit and invoice: thank you; nothing to pay: none).
 * @throws Refusal with the code for the offer's state or the missing data
 */
export function answerAcceptance(
  sandbox: Sandbox,
  token: string,
  scenario: OfferScenario,
  acceptance: Acceptance,
  brand: string,
): AcceptanceAnswer | z.infer<typeof acceptanceRefusal> {
  const { database } = sandbox;
  const now = sandbox.now(token);
  const liveOne = liveOrder(sandbox, token);
  if (liveOne) throw codedRefusal(codeOfOrder(liveOne), { offerUseCase: liveOne.useCase });

  const offer = buildOffer(token, scenario, now, acceptance.language, brand);
  const verification = buildVerification(token, scenario);
  const customer = orderCustomer(scenario, acceptance);
  if (verification.identificationData === "missing" && !acceptance.identification)
    throw codedRefusal("IDENTIFICATIONDATA_MISSING", { offerUseCase: scenario.useCase });
  checkFields(acceptance, offer, now);
  checkLine(acceptance, offer, scenario);
  const payment = verification.payment === "notNeeded" ? undefined : orderPayment(acceptance, token, offer);
  if (verification.payment === "missing" && !payment)
    throw fieldRefusal([{ field: "payment", code: "REQUIRED", message: "payment is required." }]);

  requireStock(database, scenario.stockPool);
  if (scenario.stepError) return { step: "error", code: scenario.stepError };
  takeStock(database, scenario.stockPool);

  const atProvider = payment !== undefined && !["direct_debit", "invoice"].includes(payment.method);
  const paymentState: OrderPaymentState = atProvider ? (scenario.payment ?? "pending") : "none";
  const order = storeOrder(database, {
    token,
    at: now.toISOString(),
    useCase: scenario.useCase,
    language: acceptance.language,
    brand,
    customer,
    ...(payment && { payment }),
    line: { porting: acceptance.porting, sim: acceptance.sim },
    paymentState,
    returnUrl: acceptance.returnUrl,
  });
  keepConsents(database, token, acceptance.consents);
  if (atProvider)
    return {
      orderId: order.id,
      step: "paymentProvider",
      redirectUrl: paymentPage(sandbox, order),
    };
  mailOrderConfirmed(sandbox, order, offer);
  return { orderId: order.id, step: payment ? "thankYou" : "none" };
}

/** Where it is paid. */
export const paymentPage = ({ publicUrl }: Sandbox, { paymentId }: Pick<Order, "paymentId">) =>
  `${publicUrl}/sandbox/pay/${paymentId}`;

function orderCustomer(scenario: OfferScenario, acceptance: Acceptance): OrderCustomer {
  const given = acceptance.customer;
  if (given)
    return {
      firstName: given.firstName.value,
      lastName: given.lastName.value,
      email: given.email.value,
      address: given.address.value,
    };
  const known = scenarioCustomer(scenario);
  const extra = { offerUseCase: scenario.useCase };
  if (!known?.firstName || !known.lastName || !known.email)
    throw codedRefusal("PERSONAL_DATA_MISSING", extra);
  if (!known.birthDate) throw codedRefusal("BIRTHDATE_NOT_PRESENT", extra);
  return {
    firstName: known.firstName,
    lastName: known.lastName,
    email: known.email,
    ...(known.address && { address: known.address }),
  };
}

function orderPayment(acceptance: Acceptance, token: string, offer: OfferAnswer): OrderPayment | undefined {
  const payment = acceptance.payment;
  if (!payment) return undefined;
  const name = offer.paymentMethodNames?.[payment.method];
  if (payment.method !== "direct_debit" || !payment.iban)
    return { method: payment.method, ...(name && { name }) };
  return {
    method: payment.method,
    maskedIban: maskIban(payment.iban),
    mandateReference: `M-${Buffer.from(token).toString("hex").slice(0, 8).toUpperCase().padEnd(8, "0")}`,
  };
}

/** The provider validates again, independently of the portal. */
function checkFields(acceptance: Acceptance, offer: OfferAnswer, now: Date) {
  const errors: { field: string; code: string; message: string }[] = [];
  const refuse = (field: string, code: string, message: string) => errors.push({ field, code, message });
  const { customer, identification, payment } = acceptance;

  if (customer && !isAdult(customer.birthDate.value, now))
    refuse("customer.birthDate", "TOO_YOUNG", "Not an adult.");
  if (customer && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(customer.email.value))
    refuse("customer.email", "INVALID", "No e-mail address.");
  if (customer && !/^\+[1-9]\d{6,14}$/.test(customer.phone.value))
    refuse("customer.phone", "INVALID", "Expected E.164.");
  if (identification?.expiryDate && identification.expiryDate < berlinDate(now))
    refuse("identification.expiryDate", "EXPIRED", "The document has expired.");
  if (payment && !offer.paymentMethods.includes(payment.method))
    refuse("payment.method", "NOT_OFFERED", "This offer has no such payment method.");
  if (payment?.method === "direct_debit") {
    if (!payment.iban || !isIban(payment.iban)) refuse("payment.iban", "INVALID", "No IBAN.");
    if (!payment.accountHolder?.trim()) refuse("payment.accountHolder", "REQUIRED", "Whose account is it?");
    if (!payment.mandateGivenAt) refuse("payment.mandateGivenAt", "REQUIRED", "The SEPA mandate is missing.");
  }
  for (const [index, { id }] of acceptance.consents.entries())
    if (!offer.consents?.includes(id))
      refuse(`consents.${index}.id`, "UNKNOWN", "The offer asks for no such consent.");
  if (errors.length > 0) throw fieldRefusal(errors);
}

/** The number that comes along, and the SIM: only what the offer asks for. */
function checkLine({ porting, sim }: Acceptance, offer: OfferAnswer, scenario: OfferScenario) {
  const refuse = (field: string, code: string) => fieldRefusal([{ field, code }]);
  const kinds = offer.offers.flatMap(({ tariff }) => tariff?.simChoice ?? []);
  if (porting && !offer.porting) throw refuse("porting", "NOT_OFFERED");
  if (porting && !isGerman(porting.number, offer.porting?.number)) throw refuse("porting.number", "INVALID");
  if (porting && scenario.hasOtherName && !porting.holder) throw refuse("porting.holder", "DIFFERENT");
  if (kinds.length > 1 && !sim) throw refuse("sim", "REQUIRED");
  if (sim && !kinds.includes(sim)) throw refuse("sim", "NOT_OFFERED");
}

const isGerman = (number: string, kind: "mobile" | "landline" | undefined) =>
  /^\+49\d{6,13}$/.test(number) && /^\+491[567]/.test(number) === (kind === "mobile");

function isAdult(birthDate: string, now: Date): boolean {
  const today = berlinDate(now);
  const limit = `${Number(today.slice(0, 4)) - adult}${today.slice(4)}`;
  return birthDate <= limit;
}
