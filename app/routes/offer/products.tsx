import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import type { PriceEntry } from "#app/domain/prices.ts";
import type { Translate } from "#app/i18n/resources.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Accordion } from "#app/ui/accordion.tsx";
import { Card } from "#app/ui/card.tsx";
import { DeviceArt, type DrawingName, Swatch } from "#app/ui/device.tsx";
import { BriefPrice, Price, PriceTable } from "#app/ui/price.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import { CreditLine, DeviceDetails, DeviceSigns, type DocumentHref, hasDetails } from "./goods.tsx";
import {
  briefTotal,
  type CostLine,
  costLines,
  instalmentsOf,
  joined,
  noTotalText,
  type PricePart,
  productParts,
  termsOf,
  termText,
  totalLines,
} from "./price-texts.ts";

type Text = Translate<"offer", "shared">;
type CartContents = Pick<Offer, "offers" | "charges">;

interface ProductsProps {
  contents: CartContents;
  /** Before an order: beside the products stands what the law wants to be said of them, with these documents. */
  hrefOf?: DocumentHref;
}

export function Products({ contents, hrefOf }: ProductsProps) {
  const t = useT("offer", "shared");
  const several = contents.offers.length > 1;
  return contents.offers.map((item, index) => (
    <Card
      key={item.id}
      id={`item-${index + 1}`}
      title={several ? t("position", { position: index + 1 }) : undefined}
    >
      <Item item={item} hrefOf={hrefOf} t={t} Heading={several ? "h3" : "h2"} />
    </Card>
  ));
}

type Hardware = NonNullable<OfferItem["hardware"]>;

interface ItemProps {
  item: OfferItem;
  hrefOf: DocumentHref | undefined;
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

function Item({ item, hrefOf, t, Heading }: ItemProps) {
  const { category, hardware, tariff, packs, credit } = item;
  const drawing = drawings[category];
  return (
    <div className="stack">
      {hardware && (
        <div className={hrefOf ? "offer-item large" : "offer-item"}>
          <Device hardware={hardware} category={category} />
          <div className="stack">
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
            <ProductPrice entries={hardware.prices} instalments={instalmentsOf(hardware.prices)} t={t} />
            {hrefOf && <DeviceSigns itemId={item.id} hardware={hardware} hrefOf={hrefOf} />}
            {hrefOf && credit && <CreditLine {...credit} />}
          </div>
        </div>
      )}
      {tariff && (
        <div className="stack">
          {!hardware && drawing && <DeviceArt name={drawing} />}
          <p className="eyebrow">{t("tariff")}</p>
          <Heading>{tariff.name}</Heading>
          <Facts tariff={tariff} t={t} />
          <ProductPrice entries={tariff.prices} term={tariff.minimumTermMonths} t={t} />
          <p className="muted">
            <small>
              <Listed text={joined(termsOf(tariff, t))} />
            </small>
          </p>
        </div>
      )}
      {packs.map((pack) => (
        <div key={pack.id} className="stack extra">
          <Heading>{pack.name}</Heading>
          <ProductPrice entries={pack.prices} t={t} />
          <p className="muted">
            <small>
              {[
                pack.itemKind === "DeviceInsurance" ? t("insurance") : t("pack"),
                pack.minimumTermMonths === undefined ? undefined : termText(pack.minimumTermMonths, t),
              ]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </p>
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

interface ProductPriceProps {
  entries: PriceEntry[];
  /** A tariff's minimum term. */
  term?: number;
  /** A device's. */
  instalments?: number | undefined;
  t: Text;
}

function ProductPrice({ entries, term, instalments, t }: ProductPriceProps) {
  const view = useT("offer", "orderView");
  return (
    <div>
      {productParts(entries, t, term).map(({ often, when, amount }, index) => {
        const isOnce = often === "once";
        const counted = !isOnce && instalments ? t("instalments", { count: instalments }) : when;
        const period = joined([isOnce ? t("often.once") : undefined, counted]);
        // biome-ignore lint/suspicious/noArrayIndexKey: prices neither move nor keep state
        return <Price key={index} amount={view(`per.${often}`, { amount })} period={period} />;
      })}
    </div>
  );
}

/** All totals in one line, with what they include. */
export function BriefTotal({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  const view = useT("offer", "orderView");
  return (
    <p className="price-line">
      <BriefPrice {...briefTotal(contents, t, view)} />
    </p>
  );
}

interface FoldsProps {
  contents: CartContents;
  hrefOf: DocumentHref;
}

/** What the total is made of, and what there is to read about each device. */
export function Folds({ contents, hrefOf }: FoldsProps) {
  const t = useT("offer", "shared");
  const details = contents.offers.flatMap(({ id, hardware, credit }) =>
    hardware && hasDetails({ hardware, credit })
      ? [
          {
            id,
            title: t("goods.details", { device: hardware.name }),
            content: <DeviceDetails itemId={id} hardware={hardware} credit={credit} hrefOf={hrefOf} />,
          },
        ]
      : [],
  );
  const parts = { id: "parts", title: t("priceParts"), content: <CostTables contents={contents} /> };
  return <Accordion id="costs" open={[]} items={[parts, ...details]} />;
}

/** What is paid once and in which months, then the totals next to the order button (§ 312j (2) BGB). */
export function CostTables({ contents }: { contents: CartContents }) {
  const t = useT("offer", "shared");
  const lines = costLines(contents, t);
  return (
    <>
      {frequencies.map((frequency) => {
        const paid = lines.flatMap((line) => partsPaid(line, frequency));
        return paid.length > 0 && <PriceTable key={frequency} title={t(`paid.${frequency}`)} lines={paid} />;
      })}
      <Totals contents={contents} t={t} />
    </>
  );
}

const frequencies = ["once", "P1M", "P28D", "unknown"] as const satisfies PricePart["often"][];

/** The line as it stands among those that are paid so often, if it does. */
function partsPaid({ label, note, parts }: CostLine, frequency: PricePart["often"]) {
  const amounts = parts.filter(({ often }) => often === frequency);
  return amounts.length > 0 ? [{ label, note, amounts }] : [];
}

function Totals({ contents, t }: { contents: CartContents; t: Text }) {
  const lines = totalLines(contents, t);
  return lines ? <PriceTable lines={lines} /> : <p>{noTotalText(contents, t)}</p>;
}
