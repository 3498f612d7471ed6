import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import type { z } from "zod";
import type { ibanCheck } from "../../app/backend/contract/services.ts";
import type { Language } from "../language.ts";
import { fieldRefusal, refusal } from "../problem.ts";
import { sandboxTexts } from "../texts.ts";

/** Whether format, length and check digits are right; spaces do not matter. */
export const isIban = (text: string) => isValidIBAN(electronicFormatIBAN(text) ?? "");

/** Banks by the beginning of the IBAN's bank part; invented names. */
const banks: Record<string, { bankName: string; bic: string }> = {
  DE37040044: { bankName: "Musterbank Köln", bic: "MUSTDEKKXXX" },
  DE12030000: { bankName: "Beispielbank Berlin", bic: "BEISDEBBXXX" },
  AT19043: { bankName: "Beispielbank Wien", bic: "BEISATWWXXX" },
  NLABNA: { bankName: "Voorbeeldbank Amsterdam", bic: "VOORNL2AXXX" },
};

/** IBANs with special outcomes, all with valid check digits. */
export const specialIbans = {
  /** Returns an errors list. */
  refused: "DE17123456780000000001",
  /** The service is down: 503. */
  outage: "DE87123456780000000002",
  /** Well-formed, but the account cannot be charged: `valid: false`. */
  closed: "DE60123456780000000003",
} as const;

/** The provider's check of a bank account. */
export function ibanAnswer(text: string, language: Language): z.input<typeof ibanCheck> {
  const iban = electronicFormatIBAN(text) ?? "";
  switch (iban) {
    case specialIbans.refused:
      throw fieldRefusal([
        { field: "iban", code: "ACCOUNT_REFUSED", message: sandboxTexts[language].sandbox.refused.account },
      ]);
    case specialIbans.outage:
      throw refusal(503, "TECHNICAL_PROBLEM", "The bank check is out of order.");
    case specialIbans.closed:
      return { valid: false };
  }
  if (!isIban(iban)) return { valid: false };
  const bank = Object.entries(banks).find(([key]) => (iban.slice(0, 2) + iban.slice(4)).startsWith(key));
  return { valid: true, ...bank?.[1] };
}
