import type { ComponentProps } from "react";
import type { Credit, OfferItem } from "#app/backend/contract/offer.ts";
import type { DocumentType } from "#app/domain/document-types.ts";
import { type EnergyClass, energyColors } from "#app/domain/energy-classes.ts";
import { formatPrice } from "#app/domain/prices.ts";
import type { Translate } from "#app/i18n/resources.ts";
import { useT } from "#app/i18n/texts.tsx";
import { QrCode } from "#app/shell/qr-code.tsx";
import { Named } from "#app/ui/named.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { Guarantee } from "./guarantee.server.ts";

type Hardware = NonNullable<OfferItem["hardware"]>;
type SafetyFacts = NonNullable<Hardware["safety"]>;

/** The address of an item's document; undefined if the offer does not list it. */
export type DocumentHref = (itemId: string, type: DocumentType) => string | undefined;

interface GoodsProps {
  itemId: string;
  hardware: Hardware;
  hrefOf: DocumentHref;
}

/** The signs that the law wants beside a device's price: each that the provider names a fact for, and nothing else. */
export function DeviceSigns({ itemId, hardware, hrefOf }: GoodsProps) {
  const t = useT("offer", "shared");
  const { energyClass, charging, durability } = hardware;
  if (!energyClass && !charging && !durability) return null;
  const sheet = hrefOf(itemId, "ENERGY_SHEET");
  return (
    <ul className="device-signs">
      {energyClass && (
        <li>
          <EnergyArrow energyClass={energyClass} label={hrefOf(itemId, "ENERGY_LABEL")} />
          {sheet && (
            <a href={sheet} target="_blank" rel="noreferrer" hrefLang="de">
              {t("documentTypes.ENERGY_SHEET")}
            </a>
          )}
        </li>
      )}
      {charging && (
        <li>
          <ChargerSign {...charging} />
        </li>
      )}
      {durability && (
        <li>
          <DurabilitySign {...durability} />
        </li>
      )}
    </ul>
  );
}

interface DeviceDetailsProps extends GoodsProps {
  credit: Credit | undefined;
}

/** Whether there is anything to read in its details. */
export const hasDetails = ({ hardware, credit }: Pick<OfferItem, "hardware" | "credit">) =>
  hardware !== undefined && [hardware.charging, hardware.durability, hardware.safety, credit].some(Boolean);

/** What the signs mean, the rights that come with instalments, and who made the device. */
export function DeviceDetails({ itemId, hardware, credit, hrefOf }: DeviceDetailsProps) {
  const t = useT("offer", "shared");
  const { charging, durability, safety } = hardware;
  return (
    <>
      {credit && <CreditRights information={hrefOf(itemId, "CREDIT_INFORMATION")} />}
      {charging && <p>{chargingText(charging, t)}</p>}
      {durability && (
        <p>
          {t("goods.durability", { years: durability.years })}{" "}
          <span translate="no">{`(${durability.guarantor}, ${durability.model})`}</span>
        </p>
      )}
      {safety && <Safety {...safety} />}
    </>
  );
}

interface EnergyArrowProps {
  energyClass: EnergyClass;
  /** Where the label is. */
  label: string | undefined;
}

/** The nested display of Regulation (EU) 2023/1669, Annex VIII: class and range in an arrow that opens the label. */
function EnergyArrow({ energyClass, label }: EnergyArrowProps) {
  const t = useT("offer", "shared");
  const arrow = (
    <svg
      width="90"
      height="40"
      viewBox="0 0 72 32"
      role="img"
      aria-label={t("goods.energyClass", { energyClass })}
    >
      <path d="M.5.5h19v31H.5z" fill="#fff" stroke="#000" />
      <text x="10" y="13" textAnchor="middle">
        A
      </text>
      <path d="m7 18 3-4 3 4M10 14v6" fill="none" stroke="#000" />
      <text x="10" y="30" textAnchor="middle">
        G
      </text>
      <path d="M19.5.5H57L71.5 16 57 31.5H19.5z" fill={energyColors[energyClass]} stroke="#000" />
      <text className="energy-class" x="42" y="25" textAnchor="middle">
        {energyClass}
      </text>
    </svg>
  );
  if (!label) return arrow;
  return (
    <a href={label} target="_blank" rel="noreferrer" hrefLang="de">
      {arrow}
    </a>
  );
}

const plug = "M14 4v6m12-6v6M10 10h20v8a10 10 0 0 1-20 0zm10 18v8";

type ChargingFacts = NonNullable<Hardware["charging"]>;

function chargingText({ chargerIncluded, usbPd, ...watts }: ChargingFacts, t: Translate<"offer", "shared">) {
  const power = t("goods.watts", watts);
  return [
    t(chargerIncluded ? "goods.charger" : "goods.noCharger"),
    usbPd ? t("goods.powerPd", { power }) : t("goods.power", { power }),
  ].join(" ");
}

