import type { Texts } from "./language.ts";

/** Texts of every declaration's receipt, in the document and in the mail. */
export const receiptTexts = {
  hello: { de: "Guten Tag", en: "Hello", tr: "Merhaba" },
  id: { de: "Vorgangsnummer", en: "Reference number", tr: "İşlem numarası" },
  receivedAt: { de: "Eingegangen am", en: "Received on", tr: "Alındığı tarih ve saat" },
  declared: { de: "Ihre Erklärung", en: "Your declaration", tr: "Beyanınız" },
  name: { de: "Name", en: "Name", tr: "Ad soyad" },
  provider: { de: "Anbieter", en: "Provider", tr: "Sağlayıcı" },
  online: {
    de: "Diese Bestätigung finden Sie auch hier:",
    en: "You can also find this confirmation here:",
    tr: "Bu onayı burada da bulabilirsiniz:",
  },
  contract: { de: "Vertrag", en: "Contract", tr: "Sözleşme" },
} satisfies Record<string, Texts>;
