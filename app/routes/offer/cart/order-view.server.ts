import { LRUCache } from "lru-cache";
import type { OfferItem } from "#app/backend/contract/offer.ts";
import { atMost } from "#app/platform/at-most.ts";
import { brandContext, getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import type { OrderViewProps } from "#app/ui/order-view.tsx";
import { briefAmounts, chargeParts, type PricePart, productParts, totalLines } from "../goods/price-texts.ts";
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
  const per = ({ often, amount }: PricePart) => t(`per.${often}`, { amount });
  const whenOf = ({ often, when }: PricePart) =>
    when ?? (often === "once" ? shared("often.once") : undefined);
  /** Several amounts stand one below the other, each with when it is paid: no sum of what is not paid at one time. */
  const line = (label: string, parts: PricePart[]) => ({
    label,
    amounts: parts.map((part) => ({ when: parts.length > 1 ? whenOf(part) : part.when, amount: per(part) })),
  });
  const words = getT(context, "offer", "words", offer.offerUseCase);
  const explainedTariff = ({ minimumTermMonths: count, sim }: NonNullable<OfferItem["tariff"]>) => [
    ...(count ? [{ word: shared("term", { count }), meaning: words("term") }] : []),
    ...(sim === "esim" ? [{ word: words("esimName"), meaning: words("esim") }] : []),
  ];
  const [first] = offer.offers;
  const others = offer.offers.length - 1;
  return {
    title: t("title"),
    brand: context.get(brandContext).name,
    name: [first?.hardware?.name ?? first?.tariff?.name, others > 0 && `+ ${others}`]
      .filter(Boolean)
      .join(" "),
    brief: briefAmounts(offer, shared, t),
    lines: [
      ...offer.offers.flatMap(({ hardware, tariff, packs }) => [
        ...(hardware ? [line(hardware.name, productParts(hardware.prices, shared))] : []),
        ...(tariff
          ? [
              {
                ...line(tariff.name, productParts(tariff.prices, shared, tariff.minimumTermMonths)),
                explained: explainedTariff(tariff),
              },
            ]
          : []),
        ...packs.map(({ name, prices }) => line(name, productParts(prices, shared))),
      ]),
      ...offer.charges.map((charge) => {
        const named = line(charge.name ?? shared(`chargeNames.${charge.type}`), chargeParts(charge, shared));
        return charge.type === "connectionfee"
          ? {
              ...named,
              label: undefined,
              explained: [{ word: named.label, meaning: words("connectionfee") }],
            }
          : named;
      }),
      ...(totalLines(offer, shared) ?? []),
    ],
  };
}
