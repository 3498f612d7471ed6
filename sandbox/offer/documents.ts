import type { OfferDocument } from "../../app/backend/contract/offer.ts";
import { type DocumentType, documentTypes } from "../../app/domain/document-types.ts";
import { formatPrice } from "../../app/domain/prices.ts";
import type { Block } from "../../app/paper/paper.ts";
import { renderPdf } from "../../app/paper/pdf.server.ts";
import type { PdfFile } from "../api.ts";
import { brandName, letterhead } from "../letterhead.ts";
import { filledRows, type Rows } from "../rows.ts";
import { sandboxTexts } from "../texts.ts";
import type { OfferAnswer } from "./offers.ts";
import type { Order } from "./orders.ts";
import { chargeLines, type PricedOffer, pricedOffer, productLines, totalRows } from "./price-lines.ts";

const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "Europe/Berlin" });

type Item = PricedOffer["offers"][number];

interface Subject {
  offer: OfferAnswer;
  /** Its products and charges as the portal reads them. */
  priced: PricedOffer;
  /** The item that the document belongs to; the first one for documents of the whole offer. */
  item: Item;
  order: Order | undefined;
}

const term = (months: number, notice = 1) =>
  months > 0 ? `${months} Monate` : `keine, ${notice > 0 ? "monatlich" : "jederzeit"} kündbar`;

const deviceName = ({ hardware }: Item) =>
  hardware && [hardware.name, hardware.color, hardware.capacity].filter(Boolean).join(", ");

const insuranceOf = (item: Item) => item.packs.find((pack) => pack.itemKind === "DeviceInsurance");

/** A row for each price of a name: what follows an introductory price has its own. */
const rowsOf = (name: string, lines: string[]): Rows =>
  lines.length > 0 ? lines.map((line) => [name, line]) : [[name, "ohne Aufpreis"]];

const nameRows = (item: Item): string[] => [
  ...(item.hardware ? [deviceName(item) ?? ""] : []),
  ...(item.tariff ? [`Tarif ${item.tariff.name}`] : []),
  ...item.packs.map(({ name }) => name),
];

const productRows = (item: Item): Rows => [
  ...(item.hardware ? rowsOf(deviceName(item) ?? "", productLines(item.hardware.prices, "de")) : []),
  ...(item.tariff
    ? rowsOf(
        `Tarif ${item.tariff.name}`,
        productLines(item.tariff.prices, "de", item.tariff.minimumTermMonths),
      )
    : []),
  ...item.packs.flatMap(({ name, prices }) => rowsOf(name, productLines(prices, "de"))),
];

const priceTable = (what: string, rows: Rows, strong = false): Block[] =>
  rows.length > 0 ? [{ columns: [what, "Preis"], lines: rows.map((cells) => ({ cells, strong })) }] : [];

const products = (item: Item) => priceTable("Produkt", productRows(item));

const charges = (priced: PricedOffer) =>
  priceTable(
    "Weitere Posten",
    priced.charges.flatMap((charge) =>
      rowsOf(charge.name ?? sandboxTexts.de.offer.shared.chargeNames[charge.type], chargeLines(charge, "de")),
    ),
  );

const totals = (priced: PricedOffer) => priceTable("Summen", totalRows(priced, "de"), true);

const serviceRows = ({ tariff }: Item): Block[] =>
  tariff
    ? [
        { rows: filledRows([["Datenvolumen", tariff.dataVolumeGb && `${tariff.dataVolumeGb} GB im Monat`]]) },
        { list: tariff.features },
      ]
    : [];

const speedRows = ({ tariff }: Item): Block[] =>
  tariff?.maxDownloadMbits
    ? [{ rows: [["Geschwindigkeit im Download", `bis zu ${tariff.maxDownloadMbits} Mbit/s`]] }]
    : [];

