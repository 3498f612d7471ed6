import type { Consent } from "../../app/backend/contract/services.ts";
import { inLanguage, type Language, type Texts } from "../language.ts";

interface ConsentRow {
  channel: Consent["channel"];
  version: string;
  validFrom: string;
  text: Texts;
}

/** By id; one per channel, so that each can be given separately. */
const consents: Record<string, ConsentRow> = {
  "marketing-email": {
    channel: "email",
    version: "2026-03",
    validFrom: "2026-03-01T00:00:00Z",
    text: {
      de: "Ja, ich möchte per E‑Mail über Tarife, Geräte und Aktionen informiert werden. Ich kann das jederzeit widerrufen.",
      en: "Yes, I would like to hear about plans, devices and special offers by e‑mail. I can withdraw this at any time.",
      tr: "Evet, tarifeler, cihazlar ve kampanyalar hakkında e‑posta ile bilgilendirilmek istiyorum. Bunu istediğim zaman geri alabilirim.",
    },
  },
  "marketing-phone": {
    channel: "phone",
    version: "2026-03",
    validFrom: "2026-03-01T00:00:00Z",
    text: {
      de: "Ja, ich möchte per Telefon beraten werden. Ich kann das jederzeit widerrufen.",
      en: "Yes, I would like to be advised by phone. I can withdraw this at any time.",
      tr: "Evet, telefonla bilgi almak istiyorum. Bunu istediğim zaman geri alabilirim.",
    },
  },
  "marketing-sms": {
    channel: "sms",
    version: "2026-03",
    validFrom: "2026-03-01T00:00:00Z",
    text: {
      de: "Ja, ich möchte Angebote per SMS bekommen. Ich kann das jederzeit widerrufen.",
      en: "Yes, I would like to get offers by text message. I can withdraw this at any time.",
      tr: "Evet, teklifleri SMS ile almak istiyorum. Bunu istediğim zaman geri alabilirim.",
    },
  },
  "marketing-post": {
    channel: "post",
    version: "2025-11",
    validFrom: "2025-11-01T00:00:00Z",
    text: {
      de: "Ja, ich möchte Angebote per Post bekommen. Ich kann das jederzeit widerrufen.",
      en: "Yes, I would like to get offers by mail. I can withdraw this at any time.",
      tr: "Evet, teklifleri posta ile almak istiyorum. Bunu istediğim zaman geri alabilirim.",
    },
  },
  "usage-data": {
    channel: "data",
    version: "2026-01",
    validFrom: "2026-01-01T00:00:00Z",
    text: {
      de: "Ja, meine Nutzungsdaten dürfen genutzt werden, um mir passende Tarife vorzuschlagen. Ich kann das jederzeit widerrufen.",
      en: "Yes, my usage data may be used to suggest plans that suit me. I can withdraw this at any time.",
      tr: "Evet, bana uygun tarifeler önermek için kullanım verilerim kullanılabilir. Bunu istediğim zaman geri alabilirim.",
    },
  },
};

/** Undefined for an unknown id. */
export function consentOf(id: string, language: Language): Consent | undefined {
  const row = Object.hasOwn(consents, id) ? consents[id] : undefined;
  return row && { id, ...row, text: inLanguage(row.text, language) };
}
