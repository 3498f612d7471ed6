import type { ReactNode } from "react";
import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import type { Translate } from "#app/i18n/resources.ts";
import { useT } from "#app/i18n/texts.tsx";
import { useShell } from "#app/shell/use-shell.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Card } from "#app/ui/card.tsx";
import { DeviceArt, type DrawingName, Swatch } from "#app/ui/device.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Named } from "#app/ui/named.tsx";
import { BriefPrice, Price, PriceTable } from "#app/ui/price.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import { CreditLine, DeviceDetails, DeviceSigns, type DocumentHref, hasDetails } from "./goods.tsx";
import {
  briefAmounts,
  briefProduct,
  chargeRows,
  costGroups,
  includedText,
  joined,
  noTotalText,
  termsOf,
  termText,
  totalLines,
  totalRows,
} from "./price-texts.ts";

type Text = Translate<"offer", "shared">;
type CartContents = Pick<Offer, "offers" | "charges">;

interface ProductsProps {
  contents: CartContents;
  /**
   * Before an order: beside the products stands what the law wants to be said of them, with these documents, and below
   * them what else the total is made of.
   */
  hrefOf?: DocumentHref;
}

export function Products({ contents, hrefOf }: ProductsProps) {
  const t = useT("offer", "shared");
  const several = contents.offers.length > 1;
  const charges = hrefOf && contents.charges.length > 0 && <Charges charges={contents.charges} />;
  return (
    <>
      {contents.offers.map((item, index) => (
        <Card
          key={item.id}
          id={`item-${index + 1}`}
          title={several ? t("position", { position: index + 1 }) : undefined}
          action={hrefOf && <ContractPrice item={item} />}
        >
          <Item item={item} hrefOf={hrefOf} isOneOfSeveral={several}>
            {!several && charges}
          </Item>
        </Card>
      ))}
      {several && charges && (
        <Card id="charges" title={t("ofAllContracts")}>
          {charges}
        </Card>
      )}
    </>
  );
}

/** What is paid for one of several contracts. */
function ContractPrice({ item }: { item: OfferItem }) {
  const t = useT("offer", "shared");
  const { prices, note } = briefAmounts({ offers: [item], charges: [] }, t, useT("offer", "orderView"));
  return <Price prices={prices} note={note} />;
}

/** Discounts and fees: with them, the prices above add up to the total. */
function Charges({ charges }: Pick<CartContents, "charges">) {
  const t = useT("offer", "shared");
  const view = useT("offer", "orderView");
  return (
    <div className="stack charges">
      <PriceTable
        lines={chargeRows(charges, t, view).map((row) => ({
          ...row,
          label: <ProductName name={`${row.label} `} />,
        }))}
      />
    </div>
  );
}

type Hardware = NonNullable<OfferItem["hardware"]>;

interface ItemProps {
  item: OfferItem;
  hrefOf: DocumentHref | undefined;
  /** Its products are one heading level below the contract's, and shorter: all contracts are compared on one page. */
  isOneOfSeveral: boolean;
  /** Below the products. */
  children: ReactNode;
}

/** The drawing for an order without a device; other categories have none. */
const drawings: Partial<Record<OfferItem["category"], DrawingName>> = {
  dsl: "router",
  fms: "router",
  mobile: "sim",
  myHandy: "sim",
};

function Item({ item, hrefOf, isOneOfSeveral, children }: ItemProps) {
  const t = useT("offer", "shared");
  const { category, hardware, tariff, packs, credit } = item;
  const drawing = drawings[category];
  const kind = hrefOf && !isOneOfSeveral ? "offer-item large" : "offer-item";
  const Heading = isOneOfSeveral ? "h3" : "h2";
  const Tariff = isOneOfSeveral ? BriefTariff : TariffFacts;
  const law = hrefOf && hardware && (
    <>
      <DeviceSigns itemId={item.id} hardware={hardware} hrefOf={hrefOf} />
      {credit && <CreditLine {...credit} />}
    </>
  );
  return (
    <div className="stack">
      {hardware && (
        <div className={kind}>
          <Device hardware={hardware} category={category} />
          <div className="stack">
            <div className="priced">
              <Heading>
                <ProductName name={hardware.name} />
              </Heading>
              <ProductPrice entries={hardware.prices} isDevice />
            </div>
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
            {!isOneOfSeveral && law}
          </div>
          {isOneOfSeveral && <div className="stack">{law}</div>}
        </div>
      )}
      {tariff &&
        (hardware || !drawing ? (
          <Tariff tariff={tariff} Heading={Heading} />
        ) : (
          <div className={`${kind} drawn`}>
            <DeviceArt name={drawing} />
            <Tariff tariff={tariff} Heading={Heading} />
          </div>
        ))}
      {packs.map((pack) => (
        <div key={pack.id} className="stack extra">
          <div className="priced">
            <Heading>
              <ProductName name={pack.name} />
            </Heading>
            <PackTerms pack={pack} />
            <ProductPrice entries={pack.prices} />
          </div>
        </div>
      ))}
      {children}
    </div>
  );
}

