import { z } from "zod";
import type { Offer } from "#app/backend/contract/offer.ts";
import { brandContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { type DataLayerEvent, dataLayerEvent, type EventDetails, type TrackingEvent } from "./catalogue.ts";
import { detailsOfUseCase, ecommerceOf } from "./ecommerce.ts";

/** Events of posts and downloads, which have no page, are stored for the offer's next page. */
const waitingEvents = defineFlash("events", z.array(z.custom<DataLayerEvent>()));
const failureScope = defineScope("failure", z.literal(true));
const purchaseScope = defineScope("purchase", z.literal(true));

export function offerEvent(id: TrackingEvent, offerUseCase: string | undefined, details: EventDetails = {}) {
  return dataLayerEvent(id, { ...detailsOfUseCase(offerUseCase), ...details });
}

/** Queues an event for this offer's next page, at most once. */
export function leaveEvent(context: RequestContext, token: string, event: DataLayerEvent): void {
  if (!context.get(brandContext).tagManager) return;
  context
    .get(sessionContext)
    .update(waitingEvents, token, (waiting = []) =>
      waiting.some((one) => one.event === event.event) ? waiting : [...waiting, event],
    );
}

/** Queued events, then the page's own; none for a brand without a tag manager. */
export async function offerEvents(context: RequestContext, token: string, ...own: DataLayerEvent[]) {
  if (!context.get(brandContext).tagManager) return undefined;
  const waiting = await context.get(sessionContext).take(waitingEvents, token);
  return [...(waiting ?? []), ...own];
}

/** Whether this failure was tracked before: its page may be viewed again. */
export const failedBefore = async (context: RequestContext, failure: string): Promise<boolean> =>
  !(await context.get(sessionContext).claim(failureScope, failure));

export function loadedEvent(context: RequestContext, offer: Offer): DataLayerEvent {
  const ecommerce = ecommerceOf(offer, { affiliation: context.get(brandContext).name });
  return offerEvent("offerLoaded", offer.offerUseCase, { ecommerce });
}

interface Purchase extends Pick<Offer, "offers" | "charges" | "offerUseCase"> {
  orderId: string;
  payment?: { method: string };
  /** Whether the order was placed in this session. */
  isOurs: boolean;
}

/**
 * The events of a confirmation, which only an order has whose payment is done: for the session that has placed it, once,
 * after the order or the return from paying. Later looks, and those of others with the link, are none of its views.
 */
export async function confirmationEvents(context: RequestContext, purchase: Purchase) {
  const { orderId, offerUseCase, isOurs, payment } = purchase;
  const { tagManager, name } = context.get(brandContext);
  const isTracked = isOurs && tagManager && (await context.get(sessionContext).claim(purchaseScope, orderId));
  if (!isTracked) return [];
  const confirmation = offerEvent("offerConfirmation", offerUseCase);
  const ecommerce = ecommerceOf(purchase, { affiliation: name, payment: payment?.method });
  return [confirmation, offerEvent("offerPurchase", offerUseCase, { ecommerce })];
}
