import type { TerminationReceipt } from "../../app/backend/contract/termination.ts";
import { formatDate, formatDateTime } from "../../app/domain/calendar.ts";
import { brandName } from "../brand-names.ts";
import type { Language, Texts } from "../language.ts";
import { receiptTexts } from "../receipt-texts.ts";

type Rows = [label: string, value: string][];

const labels = {
  ...receiptTexts,
  sentBy: { de: "Abgegeben über", en: "Submitted with", tr: "Gönderim yolu" },
  button: {
    de: "Schaltfläche „jetzt kündigen“",
    en: "the button “Terminate now”",
    tr: "“Şimdi feshet” düğmesi",
  },
  kind: { de: "Art der Kündigung", en: "Type of termination", tr: "Fesih türü" },
  reason: { de: "Grund", en: "Reason", tr: "Neden" },
  birthDate: { de: "Geburtsdatum", en: "Date of birth", tr: "Doğum tarihi" },
  address: { de: "Adresse", en: "Address", tr: "Adres" },
  phoneNumber: { de: "Rufnummer", en: "Phone number", tr: "Telefon numarası" },
  customerNumber: { de: "Kundennummer", en: "Customer number", tr: "Müşteri numarası" },
  contractNumber: { de: "Vertragsnummer", en: "Contract number", tr: "Sözleşme numarası" },
  wish: { de: "Gewünschtes Vertragsende", en: "Requested end date", tr: "İstenen bitiş tarihi" },
  earliest: { de: "nächstmöglich", en: "as early as possible", tr: "mümkün olan en erken tarih" },
  specialEnd: {
    de: "Außerordentlich zum",
    en: "Special termination on",
    tr: "Olağanüstü fesih tarihi",
  },
  pending: {
    de: "nach Prüfung des Grundes",
    en: "after we have checked the reason",
    tr: "neden incelendikten sonra",
  },
  end: { de: "Vertragsende", en: "End of contract", tr: "Sözleşme bitişi" },
  alternative: {
    de: "Hilfsweise ordentlich zum",
    en: "Otherwise, regular termination on",
    tr: "Aksi hâlde olağan fesih tarihi",
  },
  payout: {
    de: "Restguthaben auszahlen an",
    en: "Pay remaining credit to",
    tr: "Kalan bakiyenin ödeneceği hesap",
  },
  porting: {
    de: "Rufnummer mitnehmen",
    en: "Phone number to another provider",
    tr: "Numara taşıma",
  },
  yes: { de: "ja", en: "requested", tr: "isteniyor" },
} satisfies Record<string, Texts>;

const kinds = {
  None: { de: "ohne Angabe", en: "not stated", tr: "belirtilmedi" },
  Regular: { de: "ordentlich", en: "regular", tr: "olağan" },
  Special: {
    de: "außerordentlich, hilfsweise ordentlich zum nächstmöglichen Termin",
    en: "special, otherwise regular on the next possible date",
    tr: "olağanüstü, aksi hâlde mümkün olan en erken tarihte olağan",
  },
} satisfies Record<string, Texts>;

const reasons: Record<string, Texts> = {
  PersönlicheUmstände: {
    de: "Persönliche Umstände",
    en: "Personal circumstances",
    tr: "Kişisel nedenler",
  },
  SterbefallVertragsinhaber: {
    de: "Todesfall des Vertragsinhabers",
    en: "Death of the contract holder",
    tr: "Sözleşme sahibinin vefatı",
  },
  SterbefallNutzer: { de: "Todesfall des Nutzers", en: "Death of the user", tr: "Kullanıcının vefatı" },
  TechnischeProbleme: { de: "Technische Probleme", en: "Technical problems", tr: "Teknik sorunlar" },
  UmzugInland: {
    de: "Umzug innerhalb Deutschlands",
    en: "Move within Germany",
    tr: "Almanya içinde taşınma",
  },
  UmzugAusland: { de: "Umzug ins Ausland", en: "Move abroad", tr: "Yurt dışına taşınma" },
  SonstigerGrund: { de: "Sonstiger Grund", en: "Other reason", tr: "Diğer neden" },
};