/** Directive (EU) 2022/2380, Annex Ia: whether a charger is in the box, and which one the device needs. */
function ChargerSign(facts: ChargingFacts) {
  const t = useT("offer", "shared");
  const { chargerIncluded, minWatts, maxWatts, usbPd } = facts;
  return (
    <>
      <svg
        className="charger"
        width="40"
        height="40"
        viewBox="0 0 40 40"
        role="img"
        aria-label={chargingText(facts, t)}
      >
        <path d={`M1 1h38v38H1z${plug}${chargerIncluded ? "" : "M1 39 39 1"}`} />
      </svg>
      <small aria-hidden="true" translate="no">
        {`${minWatts}–${maxWatts}\u00a0W${usbPd ? " USB\u00a0PD" : ""}`}
      </small>
    </>
  );
}

/** The maker's guarantee of durability: the label that the maker has filled in, which nobody may draw again, or words. */
function DurabilitySign({ years, guarantor, model, label }: NonNullable<Hardware["durability"]>) {
  const t = useT("offer", "shared");
  const words = t("goods.durability", { years });
  if (!label)
    return (
      <small>
        {`${words}: `}
        <span translate="no">{`${guarantor}, ${model}`}</span>
      </small>
    );
  return (
    <>
      <a href={label} target="_blank" rel="noreferrer">
        <img src={label} alt={`${words}: ${guarantor}, ${model}`} loading="lazy" />
      </a>
      <small aria-hidden="true">{t("goods.durabilityBrief", { years })}</small>
    </>
  );
}

/** Who made the device, and what to beware of (Art. 19 of Regulation (EU) 2023/988). */
function Safety({ manufacturer, responsible, model, warnings }: SafetyFacts) {
  const t = useT("offer", "shared");
  const party = ({ name, address, contact }: SafetyFacts["manufacturer"]) =>
    [name, address, contact].filter(Boolean).join(", ");
  return (
    <SummaryList
      rows={[
        { label: t("goods.manufacturer"), value: party(manufacturer) },
        { label: t("goods.responsible"), value: responsible && party(responsible) },
        { label: t("goods.model"), value: model },
        ...warnings.map((warning) => ({ label: t("goods.warning"), value: warning })),
      ]}
    />
  );
}

/** What instalments cost that are a consumer credit. */
export function CreditLine({ creditor, amount, annualRate, total }: Credit) {
  const t = useT("offer", "shared");
  const rate = t("goods.percent", { rate: annualRate });
  const price = (euros: number) => formatPrice(euros).replace(" ", "\u00a0");
  const figures = { creditor, rate, amount: price(amount), total: price(total) };
  return (
    <p className="aside-line">
      <Named text={t("goods.inBrief", figures)} name={creditor} />
    </p>
  );
}

interface CreditRightsProps {
  /** Where its pre-contractual information is. */
  information: string | undefined;
}

/** Their own right of withdrawal. */
export function CreditRights({ information }: CreditRightsProps) {
  const t = useT("offer", "shared");
  return (
    <>
      <p>{t("goods.creditWithdrawal")}</p>
      {information && (
        <p>
          <a href={information} target="_blank" rel="noreferrer" hrefLang="de">
            {t("documentTypes.CREDIT_INFORMATION")}
          </a>
        </p>
      )}
    </>
  );
}

/** Twelve stars on a circle, as the flag has them. */
const stars = Array.from({ length: 12 }, (_, hour) => {
  const angle = (hour * Math.PI) / 6;
  return { x: 18 + 8 * Math.sin(angle), y: 12 - 8 * Math.cos(angle) };
});
const star = "m0-1.9 1.1 3.4-2.9-2.1h3.6l-2.9 2.1z";

interface GuaranteeNoticeProps extends Guarantee {
  /** The address of the Union's page as a QR code. */
  code?: ComponentProps<typeof QrCode>["code"];
}

/** The notice on the legal guarantee: the Commission's own, which may not be altered, or our words. */
export function GuaranteeNotice({ href, picture, isPlaceholder, code }: GuaranteeNoticeProps) {
  const t = useT("offer", "shared");
  const words = [t("goods.guarantee.remedies"), t("goods.guarantee.repaired"), t("goods.guarantee.others")];
  const more = (
    <a href={href} target="_blank" rel="noreferrer">
      {t("goods.guarantee.more")}
    </a>
  );
  if (picture)
    return (
      <section className="card eu-notice" aria-labelledby="eu-notice">
        <h2 id="eu-notice">{t("goods.guarantee.title")}</h2>
        <img src={picture} alt={[t("goods.guarantee.duration"), ...words].join(" ")} />
        <p>{more}</p>
      </section>
    );
  return (
    <section className="card eu-notice" aria-labelledby="eu-notice">
      <h2 id="eu-notice">
        <svg width="30" height="20" viewBox="0 0 36 24" aria-hidden="true">
          <path d="M0 0h36v24H0z" fill="#039" />
          <path d={stars.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}${star}`).join("")} fill="#fc0" />
        </svg>{" "}
        {t("goods.guarantee.title")}
      </h2>
      <QrCode code={code} label={t("goods.guarantee.code")} />
      <div>
        <p>
          <strong>{t("goods.guarantee.duration")}</strong>
        </p>
        <ul>
          {words.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>{more}</p>
        {isPlaceholder && <p>{t("goods.guarantee.placeholder")}</p>}
      </div>
    </section>
  );
}
