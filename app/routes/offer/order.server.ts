import { randomUUID } from "node:crypto";
import { redirect, redirectDocument } from "react-router";
import type { Acceptance } from "#app/backend/contract/offer.ts";
import { acceptOffer, loadDocument } from "#app/backend/offers.server.ts";
import { FormFieldError, type OfferError } from "#app/domain/errors.ts";
import { offerErrorIn, offerStateOfCode } from "#app/domain/offer-states.ts";
import { messageOf, validationText } from "#app/forms/validation-text.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { localeContext } from "#app/middleware/request.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { pathTo } from "../pages.ts";
import { providerUrl } from "../shell/provider-url.server.ts";
import { offerErrorAnswer, type Place } from "./error-answer.server.ts";
import { toStep } from "./journey.server.ts";
import { keepVisit, type OfferVisit } from "./visit.server.ts";

/**
 * The contract summary can be loaded: without it nobody may order (§ 54 (3) TKG).
 * @throws the page of DocumentsNotLoaded, or of what the backend says
 */
export async function requireContractSummary(from: Place, visit: OfferVisit): Promise<void> {
  const place: Place = { ...from, failure: "documents" };
  const summaries = visit.offer.documents.filter(({ type }) => type === "CONTRACT_SUMMARY");
  const answers = await Promise.all(
    summaries.map(({ itemId, type }) => loadDocument(place.context, place.token, itemId, type)),
  );
  for (const answer of answers) if (answer.ok) await answer.data.cancel();
  const failed = answers.find((answer) => !answer.ok);
  if (failed && !failed.ok) throw await offerErrorAnswer(place, failed.error);
  if (summaries.length === 0) throw await offerErrorAnswer(place, offerErrorIn("DocumentsNotLoaded"));
}

/** Where a field that the backend refuses is mended, by the first part of its name in the order. */
const partOfOrder = {
  customer: "personal-data",
  identification: "id-data",
  payment: "payment",
} as const;
type PartOfOrder = keyof typeof partOfOrder;

/** Places the order and answers with where the customer goes from there. */
export async function placeOrder(from: Place, visit: OfferVisit): Promise<Response> {
  const place: Place = { ...from, failure: "order" };
  const { context, token, url } = place;
  const { locale, prefix } = context.get(localeContext);
  const confirmation = withPrefix(pathTo("confirmation", { token }), prefix);
  const body: Acceptance = {
    customer: visit.customer,
    identification: visit.identification,
    payment: visit.payment,
    consents: visit.consents ?? [],
    language: locale,
    returnUrl: new URL(confirmation, url.origin).href,
  };
  const accepted = await acceptOffer(context, token, body, visit.orderKey);
  if (!accepted.ok) throw await refusedOrder(place, visit, accepted.error);

  const { step, redirectUrl, orderId, code } = accepted.data;
  if (step === "error")
    throw await refusedOrder(place, visit, offerErrorIn(offerStateOfCode(code) ?? "Unexpected"));
  const byPaymentProvider = step === "paymentProvider";
  const target = byPaymentProvider ? providerUrl(redirectUrl, url) : confirmation;
  if (!target) throw await offerErrorAnswer(place, offerErrorIn("TechnicalProblem"));
  keepVisit(context, token, { ...visit, ordered: { orderId, byPaymentProvider }, refused: undefined });
  await leaveEvent(context, token, offerEvent("offerSubmitted", visit.offer.offerUseCase));
  // The provider's page is none of ours, even where the sandbox plays it on this origin.
  return byPaymentProvider ? redirectDocument(target, 303) : redirect(target, 303);
}

/** An order that was not taken. A refusal for good gets a new key; an unclear end keeps it, so nothing acts twice. */
async function refusedOrder(
  place: Place,
  visit: OfferVisit,
  error: OfferError | FormFieldError,
): Promise<unknown> {
  const { context, token } = place;
  const unclear = error.code === "Unexpected";
  const next = unclear ? visit : { ...visit, orderKey: randomUUID() };
  if (error instanceof FormFieldError) {
    const part = error.errors[0]?.field.split(".")[0] ?? "";
    if (Object.hasOwn(partOfOrder, part)) {
      keepVisit(context, token, { ...next, refused: messagesOf(place, error, part as PartOfOrder) });
      return toStep(context, partOfOrder[part as PartOfOrder], token, 303);
    }
  }
  keepVisit(context, token, next);
  return offerErrorAnswer(place, error);
}

/** The backend's messages by the form's field names: `customer.address.value.street` → `street`. */
function messagesOf({ context }: Place, error: FormFieldError, part: PartOfOrder): Record<string, string> {
  const text = validationText(context);
  const rows = error.errors.filter(({ field }) => field.startsWith(`${part}.`));
  return Object.fromEntries(
    rows.map((row) => {
      const name =
        row.field.split(".").findLast((word) => word !== "value" && word !== "address") ?? row.field;
      return [name, messageOf({ ...row, field: name }, text)];
    }),
  );
}
