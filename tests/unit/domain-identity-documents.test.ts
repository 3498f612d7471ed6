import { describe, expect, test } from "vitest";
import { addDays, addMonths } from "#app/domain/calendar.ts";
import {
  checkDocumentNumber,
  checkDocumentType,
  checkExpiryDate,
  checkIssuingAuthority,
  checkNationality,
  type IdentityDocumentType,
  icaoCheckDigit,
  identityDocumentTypes,
  maskDocumentNumber,
} from "#app/domain/identity-documents.ts";
import { languageCodes } from "#app/domain/languages.ts";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import { typedDate } from "../support/typed-date.ts";
import { expectRefused, expectTaken } from "../support/user-input.ts";

const types = Object.keys(identityDocumentTypes) as IdentityDocumentType[];
const allowed = "CFGHJKLMNPRTVWXYZ0123456789";

describe("document type", () => {
  test("has the six types of the product decisions", () =>
    expect(types.join(" ")).toBe(
      "PERSONALAUSWEIS REISEPASS AUFENTHALTSTITEL VORLAEUFIGER_AUSWEIS FOREIGN_PASSPORT FOREIGN_ID",
    ));
  test.each(types)("%s", (type) => expectTaken(checkDocumentType(type), type));
  test.each(["Führerschein", "personalausweis", "toString", "__proto__"])("%s", (typed) =>
    expectRefused("documentType", checkDocumentType(typed), "unknown"),
  );
  test("nothing", () => expectRefused("documentType", checkDocumentType(" "), "missing"));
});

describe("check digit (ICAO 9303)", () => {
  test.each([
    ["L01X00T47", 1],
    ["C01X00T47", 8],
    // Specimens of ICAO 9303-3 and -4.
    ["L898902C3", 6],
    ["D23145890", 7],
    ["740812", 2],
    ["520727", 3],
    ["000000000", 0],
  ])("%s → %d", (number, digit) => expect(icaoCheckDigit(number)).toBe(digit));
});

describe.each(["PERSONALAUSWEIS", "REISEPASS"] as const)("%s", (type) => {
  test.each([
    ["L01X00T47", "L01X00T47"],
    [" l01x 00t47 1 ", "L01X00T471"],
    ["C01X00T478", "C01X00T478"],
    ["CFGHJKLMN", "CFGHJKLMN"],
    ["PRTVWXYZ0", "PRTVWXYZ0"],
  ])("%s", (typed, value) => expectTaken(checkDocumentNumber(type, typed), value));

  test("of ten check digits one is right", () => {
    for (const number of ["L01X00T47", "C01X00T47", "LZ6311T47"]) {
      const right = [..."0123456789"].filter((digit) => checkDocumentNumber(type, number + digit).ok);
      expect(right).toEqual([String(icaoCheckDigit(number))]);
      for (const digit of "0123456789")
        if (digit !== right[0])
          expectRefused("documentNumber", checkDocumentNumber(type, number + digit), "checkDigit");
    }
  });

  test("takes each allowed character in each place, and no other letter", () => {
    for (let place = 0; place < 9; place++) {
      for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") {
        const number = `${"L01X00T47".slice(0, place)}${character}${"L01X00T47".slice(place + 1)}`;
        expect(checkDocumentNumber(type, number).ok, number).toBe(allowed.includes(character));
      }
    }
  });

  test.each([
    ["", "missing"],
    ["L01X00T4", "tooShort"],
    ["L01X00T4711", "tooLong"],
    ["L01X00T4A", "characters"],
    ["L01X-0T47", "characters"],
    ["LÖ1X00T47", "characters"],
    ["ßFGHJKLM", "characters"],
    ["L01X00T47Z", "characters"],
    ["L01X00T472", "checkDigit"],
  ])("%s", (typed, reason) => expectRefused("documentNumber", checkDocumentNumber(type, typed), reason));

  test("suggests 0 for O if that makes it valid", () => {
    const result = checkDocumentNumber(type, "lo1xoot471");
    expectRefused("documentNumber", result, "zeroForO");
    expect(result).toMatchObject({ values: { suggestion: "L01X00T471" } });
    expectRefused("documentNumber", checkDocumentNumber(type, "LO1X00T47"), "zeroForO");
    // Another letter, or the check digit, is wrong too: no suggestion.
    expectRefused("documentNumber", checkDocumentNumber(type, "LO1X00T4I"), "characters");
    expectRefused("documentNumber", checkDocumentNumber(type, "LO1X00T472"), "characters");
  });
});

