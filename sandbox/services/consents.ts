import type { Consent } from "../../app/backend/contract/services.ts";
import type { Language } from "../language.ts";
import { sandboxTexts } from "../texts.ts";

/** Channel and version by id; one per channel, so that each can be given separately. */
const consents = {
  "marketing-email": ["email", "2026-03"],
  "marketing-phone": ["phone", "2026-03"],
  "marketing-sms": ["sms", "2026-03"],
  "marketing-post": ["post", "2025-11"],
  "usage-data": ["data", "2026-01"],
} as const satisfies Record<string, [channel: Consent["channel"], version: string]>;

export const consentIds = Object.keys(consents);

const isKnown = (id: string): id is keyof typeof consents => Object.hasOwn(consents, id);

/** Undefined for an unknown id. */
export function consentOf(id: string, language: Language): Consent | undefined {
  if (!isKnown(id)) return undefined;
  const [channel, version] = consents[id];
  const text = sandboxTexts[language].sandbox.consents[id];
  return { id, channel, version, validFrom: `${version}-01T00:00:00Z`, text };
}