const details = {
  reasonText: { de: "Beschreibung", en: "Description", tr: "Açıklama" },
  moveDate: { de: "Umzugsdatum", en: "Moving date", tr: "Taşınma tarihi" },
  newAddress: { de: "Neue Adresse", en: "New address", tr: "Yeni adres" },
  country: { de: "Land", en: "Country", tr: "Ülke" },
  dateOfDeath: { de: "Sterbedatum", en: "Date of death", tr: "Vefat tarihi" },
  submitterName: { de: "Gemeldet von", en: "Reported by", tr: "Bildiren" },
  submitterContact: { de: "Erreichbar unter", en: "Can be reached at", tr: "İletişim" },
  submitterRelation: { de: "Verhältnis", en: "Relationship", tr: "Yakınlık" },
  userName: { de: "Nutzer", en: "User", tr: "Kullanıcı" },
  userPhoneNumber: { de: "Betroffene Rufnummer", en: "Number affected", tr: "İlgili numara" },
} satisfies Record<string, Texts>;

/** What was declared to whom, when it was received and what it does, as the receipt and the mail state it. */
export function receiptRows(
  brand: string,
  receipt: TerminationReceipt,
  language: Language,
): { declared: Rows; effect: Rows } {
  const { declaration } = receipt;
  const { customer, payout } = declaration;
  const t = (name: keyof typeof labels) => labels[name][language];
  const day = (date: string | undefined) => date && formatDate(date, language);
  const address = customer.address
    ? [
        [customer.address.street, customer.address.houseNumber],
        [customer.address.postalCode, customer.address.city],
      ]
        .map((line) => line.filter(Boolean).join(" "))
        .filter(Boolean)
        .join(", ")
    : undefined;
  const special = declaration.cancellationType === "Special";
  const extra = Object.entries(declaration.details ?? {}).map(([name, value]): [string, string] => [
    details[name as keyof typeof details][language],
    /Date|dateOf/.test(name) ? (day(value) ?? "") : value,
  ]);
  const wished: string =
    declaration.selectTerminationDate === "later" ? (day(declaration.terminationDate) ?? "") : t("earliest");
  return {
    declared: given([
      [t("kind"), kinds[declaration.cancellationType][language]],
      [t("contract"), [declaration.serviceName, declaration.tariff].filter(Boolean).join(", ")],
      [t("reason"), reasons[declaration.reason]?.[language]],
      ...extra,
      [t("name"), `${customer.firstName} ${customer.lastName}`],
      [t("birthDate"), day(customer.birthDate)],
      [t("address"), address],
      [t("phoneNumber"), declaration.phoneNumber],
      [t("customerNumber"), declaration.customerNumber],
      [t("contractNumber"), declaration.contractNumber],
      [t("wish"), wished],
      [t("payout"), payout && `${payout.accountHolder}, ${payout.maskedIban}`],
      [t("porting"), declaration.numberPorting ? t("yes") : undefined],
    ]),
    effect: given([
      [t("provider"), brandName(brand)],
      [t("id"), receipt.id],
      [t("receivedAt"), formatDateTime(new Date(receipt.receivedAt), language)],
      [t("sentBy"), t("button")],
      ...(special
        ? ([
            [t("specialEnd"), day(receipt.specialEndDate) ?? t("pending")],
            [t("alternative"), day(receipt.endDate)],
          ] as [string, string | undefined][])
        : ([[t("end"), day(receipt.endDate)]] as [string, string | undefined][])),
    ]),
  };
}

function given(rows: [string, string | undefined][]): Rows {
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

export const documentTexts = {
  ...receiptTexts,
  title: {
    de: "Bestätigung Ihrer Kündigung",
    en: "Confirmation of your termination",
    tr: "Fesih bildiriminizin onayı",
  },
  effect: { de: "Eingang und Wirkung", en: "Receipt and effect", tr: "Alındı bilgisi ve sonuç" },
  received: {
    de: "{{provider}} hat Ihre Kündigung erhalten und bestätigt sie hiermit.",
    en: "{{provider}} has received your termination and hereby confirms it.",
    tr: "{{provider}}, fesih bildiriminizi aldı ve bu yazıyla onaylıyor.",
  },
  porting: {
    de: "Ihre Rufnummer können Sie bis einen Monat nach dem Vertragsende zu einem anderen Anbieter mitnehmen.",
    en: "You can take your number to another provider until one month after the end of the contract.",
    tr: "Numaranızı sözleşmenin bitiminden sonraki bir ay içinde başka bir sağlayıcıya taşıyabilirsiniz.",
  },
  footer: {
    de: "Muster aus der Sandbox: Es wurde kein echter Vertrag gekündigt.",
    en: "Sample from the sandbox: no real contract was terminated.",
    tr: "Sandbox örneği: gerçek bir sözleşme feshedilmedi.",
  },
} satisfies Record<string, Texts>;
