import type { TerminationReceipt } from "../../app/backend/contract/termination.ts";
import { formatDate, formatDateTime } from "../../app/domain/calendar.ts";
import { brandName } from "../brand-names.ts";
import { inLanguage, type Language, type Texts } from "../language.ts";
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
  withMove: { de: "mit dem Umzug", en: "with the move", tr: "taşınmayla birlikte" },
  open: { de: "nicht genauer angegeben", en: "not specified", tr: "ayrıntılı belirtilmedi" },
  email: { de: "E-Mail", en: "E-mail", tr: "E-posta" },
  confirmationPhone: {
    de: "Telefonnummer für die Bestätigung",
    en: "Phone number for the confirmation",
    tr: "Onay için telefon numarası",
  },
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
    de: "außerordentlich, hilfsweise ordentlich",
    en: "special, otherwise regular",
    tr: "olağanüstü, aksi hâlde olağan",
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

/** What was declared to whom, when it was received and what it effects, as stated in the receipt and the mail. */
export function receiptRows(
  brand: string,
  receipt: TerminationReceipt,
  language: Language,
): { declared: Rows; effect: Rows } {
  const { declaration } = receipt;
  const { customer, payout, written = {} } = declaration;
  const t = (name: keyof typeof labels) => inLanguage(labels[name], language);
  const day = (date: string | undefined) => date && formatDate(date, language);
  /** The customer's wording, or else the normalized copy. */
  const said = (field: string, copy: string | undefined) => written[field] ?? copy;
  const address = { ...customer.address, ...written };
  const lines = [
    [address.street, address.houseNumber],
    [address.postalCode, address.city],
  ].map((line) => line.filter(Boolean).join(" "));
  const special = declaration.cancellationType === "Special";
  const extra = Object.entries(details).map(([name, texts]): [string, string | undefined] => {
    const copy = declaration.details?.[name as keyof typeof details];
    return [inLanguage(texts, language), said(name, /Date|dateOf/.test(name) ? day(copy) : copy)];
  });
  const later = declaration.selectTerminationDate === "later";
  const laterDate = later ? said("terminationDate", day(declaration.terminationDate)) : undefined;
  const moveDate = special ? (day(declaration.details?.moveDate) ?? written.moveDate) : undefined;
  const reason = reasons[declaration.reason];
  const service = declaration.serviceName ?? written.serviceType;
  return {
    declared: given([
      [t("kind"), inLanguage(kinds[declaration.cancellationType], language)],
      [t("contract"), [service, declaration.tariff].filter(Boolean).join(", ") || t("open")],
      [t("reason"), reason ? inLanguage(reason, language) : written.reason],
      ...extra,
      [t("name"), [customer.firstName, customer.lastName].filter(Boolean).join(" ")],
      [t("birthDate"), said("birthDate", day(customer.birthDate))],
      [t("address"), lines.filter(Boolean).join(", ")],
      [t("phoneNumber"), said("phoneNumber", declaration.phoneNumber)],
      [t("customerNumber"), said("customerNumber", declaration.customerNumber)],
      [t("contractNumber"), said("contractNumber", declaration.contractNumber)],
      [t("wish"), laterDate ?? (moveDate ? `${t("withMove")} (${moveDate})` : t("earliest"))],
      [t("email"), said("email", declaration.confirmation.email)],
      [t("confirmationPhone"), said("confirmationPhone", declaration.confirmation.phone)],
      [t("payout"), payout && [payout.accountHolder, payout.maskedIban].filter(Boolean).join(", ")],
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
