import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import {
  formatPrice,
  type PriceEntry,
  prices,
  type Totals,
  totalOverTerm,
  totals,
} from "#app/domain/prices.ts";
import type { Translate } from "#app/i18n/resources.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Accordion } from "#app/ui/accordion.tsx";
import { Card } from "#app/ui/card.tsx";
import { DeviceArt, type DrawingName, Swatch } from "#app/ui/device.tsx";
import { Price, PriceLine, PriceTable } from "#app/ui/price.tsx";
import { Listed } from "#app/ui/unbroken.tsx";

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

type Hardware = NonNullable<OfferItem["hardware"]>;

interface ItemProps {
  item: OfferItem;
  t: Text;
  /** With several offers, products are one heading level below the offer's. */
  Heading: "h2" | "h3";
}

/** The drawing for an order without a device; other categories have none. */
const drawings: Partial<Record<OfferItem["category"], DrawingName>> = {
  dsl: "router",
  fms: "router",
  mobile: "sim",
  myHandy: "sim",
};

function Item({ item: { category, hardware, tariff, packs }, t, Heading }: ItemProps) {
  const drawing = drawings[category];
  return (
    <div className="stack">
      {hardware && (
        <div className="offer-item">
          <Device hardware={hardware} category={category} />
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
          {!hardware && drawing && <DeviceArt name={drawing} />}
          <p className="eyebrow">{t("tariff")}</p>
          <Heading>{tariff.name}</Heading>
          <Facts tariff={tariff} t={t} />
          <p className="muted">
            <Listed text={joined(termsOf(tariff, t))} />
          </p>
          <ProductPrice entries={tariff.prices} t={t} />
        </div>
      )}
      {packs.map((pack) => (
        <div key={pack.id} className="stack">
          <p className="eyebrow">{pack.itemKind === "DeviceInsurance" ? t("insurance") : t("pack")}</p>
          <Heading>{pack.name}</Heading>
          {pack.minimumTermMonths ? <p className="muted">{termText(pack.minimumTermMonths, t)}</p> : null}
          <ProductPrice entries={pack.prices} t={t} />
        </div>
      ))}
    </div>
  );
}

/** A device's drawing, under its picture if there is one. */
export function Device({ hardware, category }: { hardware: Hardware; category: OfferItem["category"] }) {
  const drawing = drawings[category] === "router" ? "router" : "phone";
  return (
    <>
      <DeviceArt color={hardware.colorCode} name={hardware.kind ?? drawing} />
      {hardware.picture && <Picture {...hardware.picture} />}
    </>
  );
}

/** Covers the drawing, which is visible until the picture has loaded, and permanently if it never does. */
function Picture({ url, avif }: NonNullable<Hardware["picture"]>) {
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} />}
      <img src={url} alt="" loading="lazy" decoding="async" />
    </picture>
  );
}

type Tariff = NonNullable<OfferItem["tariff"]>;
const isNetwork = (feature: string) => /^\dG\b/.test(feature);

/** Data, speed and network as figures, then the other features. */
function Facts({ tariff: { dataVolumeGb, maxDownloadMbits, features }, t }: { tariff: Tariff; t: Text }) {
  const network = features.find(isNetwork);
  const figures = [
    dataVolumeGb !== undefined && { figure: t("gigabytes", { gb: dataVolumeGb }), of: t("data") },
    maxDownloadMbits !== undefined && { figure: t("mbits", { mbits: maxDownloadMbits }), of: t("speed") },
    network && { figure: network, of: t("network") },
  ].filter((row) => row !== false && row !== undefined && row !== "");
  return (
    <>
      {figures.length > 0 && (
        <ul className="figures">
          {figures.map(({ figure, of }) => (
            <li key={of}>
              <strong>{figure}</strong> <small>{of}</small>
            </li>
          ))}
        </ul>
      )}
      <ul className="features">
        {features
          .filter((feature) => feature !== network)
          .map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
      </ul>
    </>
  );
}

const termsOf = ({ minimumTermMonths, noticePeriodMonths }: Tariff, t: Text) => [
  termText(minimumTermMonths, t),
  noticePeriodMonths > 0 ? t("notice", { count: noticePeriodMonths }) : t("noNotice"),
];

const termText = (months: number, t: Text): string =>
  months > 0 ? t("term", { count: months }) : t("noTerm");

function ProductPrice({ entries, t }: { entries: PriceEntry[]; t: Text }) {
  const { monthly, once } = prices(entries);
  return (
    <div>
      {monthly && <Price amount={monthly.formattedPrice} period={t("monthly")} />}
      {once && <Price amount={once.formattedPrice} period={t("once")} />}
    </div>
  );
}

/** Both totals in one line; a total of zero is left out; if both are zero, the one-off total is shown. */
export function TotalLine({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  const sums = totals(contents);
  const paid = (["monthly", "once"] as const).filter((frequency) => sums[frequency] !== 0);
  return (
    <PriceLine
      prices={(paid.length > 0 ? paid : (["once"] as const)).map((frequency) => ({
        amount: formatPrice(sums[frequency]),
        period: t(frequency),
      }))}
    />
  );
}

/** What the total is made of; the products above have their own prices. */
export function CostsCard({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  return (
    <Accordion
      id="costs"
      open={[]}
      items={[{ id: "parts", title: t("priceParts"), content: <Costs contents={contents} /> }]}
    />
  );
}

/** One-off and monthly prices, then both totals next to the order button (§ 312j (2) BGB). */
export function Costs({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  const sums = totals(contents);
  const term = totalOverTerm(contents);
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
      <PriceTable
        lines={[
          ...(term
            ? [{ label: t("totalTerm", { count: term.months }), amount: formatPrice(term.total) }]
            : []),
          sum("once", t("totalOnce")),
          sum("monthly", t("totalMonthly")),
        ]}
      />
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
    { product: tariff, note: tariff && joined(termsOf(tariff, t)) },
    ...packs.map((product) => ({
      product,
      note: product.minimumTermMonths ? termText(product.minimumTermMonths, t) : undefined,
    })),
  ];
  return products.flatMap(({ product, note }) =>
    Object.values(prices(product?.prices ?? [])).map(({ type, months, formattedPrice }) => ({
      frequency: type,
      label: product?.name ?? "",
      note: months ? joined([note, t("instalments", { count: months })]) : note,
      amount: formattedPrice,
    })),
  );
}
