import type { OfferDocument } from "../../app/backend/contract/offer.ts";
import { type Block, renderPdf } from "../../app/declarations/pdf.server.ts";
import { type DocumentType, documentTypes } from "../../app/domain/document-types.ts";
import type { PdfFile } from "../api.ts";
import { brandName } from "../brand-names.ts";
import { given, type Rows } from "../rows.ts";
import { euros, type OfferAnswer, total } from "./offers.ts";
import type { Order } from "./orders.ts";
import type { Item } from "./products.ts";

const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "Europe/Berlin" });

interface Subject {
  offer: OfferAnswer;
  /** The item that the document belongs to; the first one for documents of the whole offer. */
  item: Item;
  order: Order | undefined;
}

type Frequency = "once" | "monthly";
const paid = (amount: number, frequency: Frequency) =>
  `${euros.format(amount)} ${frequency === "once" ? "einmalig" : "monatlich"}`;
const priceText = (prices: readonly { type: Frequency; amount: number }[] = []) =>
  prices.map(({ type, amount }) => paid(amount, type)).join(", ") || "ohne Aufpreis";

const term = (months: number) => (months === 0 ? "keine, monatlich kündbar" : `${months} Monate`);

const deviceName = ({ hardware }: Item) =>
  hardware && [hardware.name, hardware.color, hardware.capacity].filter(Boolean).join(", ");

const insuranceOf = (item: Item) => item.packs?.find((pack) => pack.itemKind === "DeviceInsurance");

const productRows = (item: Item): Rows =>
  given([
    [deviceName(item) ?? "", item.hardware && priceText(item.hardware.prices)],
    [`Tarif ${item.tariff?.name}`, item.tariff && priceText(item.tariff.prices)],
    ...(item.packs ?? []).map((pack): [string, string] => [pack.name, priceText(pack.prices)]),
  ]);

const totals = (offer: OfferAnswer): Block => ({
  rows: [
    ["Summe einmalig (inkl. MwSt.)", euros.format(total(offer, "once"))],
    ["Summe monatlich (inkl. MwSt.)", euros.format(total(offer, "monthly"))],
  ],
});

const charges = (offer: OfferAnswer): Block => ({
  rows: (offer.charges ?? []).map(({ name, amount, frequency }): [string, string] => [
    name,
    paid(amount, frequency),
  ]),
});

function tariffRows({ tariff }: Item): Block[] {
  if (!tariff) return [];
  const { dataVolumeGb, maxDownloadMbits, minimumTermMonths, noticePeriodMonths: notice } = tariff;
  const rows = given([
    ["Datenvolumen", dataVolumeGb && `${dataVolumeGb} GB im Monat`],
    ["Geschwindigkeit im Download", maxDownloadMbits && `bis zu ${maxDownloadMbits} Mbit/s`],
    ["Mindestlaufzeit", term(minimumTermMonths)],
    ["Kündigungsfrist", `${notice} Monat${notice === 1 ? "" : "e"}`],
  ]);
  return [{ rows }, { list: tariff.features ?? [] }];
}

const tariffTerms = ({ name, minimumTermMonths, noticePeriodMonths }: NonNullable<Item["tariff"]>) =>
  `${name}: Mindestlaufzeit ${term(minimumTermMonths)}, Kündigungsfrist ${noticePeriodMonths} Monat`;

interface DocumentRow {
  title: string;
  file: string;
  /** Whether it refers to this particular offer; other documents are the same for every offer of these products. */
  ofOffer?: true;
  /** A text alone is a paragraph. */
  blocks: (subject: Subject) => (Block | string)[];
}

