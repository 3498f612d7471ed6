import type { z } from "zod";
import type { addressCheck } from "../../app/backend/contract/services.ts";
import type { PostalAddress } from "../../app/domain/address.ts";
import type { Language } from "../language.ts";
import { fieldRefusal } from "../problem.ts";
import { sandboxTexts } from "../texts.ts";

/** Known postal codes; others are accepted unchecked. */
const cities: Record<string, string> = {
  "01067": "Dresden",
  "04109": "Leipzig",
  "10115": "Berlin",
  "10117": "Berlin",
  "12043": "Berlin",
  "18055": "Rostock",
  "20095": "Hamburg",
  "22767": "Hamburg",
  "24103": "Kiel",
  "28195": "Bremen",
  "30159": "Hannover",
  "34117": "Kassel",
  "39104": "Magdeburg",
  "40213": "Düsseldorf",
  "44135": "Dortmund",
  "45127": "Essen",
  "48143": "Münster",
  "50667": "Köln",
  "50823": "Köln",
  "53111": "Bonn",
  "55116": "Mainz",
  "60311": "Frankfurt am Main",
  "66111": "Saarbrücken",
  "68159": "Mannheim",
  "70173": "Stuttgart",
  "79098": "Freiburg im Breisgau",
  "80331": "München",
  "80992": "München",
  "86150": "Augsburg",
  "90402": "Nürnberg",
  "93047": "Regensburg",
  "99084": "Erfurt",
};

const same = (a: string, b: string) => a.trim().toLocaleLowerCase("de") === b.trim().toLocaleLowerCase("de");

/**
 * The postal check. A street with "Korrektur" is corrected, one with "Auswahl" has three candidates, one with
 * "Fehlerliste" is refused; a city that does not match a known postal code is corrected; everything else is valid.
 * Suggestions are valid themselves.
 * @throws Refusal with an errors list for "Fehlerliste"
 */
export function addressAnswer(given: PostalAddress, language: Language): z.input<typeof addressCheck> {
  const city = cities[given.postalCode] ?? given.city;
  const at = (street: string): PostalAddress => ({ ...given, street, city });
  if (/fehlerliste/i.test(given.street)) {
    const { refused } = sandboxTexts[language].sandbox;
    const fields = ["street", "postalCode"] as const;
    throw fieldRefusal(fields.map((field) => ({ field, code: "UNKNOWN", message: refused[field] })));
  }
  if (/korrektur/i.test(given.street)) return { result: "corrected", suggestions: [at("Musterstraße")] };
  if (/auswahl/i.test(given.street))
    return { result: "choice", suggestions: [at("Musterstraße"), at("Musterweg"), at("Musterallee")] };
  if (!same(city, given.city)) return { result: "corrected", suggestions: [at(given.street)] };
  return { result: "valid", suggestions: [at(given.street)] };
}