function termRows({ tariff }: Item): (Block | string)[] {
  if (!tariff) return [];
  const { minimumTermMonths, noticePeriodMonths: notice } = tariff;
  const rows = filledRows([
    ["Mindestlaufzeit", term(minimumTermMonths, notice)],
    ["Kündigungsfrist", notice > 0 ? `${notice} Monat${notice === 1 ? "" : "e"}` : undefined],
  ]);
  const after =
    minimumTermMonths > 0
      ? "Nach der Mindestlaufzeit läuft der Vertrag unbefristet weiter. Sie können ihn dann jederzeit mit einer Frist von einem Monat kündigen."
      : "Der Vertrag läuft unbefristet.";
  return [{ rows }, after];
}

const tariffRows = (item: Item): (Block | string)[] => [
  ...serviceRows(item),
  ...speedRows(item),
  ...termRows(item).slice(0, 1),
];

const tariffTerms = ({ name, minimumTermMonths, noticePeriodMonths }: NonNullable<Item["tariff"]>) =>
  `${name}: Mindestlaufzeit ${term(minimumTermMonths, noticePeriodMonths)}`;

const energyRows = (item: Item): Block[] => [
  { heading: deviceName(item) ?? "Gerät" },
  {
    rows: filledRows([
      ["Modell", item.hardware?.safety?.model],
      ["Energieeffizienzklasse (A bis G)", item.hardware?.energyClass],
    ]),
  },
];

interface DocumentRow {
  title: string;
  file: string;
  /** Names the order once there is one. Until then all are the same for every offer of these products, and rendered once. */
  ofOffer?: true;
  /** A text alone is a paragraph. */
  blocks: (subject: Subject) => (Block | string)[];
}

