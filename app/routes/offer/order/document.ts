import { documentType } from "#app/backend/contract/offer.ts";
import { loadDocument } from "#app/backend/offers.server.ts";
import { neededBeforeOrder } from "#app/domain/document-types.ts";
import { offerErrorIn } from "#app/errors/errors.ts";
import { getT } from "#app/request/context.server.ts";
import { fileRoute, pdfResponse } from "#app/shell/file-route.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { cartOf, documentsOf, keepNeededDocuments } from "../cart/cart.server.ts";
import { documentError, type OfferPlace, offerErrorAnswer } from "../cart/error-answer.server.ts";
import { documentName } from "../goods/document-names.ts";
import type { Route } from "./+types/document";

/** Streams a document, so that the browser never sees the provider's API. */
export const middleware = fileRoute(async ({ context, params, url }: Route.LoaderArgs) => {
  const { token, itemId } = params;
  const type = documentType.safeParse(params.type);
  const place: OfferPlace = { context, token, url, failure: "documents" };
  if (!type.success) throw await offerErrorAnswer(place, offerErrorIn("NotFound"));
  const cart = await cartOf(context, token);
  const listed = cart && documentsOf(cart).find((one) => one.itemId === itemId && one.type === type.data);
  const name = documentName(
    listed ?? { itemId, type: type.data },
    cart?.offer.offers ?? [],
    getT(context, "offer", "shared"),
  );
  const result = await loadDocument(context, token, itemId, type.data);
  if (!result.ok) {
    // What cannot be loaded cannot be ordered: the next look at the order checks again.
    if (cart && neededBeforeOrder.includes(type.data)) keepNeededDocuments(context, token, cart, undefined);
    const error = listed ? documentError(result.error) : result.error;
    throw await offerErrorAnswer({ ...place, document: name }, error);
  }
  if (cart) leaveEvent(context, token, offerEvent("documentsDownloaded", cart.offer.offerUseCase));
  const answer = pdfResponse(result.data, `${name}.pdf`);
  answer.headers.set("Content-Language", "de");
  return answer;
});

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default, loader } from "#app/shell/file-page.ts";
