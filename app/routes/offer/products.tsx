import type { PriceEntry } from "#app/backend/contract/common.ts";
import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import { formatPrice, prices, totals } from "#app/domain/prices.ts";
import { type Translate, useTexts } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { DeviceArt, Swatch } from "#app/ui/device.tsx";
import { PriceTable } from "#app/ui/price.tsx";

type Text = Translate<"offer.shared">;
type Cart = Pick<Offer, "offers" | "charges">;

/** Every product of the cart with what it is and what it costs. */
export function Products({ cart }: { cart: Cart }) {
  const t = useTexts("offer.shared");
  const several = cart.offers.length > 1;
  return cart.offers.map((item, index) => (
    <Card
      key={item.id}
      id={`item-${index + 1}`}
      title={several ? t("position", { position: index + 1 }) : undefined}
    >
      <Item item={item} t={t} Heading={several ? "h3" : "h2"} />
    </Card>
  ));
}

interface ItemProps {
  item: OfferItem;
  t: Text;
  /** Products stand below the offer's own heading where there are several offers. */
  Heading: "h2" | "h3";
}

function Item({ item: { hardware, tariff, packs }, t, Heading }: ItemProps) {
  return (
    <div className="stack">
      {hardware && (
        <div className="offer-item">
          <DeviceArt color={hardware.colorCode} />
          <div className="stack">
            <p className="eyebrow">{t("device")}</p>
            <Heading>{hardware.name}</Heading>
            <ul className="facts">
              {hardware.color && (
                <li>
                  <Swatch color={hardware.colorCode} />
                  <span>
                    <span className="visually-hidden">{t("color")}: </span>
                    {hardware.color}
                  </span>
                </li>
              )}
              {hardware.capacity && (
                <li>
                  <span className="visually-hidden">{t("capacity")}: </span>
                  {hardware.capacity}
                </li>
              )}
            </ul>
            <ProductPrice entries={hardware.prices} t={t} />
          </div>
        </div>
      )}
      {tariff && (
        <div className="stack">
          <p className="eyebrow">{t("tariff")}</p>
          <Heading>{tariff.name}</Heading>
          <ul className="features">
            {tariff.dataVolumeGb !== undefined && <li>{t("data", { gb: tariff.dataVolumeGb })}</li>}
            {tariff.maxDownloadMbits !== undefined && (
              <li>{t("speed", { mbits: tariff.maxDownloadMbits })}</li>
            )}
            {tariff.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
            <li>{termText(tariff.minimumTermMonths, t)}</li>
            <li>{noticeText(tariff.noticePeriodMonths, t)}</li>
          </ul>
          <ProductPrice entries={tariff.prices} t={t} />
        </div>
      )}
      {packs.map((pack) => (
        <div key={pack.id} className="stack">
          <p className="eyebrow">{pack.itemKind === "DeviceInsurance" ? t("insurance") : t("pack")}</p>
          <Heading>{pack.name}</Heading>
          <ProductPrice entries={pack.prices} t={t} />
        </div>
      ))}
    </div>
  );
}

function termText(months: number, t: Text): string {
  return months > 0 ? t("term", { count: months }) : t("noTerm");
}

function noticeText(months: number, t: Text): string {
  return months > 0 ? t("notice", { count: months }) : t("noNotice");
}

/** A product's prices: nothing for a type that has none. */
function ProductPrice({ entries, t }: { entries: PriceEntry[]; t: Text }) {
  const { monthly, once } = prices(entries);
  return (
    <p className="price">
      {monthly && (
        <>
          <strong>{monthly.formattedPrice}</strong> <span>{t("monthly")}</span>
        </>
      )}
      {monthly && once && <br />}
      {once && (
        <>
          <strong>{once.formattedPrice}</strong> <span>{t("once")}</span>
        </>
      )}
    </p>
  );
}

/** All amounts under each other with their sums; with products, a line for each of them (§ 312j (2) BGB). */
export function Costs({ cart, products }: { cart: Cart; products?: boolean }) {
  const t = useTexts("offer.shared");
  const sum = totals(cart);
  const productLines = products ? cart.offers.flatMap((item) => linesOf(item, t)) : [];
  const charges = cart.charges.map((charge) => ({
    label: charge.name,
    note: t(charge.frequency),
    amount: formatPrice(charge.amount),
  }));
  const lines = [
    ...productLines,
    ...charges,
    { label: t("totalOnce"), note: t("vat"), amount: formatPrice(sum.once), total: true },
    { label: t("totalMonthly"), note: t("vat"), amount: formatPrice(sum.monthly), total: true },
  ];
  return <PriceTable lines={lines} />;
}

function linesOf({ hardware, tariff, packs }: OfferItem, t: Text) {
  const terms =
    tariff && [termText(tariff.minimumTermMonths, t), noticeText(tariff.noticePeriodMonths, t)].join(", ");
  return [hardware, tariff, ...packs].flatMap((product) => {
    if (!product) return [];
    const details =
      product === hardware
        ? [hardware?.color, hardware?.capacity].filter(Boolean).join(", ")
        : product === tariff
          ? terms
          : "";
    const { once, monthly } = prices(product.prices);
    return [once, monthly].flatMap((price) =>
      price
        ? [
            {
              label: product.name,
              note: [details, t(price.type)].filter(Boolean).join(", "),
              amount: price.formattedPrice,
            },
          ]
        : [],
    );
  });
}