describe("VORLAEUFIGER_AUSWEIS", () => {
  const check = (typed: string) => checkDocumentNumber("VORLAEUFIGER_AUSWEIS", typed);
  test.each(["A1234567", "Z0000000", "o1234567"])("%s", (typed) =>
    expectTaken(check(typed), typed.toUpperCase()),
  );
  test.each([
    ["12345678", "form"],
    ["AB123456", "form"],
    ["A123456", "tooShort"],
    ["A12345678", "tooLong"],
    ["A12345-7", "characters"],
    ["A12345O7", "zeroForO"],
  ])("%s", (typed, reason) => expectRefused("documentNumber", check(typed), reason));
});

describe.each(["AUFENTHALTSTITEL", "FOREIGN_PASSPORT", "FOREIGN_ID"] as const)("%s", (type) => {
  test.each(["AB123", "12345", "O0O0O", "X".repeat(20), "u 12 345 678"])("%s", (typed) =>
    expectTaken(checkDocumentNumber(type, typed), typed.toUpperCase().replaceAll(" ", "")),
  );
  test.each(["AB-12345", "AB.123/45", "AB\u201112345", "AB\u201012 345", "ＡＢ１２３４５", "AB١٢٣٤٥"])(
    "%s",
    (typed) => expectTaken(checkDocumentNumber(type, typed), "AB12345"),
  );
  test.each([
    ["", "missing"],
    ["AB12", "tooShort"],
    ["X".repeat(21), "tooLong"],
    ["AB_12345", "characters"],
    ["ßABCDE", "characters"],
    ["АБВ123", "characters"],
  ])("%s", (typed, reason) => expectRefused("documentNumber", checkDocumentNumber(type, typed), reason));
});

describe("expiry date", () => {
  const check = (iso: string, now: string) => checkExpiryDate("REISEPASS", typedDate(iso), new Date(now));
  const noon = "2026-11-21T12:00:00Z";
  test.each(["2026-11-21", "2026-11-22", "2037-02-21"])("%s", (iso) => expectTaken(check(iso, noon), iso));
  test.each([
    ["2026-11-20", "expired"],
    ["1999-01-01", "expired"],
    ["2037-02-22", "tooFar"],
    ["2126-01-01", "tooFar"],
  ])("%s", (iso, reason) => expectRefused("expiryDate", check(iso, noon), reason));
  test.each([
    [{}, "missing"],
    [{ day: "1", month: "1" }, "incomplete"],
    [{ day: "1", month: "1", year: "31" }, "shortYear"],
    [{ day: "31", month: "2", year: "2031" }, "notADate"],
  ])("%j", (typed, reason) =>
    expectRefused("expiryDate", checkExpiryDate("FOREIGN_ID", typed, new Date(noon)), reason),
  );
  const german = ["PERSONALAUSWEIS", "REISEPASS", "VORLAEUFIGER_AUSWEIS"];
  test.each(types)("%s, in twenty years and without an end", (type) => {
    const inTwentyYears = checkExpiryDate(type, typedDate("2046-11-21"), new Date(noon));
    const never = ["1.1.9999", "31.12.9999"].map((day) => checkExpiryDate(type, { day }, new Date(noon)));
    if (german.includes(type)) {
      expectRefused("expiryDate", inTwentyYears, "tooFar");
      for (const one of never) expectRefused("expiryDate", one, "notADate");
    } else {
      expectTaken(inTwentyYears, "2046-11-21");
      for (const one of never) expectTaken(one, undefined);
    }
  });
  test("the day ends at midnight in Germany", () => {
    expectTaken(check("2026-11-21", "2026-11-21T22:59:59Z"), "2026-11-21");
    expectRefused("expiryDate", check("2026-11-21", "2026-11-21T23:00:00Z"), "expired");
  });
  test("from every day of a year ten years and three months are the limit", () => {
    for (let day = "2027-11-01"; day < "2028-11-01"; day = addDays(day, 1)) {
      const limit = addMonths(day, 123);
      expect(check(limit, `${day}T12:00:00Z`).ok, day).toBe(true);
      expect(check(addDays(limit, 1), `${day}T12:00:00Z`), day).toMatchObject({ reason: "tooFar" });
    }
  });
});