const documents: Record<DocumentType, DocumentRow> = {
  CONTRACT_SUMMARY: {
    title: "Vertragszusammenfassung",
    file: "vertragszusammenfassung",
    ofOffer: true,
    blocks: ({ offer, item }) => [
      "Diese Zusammenfassung nennt die wichtigsten Punkte des Angebots, wie das Gesetz es verlangt (§ 54 TKG).",
      { heading: "Dienste und Geräte" },
      { list: productRows(item).map(([name]) => name) },
      { heading: "Leistung, Laufzeit und Kündigung" },
      ...tariffRows(item),
      "Nach der Mindestlaufzeit läuft der Vertrag unbefristet weiter. Sie können ihn dann jederzeit mit einer Frist von einem Monat kündigen.",
      { heading: "Preise" },
      { rows: productRows(item) },
      charges(offer),
      totals(offer),
      { heading: "Wenn die Leistung nicht stimmt" },
      "Weicht die Geschwindigkeit erheblich, ständig oder regelmäßig ab, können Sie den Preis mindern oder außerordentlich kündigen (§ 57 Abs. 4 TKG).",
    ],
  },
  PRODUCT_INFO: {
    title: "Produktinformationsblatt",
    file: "produktinformationsblatt",
    blocks: ({ item }) => [
      { heading: item.tariff ? `Tarif ${item.tariff.name}` : "Produkt" },
      ...tariffRows(item),
      { heading: "Preis" },
      { rows: productRows(item) },
      "Ist das Datenvolumen verbraucht, surfen Sie bis zum Monatsende mit höchstens 32 kbit/s.",
    ],
  },
  TERMS: {
    title: "Allgemeine Geschäftsbedingungen",
    file: "agb",
    blocks: ({ offer }) => [
      { heading: "1. Vertrag" },
      "Der Vertrag kommt zustande, wenn wir Ihre Bestellung bestätigen. Er umfasst die Produkte dieses Angebots:",
      { list: offer.offers.flatMap((item) => productRows(item).map(([name]) => name)) },
      { heading: "2. Preise und Zahlung" },
      "Monatliche Preise werden im Voraus, einmalige Preise mit der ersten Rechnung fällig. Alle Preise enthalten die Umsatzsteuer.",
      { heading: "3. Laufzeit und Kündigung" },
      { list: offer.offers.flatMap(({ tariff }) => (tariff ? [tariffTerms(tariff)] : [])) },
      { heading: "4. Störungen" },
      "Wir beheben Störungen unverzüglich. Ihre gesetzlichen Rechte bleiben unberührt.",
    ],
  },
  PRICE_LIST: {
    title: "Preisliste",
    file: "preisliste",
    blocks: ({ offer }) => [
      ...offer.offers.flatMap((item, index): Block[] => [
        { heading: `Position ${index + 1}` },
        { rows: productRows(item) },
      ]),
      { heading: "Weitere Posten" },
      charges(offer),
      { heading: "Summen" },
      totals(offer),
    ],
  },
  WITHDRAWAL_INFO: {
    title: "Widerrufsbelehrung",
    file: "widerrufsbelehrung",
    blocks: () => [
      { heading: "Ihr Widerrufsrecht" },
      "Sie können diesen Vertrag binnen vierzehn Tagen ohne Angabe von Gründen widerrufen. Bei Waren beginnt die Frist, sobald Sie das letzte Gerät erhalten haben, sonst mit dem Vertragsschluss.",
      "Zum Widerruf genügt eine eindeutige Erklärung, zum Beispiel über „Vertrag widerrufen“ auf unserer Website oder per E-Mail. Rechtzeitig abgesendet ist rechtzeitig widerrufen.",
      { heading: "Folgen des Widerrufs" },
      "Wir zahlen alle Zahlungen spätestens binnen vierzehn Tagen zurück. Geräte senden Sie bitte binnen vierzehn Tagen zurück. Bis dahin können wir die Rückzahlung verweigern.",
    ],
  },
  PRIVACY: {
    title: "Datenschutzhinweise",
    file: "datenschutz",
    blocks: ({ order }) => [
      { heading: "Wozu wir Ihre Daten brauchen" },
      "Wir verarbeiten Name, Anschrift, Geburtsdatum, Kontakt- und Zahlungsdaten, um den Vertrag zu schließen und zu erfüllen (Art. 6 Abs. 1 b DSGVO). Ausweisdaten prüfen wir, weil das Gesetz es verlangt (§ 172 TKG).",
      { heading: "Ihre Rechte" },
      {
        list: [
          "Auskunft, Berichtigung, Löschung",
          "Einschränkung und Widerspruch",
          "Beschwerde bei einer Aufsichtsbehörde",
        ],
      },
      ...(order ? [`Diese Hinweise gehören zu Ihrer Bestellung ${order.id}.`] : []),
    ],
  },
  SEPA_MANDATE: {
    title: "SEPA-Lastschriftmandat",
    file: "sepa-mandat",
    ofOffer: true,
    blocks: ({ offer, order }) => [
      {
        rows: given([
          ["Gläubiger-Identifikationsnummer", "DE98ZZZ09999999999"],
          ["Mandatsreferenz", order?.payment?.mandateReference ?? "wird gesondert mitgeteilt"],
          ["Zahlungsart", "wiederkehrende Zahlung"],
          ["Zahler", order && `${order.customer.firstName} ${order.customer.lastName}`],
          ["IBAN", order?.payment?.maskedIban],
        ]),
      },
      `Ich ermächtige ${brandName(offer.brand)}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, diese Lastschriften einzulösen.`,
      "Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrages verlangen.",
    ],
  },
  INSURANCE_IPID: {
    title: "Informationsblatt zu Versicherungsprodukten",
    file: "versicherung",
    blocks: ({ item }) => {
      const insurance = insuranceOf(item);
      return [
        { heading: insurance?.name ?? "Geräteschutz" },
        {
          rows: [
            ["Versichertes Gerät", deviceName(item) ?? ""],
            ["Beitrag", priceText(insurance?.prices)],
            ["Laufzeit", term(insurance?.minimumTermMonths ?? 0)],
          ],
        },
        { heading: "Was ist versichert?" },
        { list: ["Bruch- und Sturzschäden", "Flüssigkeitsschäden", "Diebstahl, wenn er angezeigt wurde"] },
        { heading: "Was ist nicht versichert?" },
        { list: ["Verlieren und Vergessen", "Schäden, die Sie vorsätzlich herbeiführen", "Abnutzung"] },
        { heading: "Wann und wie bezahle ich?" },
        "Monatlich, zusammen mit Ihrer Mobilfunkrechnung.",
      ];
    },
  },
};