interface TariffProps {
  tariff: Tariff;
  Heading: "h2" | "h3";
}

function TariffFacts({ tariff, Heading }: TariffProps) {
  const t = useT("offer", "shared");
  const isBound = tariff.minimumTermMonths > 0;
  const terms = (
    <p className="aside-line">
      <Listed text={joined(termsOf(tariff, t))} />
    </p>
  );
  return (
    <div className="stack">
      <div className="priced">
        <Heading>
          <ProductName name={tariff.name} />
        </Heading>
        {!isBound && terms}
        <ProductPrice entries={tariff.prices} term={tariff.minimumTermMonths} />
      </div>
      <Facts tariff={tariff} t={t} />
      {isBound && terms}
    </div>
  );
}

/** The same in two lines below its name. */
function BriefTariff({ tariff, Heading }: TariffProps) {
  const t = useT("offer", "shared");
  return (
    <div className="stack">
      <div className="priced">
        <Heading>
          <ProductName name={tariff.name} />
        </Heading>
        <ProductPrice entries={tariff.prices} term={tariff.minimumTermMonths} />
      </div>
      <p className="aside-line">
        <Listed text={featuresOf(tariff, t)} />
      </p>
      <p className="aside-line muted">
        <Listed text={joined(termsOf(tariff, t))} />
      </p>
    </div>
  );
}

function PackTerms({ pack: { itemKind, minimumTermMonths } }: { pack: OfferItem["packs"][number] }) {
  const t = useT("offer", "shared");
  const kind = itemKind === "DeviceInsurance" ? t("insurance") : undefined;
  const term = minimumTermMonths === undefined ? undefined : termText(minimumTermMonths, t);
  const terms = joined([term, kind]);
  return (
    terms && (
      <p className="aside-line">
        <Listed text={terms} />
      </p>
    )
  );
}

/** What an order without a device is drawn as, if it is anything to look at. */
export function Drawing({ category }: { category: OfferItem["category"] }) {
  const name = drawings[category];
  return name && <DeviceArt name={name} />;
}

/** A device's drawing, under its picture if there is one: then so small that a picture without a ground covers it, too. */
export function Device({ hardware, category }: { hardware: Hardware; category: OfferItem["category"] }) {
  const drawing = drawings[category] === "router" ? "router" : "phone";
  return (
    <>
      {hardware.picture && <DevicePicture {...hardware.picture} />}
      <DeviceArt color={hardware.colorCode} name={hardware.kind ?? drawing} />
    </>
  );
}

/** Covers the drawing, which is visible until the picture has loaded, and permanently if it never does. */
function DevicePicture({ url, avif }: NonNullable<Hardware["picture"]>) {
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} />}
      <img src={url} alt="" loading="lazy" decoding="async" />
    </picture>
  );
}

type Tariff = NonNullable<OfferItem["tariff"]>;
const isNetwork = (feature: string) => /^\dG\b/.test(feature);

/** A product may have the brand's name in its own. */
const ProductName = ({ name }: { name: string }) => <Named text={name} name={useShell().brand.name} />;

/** Data, speed and network as figures, and the other features. */
function factsOf({ dataVolumeGb, maxDownloadMbits, features }: Tariff, t: Text) {
  const network = features.find(isNetwork);
  return {
    figures: [
      dataVolumeGb !== undefined && { figure: t("gigabytes", { gb: dataVolumeGb }), of: t("data") },
      maxDownloadMbits !== undefined && { figure: t("mbits", { mbits: maxDownloadMbits }), of: t("speed") },
      network && { figure: network, of: t("network") },
    ].filter((row) => row !== false && row !== undefined && row !== ""),
    features: features.filter((feature) => feature !== network),
  };
}

