import { getCountrySpecifications } from "ibantools";
import { describe, expect, test } from "vitest";
import { checkAccountHolder, checkIban, maskIfIban } from "#app/domain/iban.server.ts";
import { groupIban, maskIban } from "#app/domain/iban.ts";
import { expectRefused, expectTaken } from "../support/user-input.ts";

/** Countries and territories of the SEPA schemes (EPC409-09) with IBANs of their own. */
const sepa = [
  ..."AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV".split(" "),
  ..."MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(" "),
];
const specifications = getCountrySpecifications();

/** Check digits by ISO 13616 (MOD 97-10), not by the library under test. */
function withCheckDigits(country: string, bban: string): string {
  let rest = 0;
  for (const character of `${bban}${country}00`)
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return `${country}${String(98 - rest).padStart(2, "0")}${bban}`;
}

/** A number in the country's format: letters where required, digits elsewhere. */
function sample(country: string): string {
  const specification = specifications[country];
  if (!specification?.bban_regexp || !specification.chars) throw new Error(`No form of ${country} is known`);
  let bban = "";
  for (const [, set = "", count = ""] of specification.bban_regexp.matchAll(/\[([^\]]+)\]\{(\d+)\}/g))
    bban += (set === "A-Z" ? "KABNXYZQ" : "1357924680").repeat(4).slice(0, Number(count));
  expect(bban).toMatch(new RegExp(specification.bban_regexp));
  expect(bban).toHaveLength(specification.chars - 4);
  return withCheckDigits(country, bban);
}

test("the samples' check digits agree with published examples", () => {
  expect(withCheckDigits("DE", "370400440532013000")).toBe("DE89370400440532013000");
  expect(withCheckDigits("AT", "1904300234573201")).toBe("AT611904300234573201");
  expect(withCheckDigits("TR", "0006100519786457841326")).toBe("TR330006100519786457841326");
});

describe("checkIban", () => {
  test.each([
    ["DE89370400440532013000", "DE89370400440532013000"],
    ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
    [" de89-3704-0044-0532-0130-00 ", "DE89370400440532013000"],
    ["IBAN: DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
    ["DE89\u20103704\u20110044–0532\u20110130\u201100", "DE89370400440532013000"],
    ["\ufeffDE٨٩ ３７０４ 0044 0532 0130 00", "DE89370400440532013000"],
    ["DE89 37O4 oo44 O532 0130 0O", "DE89370400440532013000"],
    ["AT611904300234573201", "AT611904300234573201"],
    ["NL91 ABNA 0417 1643 00", "NL91ABNA0417164300"],
  ])("%s", (typed, value) => expectTaken(checkIban(typed), value));

  test.each(sepa)("takes an account in %s, and no other check digits", (country) => {
    const iban = sample(country);
    expectTaken(checkIban(iban), iban);
    const right = Number(iban.slice(2, 4));
    for (const wrong of [(right + 1) % 100, (right + 50) % 100]) {
      const typed = `${country}${String(wrong).padStart(2, "0")}${iban.slice(4)}`;
      expectRefused("iban", checkIban(typed), "checkDigit");
    }
    expectRefused("iban", checkIban(iban.slice(0, -1)), "length");
    expectRefused("iban", checkIban(`${iban}1`), "length");
  });

  test.each(["GF", "GP", "MQ", "RE", "YT", "PM", "BL", "MF"])(
    "takes %s, which belongs to France",
    (country) => expectTaken(checkIban(sample(country)), sample(country)),
  );

  test.each(["TR", "BR", "SA", "UA", "GE", "XK", "BA", "AE"])(
    "a right IBAN of %s has a reason of its own",
    (country) => {
      const result = checkIban(sample(country));
      expectRefused("iban", result, "notSepa");
      expect(result).toMatchObject({ values: { country } });
    },
  );
  test("the known Turkish example", () =>
    expectRefused("iban", checkIban("TR330006100519786457841326"), "notSepa"));
  test("a mistyped IBAN outside SEPA is mistyped first", () =>
    expectRefused("iban", checkIban("TR340006100519786457841326"), "checkDigit"));

  test.each([
    [undefined, "missing"],
    ["  ", "missing"],
    ["IBAN", "missing"],
    ["DE", "form"],
    ["12345678", "form"],
    ["D889370400440532013000", "form"],
    ["DE8937040044053201301O", "checkDigit"],
    ["NL91 ABNA O417 1643 00", "form"],
    ["NO93 8601 1117 94X", "form"],
    ["DE89 3704 0044 0532 0130 0ß", "form"],
    ["DE89_3704", "form"],
    ["XX89370400440532013000", "country"],
    ["US89370400440532013000", "country"],
    ["DE8937040044053201300", "length"],
    ["DE893704004405320130000", "length"],
    ["DE88370400440532013000", "checkDigit"],
    ["DE89370400440532013001", "checkDigit"],
    ["DE89370400440532031000", "checkDigit"],
  ])("%s", (typed, reason) => expectRefused("iban", checkIban(typed), reason));

  test("says how long the country's numbers are", () =>
    expect(checkIban("DE89 3704 0044 0532 0130")).toMatchObject({
      values: { country: "DE", expected: 22, given: 20 },
    }));

  test("finds every single wrong digit of an example", () => {
    const iban = "DE89370400440532013000";
    for (let place = 4; place < iban.length; place++) {
      for (const digit of "0123456789") {
        const typed = `${iban.slice(0, place)}${digit}${iban.slice(place + 1)}`;
        expect(checkIban(typed).ok).toBe(typed === iban);
      }
    }
  });
});

test.each([
  ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00", "DE89 •••• •••• 3000"],
  ["DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00", "DE89 •••• •••• 3000"],
  ["NO8330001234567", "NO83 3000 1234 567", "NO83 •••• •••• 4567"],
  ["MT31MALT01100000000000000000123", "MT31 MALT 0110 0000 0000 0000 0000 123", "MT31 •••• •••• 0123"],
  ["12345678", "1234 5678", "•••• ••••"],
])("%s is grouped and masked", (iban, grouped, masked) => {
  expect(groupIban(iban)).toBe(grouped);
  expect(maskIban(iban)).toBe(masked);
});

test.each([
  ["iban: de89-3704-0044-0532-0130-00", "DE89 •••• •••• 3000"],
  ["TR33 0006 1005 1978 6457 8413 26", "TR33 •••• •••• 1326"],
  ["DE88370400440532013000", "DE88370400440532013000"],
  ["Bitte auf mein altes Konto", "Bitte auf mein altes Konto"],
  ["", ""],
])("%j is masked only if it is an IBAN", (typed, shown) => expect(maskIfIban(typed)).toBe(shown));

test("account holder", () => {
  for (const typed of ["Anna Muster", "Muster & Co. KG 24", "a".repeat(70)])
    expectTaken(checkAccountHolder(typed), typed);
  expectRefused("accountHolder", checkAccountHolder(""), "missing");
  expectRefused("accountHolder", checkAccountHolder("a".repeat(71)), "tooLong");
  for (const typed of ["1234", "<b>Anna</b>"])
    expectRefused("accountHolder", checkAccountHolder(typed), "characters");
});