/** A document of a kind that only the provider knows. */
const otherDocument = (title: string): DocumentRow => ({
  title,
  file: "dokument",
  ofOffer: true,
  blocks: ({ offer, item }) => [
    { heading: "Zu diesem Angebot" },
    { rows: productRows(item) },
    charges(offer),
    totals(offer),
  ],
});

/** Documents already rendered, by content: most are opened several times. */
const made = new Map<string, Promise<Uint8Array>>();
const keep = 64;

/** A document of this offer as PDF. Contract documents are in German, the language of the contract. */
export async function offerPdf(
  offer: OfferAnswer,
  { itemId, type, name }: OfferDocument,
  order: Order | undefined,
  now: Date,
): Promise<PdfFile> {
  const known = documentTypes.find((one) => one === type);
  const row = known ? documents[known] : otherDocument(name ?? type);
  const item = offer.offers.find(({ id }) => id === itemId) ?? offer.offers[0];
  if (!item) throw new Error("An offer without items");
  const subject = `Angebot ${offer.offerId}${order ? `, Bestellung ${order.id}` : ""} · `;
  const content = {
    sender: brandName(offer.brand),
    title: row.title,
    language: "de" as const,
    subtitle: `${row.ofOffer ? subject : "Stand: "}${day.format(now)}`,
    footer: "Muster aus der Sandbox: dieses Dokument ist kein Vertrag und keine Rechtsberatung.",
    blocks: row
      .blocks({ offer, item, order })
      .map((block) => (typeof block === "string" ? { text: block } : block)),
  };
  const key = JSON.stringify(content);
  const bytes = made.get(key) ?? renderPdf({ ...content, createdAt: now });
  // The map is ordered by last use.
  made.delete(key);
  made.set(key, bytes);
  const oldest = made.keys().next().value;
  if (made.size > keep && oldest !== undefined) made.delete(oldest);
  return { fileName: `${row.file}.pdf`, bytes: await bytes };
}
