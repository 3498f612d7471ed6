import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import type { PriceEntry } from "#app/domain/prices.ts";
import { formatPrice, prices, type Totals, totals } from "#app/domain/prices.ts";
import type { Translate } from "#app/i18n/resources.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { DeviceArt, Swatch } from "#app/ui/device.tsx";
import { Price, PriceTable } from "#app/ui/price.tsx";

type Text = Translate<"offer", "shared">;
type CartContents = Pick<Offer, "offers" | "charges">;

export function Products({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  const several = contents.offers.length > 1;
  return contents.offers.map((item, index) => (
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
  /** With several offers, products are one heading level below the offer's. */
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

function ProductPrice({ entries, t }: { entries: PriceEntry[]; t: Text }) {
  const { monthly, once } = prices(entries);
  return (
    <div>
      {monthly && <Price amount={monthly.formattedPrice} period={t("monthly")} />}
      {once && <Price amount={once.formattedPrice} period={t("once")} />}
    </div>
  );
}

/** One-off and monthly prices, then both totals next to the order button (§ 312j (2) BGB). */
export function Costs({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  const sums = totals(contents);
  const lines = [
    ...contents.offers.flatMap((item) => productLines(item, t)),
    ...contents.charges.map(chargeLine),
  ];
  const paid = frequencies
    .map((frequency) => ({ frequency, lines: lines.filter((line) => line.frequency === frequency) }))
    .filter((group) => group.lines.length > 0);
  const sum = (frequency: keyof Totals, label: string) => ({
    label,
    note: t("vat"),
    amount: formatPrice(sums[frequency]),
    total: true,
  });
  return (
    <>
      {paid.map((group) => (
        <PriceTable key={group.frequency} title={t(`paid.${group.frequency}`)} lines={group.lines} />
      ))}
      <PriceTable lines={[sum("once", t("totalOnce")), sum("monthly", t("totalMonthly"))]} />
    </>
  );
}

const frequencies = ["once", "monthly"] as const satisfies (keyof Totals)[];

interface CostLine {
  frequency: keyof Totals;
  label: string;
  note?: string;
  amount: string;
}

const joined = (parts: (string | undefined)[]) => parts.filter(Boolean).join(", ");

const chargeLine = ({ name, frequency, amount }: CartContents["charges"][number]): CostLine => ({
  frequency,
  label: name,
  amount: formatPrice(amount),
});

function productLines({ hardware, tariff, packs }: OfferItem, t: Text): CostLine[] {
  const products = [
    { product: hardware, note: joined([hardware?.color, hardware?.capacity]) },
    {
      product: tariff,
      note:
        tariff && joined([termText(tariff.minimumTermMonths, t), noticeText(tariff.noticePeriodMonths, t)]),
    },
    ...packs.map((product) => ({
      product,
      note: product.minimumTermMonths ? termText(product.minimumTermMonths, t) : undefined,
    })),
  ];
  return products.flatMap(({ product, note }) =>
    Object.values(prices(product?.prices ?? [])).map(({ type, formattedPrice }) => ({
      frequency: type,
      label: product?.name ?? "",
      note,
      amount: formattedPrice,
    })),
  );
}
