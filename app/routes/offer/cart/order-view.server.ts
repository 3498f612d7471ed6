import { LRUCache } from "lru-cache";
import type { OfferItem } from "#app/backend/contract/offer.ts";
import { atMost } from "#app/platform/at-most.ts";
import { brandContext, getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import type { OrderViewProps } from "#app/ui/order-view.tsx";
import { briefAmounts, costGroups, totalLines } from "../goods/price-texts.ts";
import type { Cart } from "./cart.server.ts";

/** Some kB each: every step of an order shows the same one, and shows it again with each refusal. */
const made = new LRUCache<string, OrderViewProps>(atMost(200));

/** The order in a few words: its first product, what it costs and when, and the list. */
export function orderView(context: RequestContext, { offer }: Cart): OrderViewProps {
  const { slug, version } = context.get(brandContext);
  const { locale } = context.get(localeContext);
  const { offers, charges, offerUseCase } = offer;
  const key = JSON.stringify([slug, version, locale, offerUseCase, offers, charges]);
  const view = made.get(key) ?? viewOf(context, offer);
  made.set(key, view);
  return view;
}

function viewOf(context: RequestContext, offer: Cart["offer"]): OrderViewProps {
  const t = getT(context, "offer", "orderView", offer.offerUseCase);
  const shared = getT(context, "offer", "shared", offer.offerUseCase);
  const words = getT(context, "offer", "words", offer.offerUseCase);
  const explainedTariff = ({ minimumTermMonths: count, sim }: NonNullable<OfferItem["tariff"]>) => [
    ...(count ? [{ word: shared("term", { count }), meaning: words("term") }] : []),
    ...(sim === "esim" ? [{ word: words("esimName"), meaning: words("esim") }] : []),
  ];
  const totals = totalLines(offer, shared);
  const [first] = offer.offers;
  const others = offer.offers.length - 1;
  return {
    title: t("title"),
    brand: context.get(brandContext).name,
    name: [first?.hardware?.name ?? first?.tariff?.name, others > 0 && `+ ${others}`]
      .filter(Boolean)
      .join(" "),
    brief: briefAmounts(offer, shared, t),
    groups: [
      ...costGroups(offer, shared).map(({ title, lines }) => ({
        title,
        lines: lines.map(({ label, note, amounts, tariff, charge }) => {
          if (charge === "connectionfee")
            return { amounts, explained: [{ word: label, meaning: words("connectionfee") }] };
          return tariff ? { label, amounts, explained: explainedTariff(tariff) } : { label, note, amounts };
        }),
      })),
      ...(totals ? [{ lines: totals }] : []),
    ],
  };
}