/** "30 GB, 300 Mbit/s, 5G, Allnet-Flat" */
function featuresOf(tariff: Tariff, t: Text): string {
  const { figures, features } = factsOf(tariff, t);
  return joined([...figures.map(({ figure }) => figure), ...features]);
}

function Facts({ tariff, t }: { tariff: Tariff; t: Text }) {
  const { figures, features } = factsOf(tariff, t);
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
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  );
}

function ProductPrice(product: Parameters<typeof briefProduct>[0]) {
  const t = useT("offer", "shared");
  const view = useT("offer", "orderView");
  const brief = briefProduct(product, t, view);
  if (!brief.rows) return brief.prices.length > 0 && <Price {...brief} />;
  const { rows, unclear } = brief;
  const labelled = ({ label, ...row }: (typeof rows)[number]) => ({
    ...row,
    label: (
      <>
        <span>{label}</span>{" "}
        <small className="unclear">
          <Icon name="warning" size={16} /> <span>{unclear}</span>
        </small>
      </>
    ),
  });
  return <PriceTable lines={unclear ? rows.map(labelled) : rows} />;
}

interface TotalProps {
  contents: CartContents;
  /** The largest figure of the page. */
  large?: boolean;
}

/** What is paid at first, what follows or comes with it, and what that includes; or that it cannot be added up. */
export function Total({ contents, large = false }: TotalProps) {
  const t = useT("offer", "shared");
  const rows = totalRows(contents, t, useT("offer", "orderView"));
  if (!rows) return <p>{t("total.none")}</p>;
  return (
    <div className="sum">
      <PriceTable lines={rows.map((row, at) => ({ ...row, large, total: at === 0 }))} />
      <p className="aside-line muted">{includedText(contents, t)}</p>
    </div>
  );
}

/** The same for a line. */
export const BriefTotal = ({ contents }: { contents: CartContents }) => (
  <p className="price-line">
    <BriefPrice {...briefAmounts(contents, useT("offer", "shared"), useT("offer", "orderView"))} />
  </p>
);

interface DetailsProps {
  contents: CartContents;
  hrefOf: DocumentHref;
}

/** One fold for what the total is made of, and what there is to read about each device. */
export function Details({ contents, hrefOf }: DetailsProps) {
  const t = useT("offer", "shared");
  const devices = contents.offers.flatMap(({ id, hardware, credit }) =>
    hardware && hasDetails({ hardware, credit })
      ? [
          <div key={id} className="stack">
            <h3>
              <ProductName name={hardware.name} />
            </h3>
            <DeviceDetails itemId={id} hardware={hardware} credit={credit} hrefOf={hrefOf} />
          </div>,
        ]
      : [],
  );
  const content = (
    <>
      <CostTables contents={contents} />
      {devices}
    </>
  );
  const title = t(devices.length > 0 ? "detailsWithDevice" : "details");
  return <Accordion id="details" open={[]} items={[{ id: "all", title, content }]} />;
}

interface CostTablesProps {
  contents: CartContents;
  /** With what a tariff includes, where nothing else on the page says so. */
  withFeatures?: boolean;
}

/**
 * What is paid once and in which months, then the totals. Beside the order button with what is ordered: the law wants its
 * essential features, term and price there (§ 312j (2) BGB).
 */
export function CostTables({ contents, withFeatures = false }: CostTablesProps) {
  const t = useT("offer", "shared");
  const noteOf = ({ tariff, note }: ReturnType<typeof costGroups>[number]["lines"][number]) =>
    withFeatures && tariff && note ? joined([featuresOf(tariff, t), note]) : note;
  return (
    <>
      {costGroups(contents, t).map(({ title, lines }) => (
        <PriceTable
          key={title}
          title={title}
          lines={lines.map((line) => ({
            label: <ProductName name={`${line.label} `} />,
            note: noteOf(line),
            amounts: line.amounts,
          }))}
        />
      ))}
      <Totals contents={contents} t={t} />
    </>
  );
}

function Totals({ contents, t }: { contents: CartContents; t: Text }) {
  const lines = totalLines(contents, t);
  return lines ? <PriceTable lines={lines} /> : <p>{noTotalText(contents, t)}</p>;
}
