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
 * The items with the pictures that this page may show: none from an origin that the content security policy blocks, and none for
 * a browser that saves data, but for the label of a guarantee, which the law wants to be seen. A product without a picture gets a
 * drawing.
 */
export function withShownPictures(
  request: Request,
  { origin }: URL,
  items: OfferItem[],
  allowed = config().pictureOrigins,
): OfferItem[] {
  const origins = [origin, ...allowed];
  const isAllowed = (address = "") =>
    URL.canParse(address, origin) && origins.includes(new URL(address, origin).origin);
  const shown = (address?: string) => !savesData(request) && isAllowed(address);
  return items.map((item) => {
    if (!item.hardware) return item;
    const { picture, durability, ...hardware } = item.hardware;
    return {
      ...item,
      hardware: {
        ...hardware,
        ...(durability && {
          durability: isAllowed(durability.label) ? durability : { ...durability, label: undefined },
        }),
        ...(picture &&
          shown(picture.url) && { picture: shown(picture.avif) ? picture : { url: picture.url } }),
      },
    };
  });
}