const documents: Record<DocumentType, DocumentRow> = {
  CONTRACT_SUMMARY: {
    title: "Vertragszusammenfassung",
    file: "vertragszusammenfassung",
    ofOffer: true,
    // The rows and their order are those of the template in Implementing Regulation (EU) 2019/2243.
    blocks: ({ offer, priced, item }) => [
      `Diese Zusammenfassung nennt die wichtigsten Punkte des Angebots von ${brandName(offer.brand)} (§ 54 TKG). Sie hilft, Angebote zu vergleichen. Alles Weitere steht in den übrigen Dokumenten.`,
      { heading: "Dienste und Geräte" },
      { list: nameRows(item) },
      ...serviceRows(item),
      { heading: "Geschwindigkeiten des Internetdienstes und Abhilfen" },
      ...speedRows(item),
      "Weicht die Geschwindigkeit erheblich, ständig oder regelmäßig ab, können Sie den Preis mindern oder außerordentlich kündigen (§ 57 Abs. 4 TKG).",
      { heading: "Preis" },
      ...products(item),
      ...charges(priced),
      ...totals(priced),
      { heading: "Laufzeit, Verlängerung und Kündigung" },
      ...termRows(item),
      { heading: "Funktionen für Endnutzer mit Behinderungen" },
      "Die Hotline ist auch über den Vermittlungsdienst für Gehörlose erreichbar. Rechnungen gibt es auf Wunsch in Blindenschrift.",
      { heading: "Sonstige relevante Informationen" },
      "Ihr Widerrufsrecht und die Bedingungen für einen Anbieterwechsel stehen in der Widerrufsbelehrung und in den Geschäftsbedingungen.",
    ],
  },
  PRODUCT_INFO: {
    title: "Produktinformationsblatt",
    file: "produktinformationsblatt",
    blocks: ({ item }) => [
      { heading: item.tariff ? `Tarif ${item.tariff.name}` : "Produkt" },
      ...tariffRows(item),
      { heading: "Preis" },
      ...products(item),
      "Ist das Datenvolumen verbraucht, surfen Sie bis zum Monatsende mit höchstens 32 kbit/s.",
    ],
  },
  TERMS: {
    title: "Allgemeine Geschäftsbedingungen",
    file: "agb",
    blocks: ({ priced }) => [
      { heading: "1. Vertrag" },
      "Der Vertrag kommt zustande, wenn wir Ihre Bestellung bestätigen. Er umfasst die Produkte dieses Angebots:",
      { list: priced.offers.flatMap(nameRows) },
      { heading: "2. Preise und Zahlung" },
      "Monatliche Preise werden im Voraus, einmalige Preise mit der ersten Rechnung fällig. Alle Preise enthalten die Umsatzsteuer.",
      { heading: "3. Laufzeit und Kündigung" },
      { list: priced.offers.flatMap(({ tariff }) => (tariff ? [tariffTerms(tariff)] : [])) },
      { heading: "4. Störungen" },
      "Wir beheben Störungen unverzüglich. Ihre gesetzlichen Rechte bleiben unberührt.",
    ],
  },
  PRICE_LIST: {
    title: "Preisliste",
    file: "preisliste",
    blocks: ({ priced }) => [
      ...priced.offers.flatMap((item, index): Block[] => [
        { heading: `Position ${index + 1}` },
        ...products(item),
      ]),
      ...charges(priced),
      ...totals(priced),
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
      "Wir zahlen alle Zahlungen spätestens binnen vierzehn Tagen zurück. Geräte senden Sie bitte binnen vierzehn Tagen zurück. Bis sie bei uns sind oder Sie die Absendung nachweisen, können wir die Rückzahlung verweigern.",
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
        rows: filledRows([
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
            ["Beitrag", productLines(insurance?.prices ?? [], "de").join(", ")],
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
  CREDIT_INFORMATION: {
    title: "Vorvertragliche Kreditinformationen",
    file: "kreditinformationen",
    ofOffer: true,
    // The most important rows of the form in Directive (EU) 2023/2225, Annex I.
    blocks: ({ item }) => [
      { heading: "Kreditgeber" },
      item.credit?.creditor ?? "",
      { heading: "Das Wichtigste auf einen Blick" },
      {
        rows: filledRows([
          ["Kreditbetrag", item.credit && formatPrice(item.credit.amount)],
          ["Raten", productLines(item.hardware?.prices ?? [], "de").join(", ")],
          ["Effektiver Jahreszins", item.credit && `${item.credit.annualRate} %`],
          ["Gesamtbetrag", item.credit && formatPrice(item.credit.total)],
          ["Gekaufte Ware", deviceName(item)],
        ]),
      },
      "Wer Raten nicht zahlt, muss mit Mahnkosten und Verzugszinsen rechnen.",
      { heading: "Ihre Rechte" },
      {
        list: [
          "Widerruf binnen vierzehn Tagen ohne Angabe von Gründen",
          "vorzeitige Rückzahlung zu jeder Zeit",
          "bei einer Ablehnung: Prüfung durch einen Menschen, Erklärung und die befragte Auskunftei",
        ],
      },
    ],
  },
  ENERGY_LABEL: {
    title: "Energielabel",
    file: "energielabel",
    blocks: ({ item }) => energyRows(item),
  },
  ENERGY_SHEET: {
    title: "Produktdatenblatt",
    file: "produktdatenblatt",
    blocks: ({ item }) => [
      ...energyRows(item),
      { heading: "Akku und Reparatur" },
      {
        rows: [
          ["Ladezyklen bis 80 % Kapazität", "800"],
          ["Schutz gegen Staub und Wasser", "IP67"],
          ["Ersatzteile und Updates", "7 Jahre"],
        ],
      },
    ],
  },
};

/** A document of a kind that only the provider knows. */
const otherDocument = (title: string): DocumentRow => ({
  title,
  file: "dokument",
  ofOffer: true,
  blocks: ({ priced, item }) => [
    { heading: "Zu diesem Angebot" },
    ...products(item),
    ...charges(priced),
    ...totals(priced),
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
  const priced = pricedOffer(offer);
  const item = priced.offers.find(({ id }) => id === itemId) ?? priced.offers[0];
  if (!item) throw new Error("An offer without items");
  const subject = row.ofOffer && order ? `Angebot ${offer.offerId}, Bestellung ${order.id} · ` : "Stand: ";
  const content = {
    letterhead: letterhead(offer.brand, "de"),
    title: row.title,
    language: "de" as const,
    subtitle: `${subject}${day.format(now)}`,
    footer: "Muster aus der Sandbox: dieses Dokument ist kein Vertrag und keine Rechtsberatung.",
    blocks: row
      .blocks({ offer, priced, item, order })
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
