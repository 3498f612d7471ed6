import type { CustomerChange } from "../../app/backend/contract/customer.ts";
import { inLanguage, type Language, type Translated } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Customer } from "./customers.ts";

const fields = ["address", "email", "phone", "bankAccount"] as const;
export type ChangedField = (typeof fields)[number];
export const fieldsOf = (change: CustomerChange) => fields.filter((field) => change[field] !== undefined);

const texts = {
  de: {
    subject: "Ihre Kundendaten wurden geändert",
    hello: "Guten Tag",
    changed: "wir haben diese Angaben geändert:",
    reference: "Vorgangsnummer",
    notYou: "Das waren nicht Sie? Dann rufen Sie uns bitte gleich an.",
    address: "Adresse",
    email: "E-Mail-Adresse",
    phone: "Telefonnummer",
    bankAccount: "Bankverbindung",
  },
  en: {
    subject: "Your customer details were changed",
    hello: "Hello",
    changed: "We have changed these details:",
    reference: "Reference number",
    notYou: "If this was not you, please call us at once.",
    address: "Address",
    email: "E-mail address",
    phone: "Phone number",
    bankAccount: "Bank account",
  },
  tr: {
    subject: "Müşteri bilgileriniz değiştirildi",
    hello: "Merhaba",
    changed: "Şu bilgileri değiştirdik:",
    reference: "İşlem numarası",
    notYou: "Bu değişikliği siz yapmadınız mı? O hâlde lütfen bizi hemen arayın.",
    address: "Adres",
    email: "E-posta adresi",
    phone: "Telefon numarası",
    bankAccount: "Banka hesabı",
  },
} satisfies Translated<Record<ChangedField | string, string>>;

/** Notifies the old address too, so that no account is taken over unnoticed. */
export function mailChanged(
  sandbox: Sandbox,
  language: Language,
  details: { id: string; reference: string; before: Customer; after: Customer; changed: ChangedField[] },
): void {
  const text = inLanguage(texts, language);
  const { before, after } = details;
  for (const to of new Set([before.email, after.email])) {
    if (!to) continue;
    sendMail(sandbox, {
      to,
      subject: text.subject,
      kind: "customer-data-changed",
      reference: details.id,
      text: [
        `${text.hello} ${after.firstName} ${after.lastName},`,
        "",
        text.changed,
        ...details.changed.map((field) => `– ${text[field]}`),
        "",
        `${text.reference}: ${details.reference}`,
        text.notYou,
      ].join("\n"),
    });
  }
}
