import type { OfferItem } from "#app/backend/contract/offer.ts";
import { config } from "#app/platform/config.server.ts";
import { getT, type RequestContext } from "#app/request/context.server.ts";
import { savesData } from "#app/tracking/third-parties.server.ts";

/** The items as pages show them: with the pictures for this browser, and a fixed line's technology as its first feature. */
export function shownOffers(context: RequestContext, request: Request, url: URL, items: OfferItem[]) {
  const t = getT(context, "offer", "technologies");
  return withShownPictures(request, url, items).map((item) => {
    const { tariff } = item;
    const technology = tariff?.connectionTechnology;
    if (!technology) return item;
    return { ...item, tariff: { ...tariff, features: [t(technology), ...tariff.features] } };
  });
}

/**
 * The items with the pictures that this page may show: none for a browser that saves data, and none from an origin
 * that the content security policy blocks. A product without a picture gets a drawing.
 */
export function withShownPictures(
  request: Request,
  { origin }: URL,
  items: OfferItem[],
  allowed = config().pictureOrigins,
): OfferItem[] {
  const origins = savesData(request) ? [] : [origin, ...allowed];
  const shown = (address = "") =>
    URL.canParse(address, origin) && origins.includes(new URL(address, origin).origin);
  return items.map((item) => {
    if (!item.hardware?.picture) return item;
    const { picture, ...hardware } = item.hardware;
    const { url, avif } = picture;
    if (!shown(url)) return { ...item, hardware };
    return { ...item, hardware: { ...hardware, picture: shown(avif) ? { url, avif } : { url } } };
  });
}