test("issuing authority", () => {
  const taken = ["Stadt Köln", "Landeshauptstadt München, KVR", "T.C. İçişleri Bakanlığı", "a".repeat(60)];
  for (const typed of taken) expectTaken(checkIssuingAuthority(typed), typed);
  expectRefused("issuingAuthority", checkIssuingAuthority(""), "missing");
  expectRefused("issuingAuthority", checkIssuingAuthority("a".repeat(61)), "tooLong");
  for (const typed of ["123", "--", "<Stadt>"])
    expectRefused("issuingAuthority", checkIssuingAuthority(typed), "characters");
});

test("nationality is one of the list, by code or name", () => {
  const list = nationalitiesIn("de");
  const check = (typed: string) => checkNationality("FOREIGN_ID", typed, list);
  for (const typed of ["de", "DE", "Deutschland", "deutsch", " Deutsch "]) expectTaken(check(typed), "DE");
  expectTaken(check("Niger"), "NE");
  for (const typed of ["XX", "Deu", "Süd", "Kongo", "Niemandsland"])
    expectRefused("nationality", check(typed), "unknown");
  expectRefused("nationality", check(""), "missing");
});

test("whoever has a residence permit is not German", () => {
  const list = nationalitiesIn("tr");
  for (const typed of ["DE", "deutsch", "Almanya"])
    expectRefused("nationality", checkNationality("AUFENTHALTSTITEL", typed, list), "german");
  expectTaken(checkNationality("AUFENTHALTSTITEL", "TR", list), "TR");
  // Some Germans have another passport, too.
  expectTaken(checkNationality("FOREIGN_PASSPORT", "DE", list), "DE");
});

test.each(
  Object.entries({
    TR: ["türkisch", "Türkische", "turkisch", "Türk", "Turkey"],
    AT: ["österreichisch"],
    PL: ["polnisch"],
    SY: ["syrischer"],
    HR: ["Hirvat"],
    IT: ["Italian", "İTALYAN"],
    DE: ["German", "Alman"],
    // A word of one country that is the name of another one's beginning.
    NG: ["Nigerian"],
    IN: ["indisch"],
    // Names in a language other than the page's.
    GR: ["Yunanistan"],
    NP: ["Nepal"],
    SE: ["Sweden"],
  }),
)("nationality %s is %j on a page of any language", (code, words) => {
  for (const typed of words)
    for (const language of languageCodes)
      expectTaken(checkNationality("FOREIGN_ID", typed, nationalitiesIn(language)), code);
});

test("no word for a nationality is the name of another country", () => {
  for (const language of languageCodes)
    for (const { code, name } of nationalitiesIn(language))
      expectTaken(checkNationality("FOREIGN_ID", name, nationalitiesIn(language)), code);
});

test("a nationality is taken only if the provider lists it", () => {
  const listed = [{ code: "DE", name: "Deutschland" }];
  expectRefused("nationality", checkNationality("FOREIGN_ID", "polnisch", listed), "unknown");
});

test.each([
  ["L01X00T47", "L0•••••47"],
  ["L01X00T471", "L0••••••71"],
  ["A1234567", "A1••••67"],
  ["AB123", "A•••3"],
])("%s is shown as %s", (number, masked) => expect(maskDocumentNumber(number)).toBe(masked));
