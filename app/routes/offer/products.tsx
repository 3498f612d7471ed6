import type { PriceEntry } from "#app/backend/contract/common.ts";
import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import { formatPrice, prices, type Totals, totals } from "#app/domain/prices.ts";
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
          {pack.minimumTermMonths ? (
            <ul className="features">
              <li>{termText(pack.minimumTermMonths, t)}</li>
            </ul>
          ) : null}
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

/** What is paid once, what is paid each month, and last, next to the order button, both sums (§ 312j (2) BGB). */
export function Costs({ cart }: { cart: Cart }) {
  const t = useTexts("offer.shared");
  const sums = totals(cart);
  const lines = [...cart.offers.flatMap((item) => productLines(item, t)), ...cart.charges.map(chargeLine)];
  const paid = (frequency: CostLine["frequency"]) =>
    lines
      .filter((line) => line.frequency === frequency)
      .map(({ label, details, amount }) => ({ label, amount, note: joined([details, t(frequency)]) }));
  const sum = (frequency: CostLine["frequency"], label: string) => ({
    label,
    note: t("vat"),
    amount: formatPrice(sums[frequency]),
    total: true,
  });
  return (
    <PriceTable
      lines={[
        ...paid("once"),
        ...paid("monthly"),
        sum("once", t("totalOnce")),
        sum("monthly", t("totalMonthly")),
      ]}
    />
  );
}

interface CostLine {
  frequency: keyof Totals;
  label: string;
  details?: string;
  amount: string;
}

const joined = (parts: (string | undefined)[]) => parts.filter(Boolean).join(", ");

const chargeLine = ({ name, frequency, amount }: Cart["charges"][number]): CostLine => ({
  frequency,
  label: name,
  amount: formatPrice(amount),
});

function productLines({ hardware, tariff, packs }: OfferItem, t: Text): CostLine[] {
  const products = [
    { product: hardware, details: joined([hardware?.color, hardware?.capacity]) },
    {
      product: tariff,
      details:
        tariff && joined([termText(tariff.minimumTermMonths, t), noticeText(tariff.noticePeriodMonths, t)]),
    },
    ...packs.map((product) => ({
      product,
      details: product.minimumTermMonths ? termText(product.minimumTermMonths, t) : undefined,
    })),
  ];
  return products.flatMap(({ product, details }) =>
    Object.values(prices(product?.prices ?? [])).map(({ type, formattedPrice }) => ({
      frequency: type,
      label: product?.name ?? "",
      details,
      amount: formattedPrice,
    })),
  );
}
