import { loadDocument, loadOffer } from "#app/backend/offers.server.ts";
import type { PdfStream } from "#app/backend/pdf.server.ts";
import { brandContext, getT } from "#app/request/context.server.ts";
import { fileResponse, fileRoute } from "#app/shell/file-route.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { cartOf, documentsOf, isOrdered } from "../cart/cart.server.ts";
import { documentError, type OfferPlace, offerErrorAnswer } from "../cart/error-answer.server.ts";
import { readFor } from "../cart/known-order.server.ts";
import { type DocumentOwner, documentName } from "../goods/document-names.ts";
import type { Route } from "./+types/document-archive";

/** Starts once all documents are loaded: if one is missing, the customer gets a page, not an incomplete archive. */
export const middleware = fileRoute(async ({ context, params: { token }, url }: Route.LoaderArgs) => {
  const place: OfferPlace = { context, token, url, failure: "documents" };
  const t = getT(context, "offer", "shared");
  const { documents, offers, offerUseCase } = await listedIn(place);
  const files = new Map<string, PdfStream>();
  // One after another: a click must not cause ten calls at once.
  for (const document of documents) {
    const name = documentName(document, offers, t);
    const loaded = await loadDocument(context, token, document.itemId, document.type);
    if (!loaded.ok) {
      for (const { close } of files.values()) close();
      throw await offerErrorAnswer({ ...place, document: name }, documentError(loaded.error));
    }
    let number = 1;
    const numbered = () => (number > 1 ? `${name} (${number}).pdf` : `${name}.pdf`);
    while (files.has(numbered())) number += 1;
    files.set(numbered(), loaded.data);
  }
  if (await cartOf(context, token))
    leaveEvent(context, token, offerEvent("documentsDownloaded", offerUseCase));
  const { makeZip, predictLength } = await import("client-zip");
  const inputs = [...files].map(([name, { body, size }]) => ({ name, input: body, size }));
  const sized = inputs.flatMap(({ name, size }) => (size === undefined ? [] : [{ name, size }]));
  return fileResponse(makeZip(inputs), {
    type: "application/zip",
    name: `${t("documents")} ${context.get(brandContext).name}.zip`,
    size: sized.length === inputs.length ? Number(predictLength(sized)) : undefined,
    attached: true,
  });
});

/** What is being ordered according to the session, or else what the provider shows to anyone with the link. */
async function listedIn(place: OfferPlace): Promise<DocumentOwner & { offerUseCase: string }> {
  const { context, token } = place;
  const cart = await cartOf(context, token);
  if (cart && !isOrdered(cart)) return { ...cart.offer, documents: documentsOf(cart) };
  const offer = cart ? undefined : await loadOffer(context, token);
  if (offer?.ok) return offer.data;
  if (offer && offer.error.code !== "OfferConsumed") throw await offerErrorAnswer(place, offer.error);
  const { summary, error } = await readFor(place, cart);
  if (summary) return summary;
  throw await offerErrorAnswer(place, error);
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default, loader } from "#app/shell/file-page.ts";
