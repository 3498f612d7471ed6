import { type Language, languageCodes } from "./languages.ts";
import { normalize } from "./user-input.ts";

/** `code`: ISO 3166-1 alpha-2. */
interface Nationality {
  code: string;
  name: string;
}

/** ISO 3166-1 codes of countries that have nationals of their own, plus Kosovo (XK). */
const codes = (
  "AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN " +
  "CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR " +
  "HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD " +
  "ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA " +
  "RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG " +
  "US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW"
).split(" ");

const lists = new Map<Language, Nationality[]>();

/** All nationalities, named in the language and in its alphabetical order. */
export function nationalitiesIn(language: Language): Nationality[] {
  let list = lists.get(language);
  if (!list) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    const { compare } = new Intl.Collator(language);
    list = codes
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .sort((a, b) => compare(a.name, b.name));
    lists.set(language, list);
  }
  return list;
}

/**
 * What people call their nationality, which `Intl` does not know: of the nationalities most frequent in Germany, in the
 * portal's languages. All other countries are known by name only.
 */
const adjectives = {
  AF: ["afghanisch", "Afghan", "Afgan"],
  AL: ["albanisch", "Albanian", "Arnavut"],
  AT: ["österreichisch", "Austrian", "Avusturyalı"],
  BA: ["bosnisch", "Bosnian", "Boşnak", "Bosnien", "Bosnia", "Bosna"],
  BG: ["bulgarisch", "Bulgarian", "Bulgar"],
  CN: ["chinesisch", "Chinese", "Çinli"],
  DE: ["deutsch", "German", "Alman"],
  ES: ["spanisch", "Spanish", "İspanyol"],
  FR: ["französisch", "French", "Fransız"],
  GB: ["britisch", "British", "İngiliz"],
  GR: ["griechisch", "Greek", "Yunan"],
  HR: ["kroatisch", "Croatian", "Hırvat"],
  HU: ["ungarisch", "Hungarian", "Macar"],
  IN: ["indisch", "Indian", "Hint"],
  IQ: ["irakisch", "Iraqi", "Iraklı"],
  IR: ["iranisch", "Iranian", "İranlı"],
  IT: ["italienisch", "Italian", "İtalyan"],
  MA: ["marokkanisch", "Moroccan", "Faslı"],
  MK: ["mazedonisch", "Macedonian", "Makedon"],
  NG: ["nigerianisch", "Nigerian", "Nijeryalı"],
  NL: ["niederländisch", "Dutch", "Hollandalı"],
  PK: ["pakistanisch", "Pakistani", "Pakistanlı"],
  PL: ["polnisch", "Polish", "Polonyalı"],
  PT: ["portugiesisch", "Portuguese", "Portekizli"],
  RO: ["rumänisch", "Romanian", "Rumen"],
  RS: ["serbisch", "Serbian", "Sırp"],
  RU: ["russisch", "Russian", "Rus"],
  SY: ["syrisch", "Syrian", "Suriyeli"],
  TR: ["türkisch", "Turkish", "Türk", "Turkey"],
  UA: ["ukrainisch", "Ukrainian", "Ukraynalı"],
  US: ["amerikanisch", "American", "Amerikalı", "USA"],
  VN: ["vietnamesisch", "Vietnamese", "Vietnamlı"],
  XK: ["kosovarisch", "Kosovan", "Kosovalı"],
};

/** The same for "İtalyan", "italyan" and "Italyan", and without the endings of "türkische" and "türkischer". */
export function nationalityKey(typed: string): string {
  const letters = normalize(typed).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll("ı", "i").replace(/(?<=sch)e[nrs]?$/, "");
}

let codesByKey: Map<string, string> | undefined;

/** The code of what a country, or its nationality, is called in one of the portal's languages. @param key see `nationalityKey` */
export function nationalityCalled(key: string): string | undefined {
  codesByKey ??= new Map([
    ...Object.entries(adjectives).flatMap(([code, words]) =>
      words.map((word): [string, string] => [nationalityKey(word), code]),
    ),
    ...languageCodes
      .flatMap(nationalitiesIn)
      .map(({ code, name }): [string, string] => [nationalityKey(name), code]),
  ]);
  return codesByKey.get(key);
}
