import { describe, expect, test } from "vitest";
import {
  addressLine,
  checkAddressSupplement,
  checkCity,
  checkHouseNumber,
  checkPostalCode,
  checkStreet,
  sameAddress,
  splitHouseNumber,
} from "#app/domain/address.ts";
import { expectRefused, expectTaken } from "../support/user-input.ts";

const nothing = [undefined, "", "   ", "\u00a0", "\u200b"];

describe("street", () => {
  test.each(nothing)("nothing: %j", (typed) => expectRefused("street", checkStreet(typed), "missing"));
  const streets =
    "Musterweg|Straße des 17. Juni|Q 5|Karl-Marx-Str.|Am Postfachgarten|Packstationsweg|Poststraße";
  const more = "An der Alten Post|Rue de l'Église|Rue de l’Église|Postfeldstraße|Pfarrgasse";
  test.each([...`${streets}|${more}`.split("|"), "a".repeat(60)])("%s", (typed) =>
    expectTaken(checkStreet(typed), typed),
  );
  test("in plain hyphens", () =>
    expectTaken(checkStreet("\ufeffKarl\u2011Marx\u2010Str."), "Karl-Marx-Str."));
  test.each([
    ["packstation", "Packstation 145|DHL Packstation|packstation|Pack-Station 1|Paketbox 7|Postfiliale 501"],
    ["postOfficeBox", "PF|PF 12 34|Pf. 7|Postf. 12|postlagernd|Post\u2011Fach|Poste restante"],
    ["postOfficeBox", "Postfach 12 34|POSTFACH|Post Fach 1|P.O. Box 7|PO Box 7"],
    ["characters", "12|---|Weg <1>|Weg #1|Weg*"],
    ["tooLong", "a".repeat(61)],
  ])("refused as %s: %s", (reason, all) => {
    for (const typed of all.split("|")) expectRefused("street", checkStreet(typed), reason);
  });
});

describe("house number", () => {
  test.each(nothing)("nothing: %j", (typed) =>
    expectRefused("houseNumber", checkHouseNumber(typed), "missing"),
  );
  test.each(["-", "–", "./."])("%s for none", (typed) =>
    expectRefused("houseNumber", checkHouseNumber(typed), "missing"),
  );
  test.each([
    ["1", "1"],
    ["9999", "9999"],
    ["12A", "12A"],
    ["12 a", "12a"],
    ["12-14", "12-14"],
    ["12 – 14", "12-14"],
    ["12a-c", "12a-c"],
    ["12a - 14b", "12a-14b"],
    ["12/1", "12/1"],
    ["3 1/2", "3 1/2"],
    ["3 1 / 2", "3 1/2"],
    ["3½", "3 1/2"],
    ["3 ½", "3 1/2"],
    ["3 1/2a", "3 1/2a"],
    ["12 1/2 a", "12 1/2a"],
    ["12 A/B", "12A/B"],
    ["12 a / b", "12a/b"],
    ["12+14", "12+14"],
    ["12 + 14", "12+14"],
    ["Nr. 12", "12"],
    ["Nr.12a", "12a"],
    ["Hausnummer: 7", "7"],
    ["No. 5", "5"],
    ["#5", "5"],
    ["12\u201014", "12-14"],
    ["12\u2011 14", "12-14"],
    ["١٢", "12"],
  ])("%s", (typed, value) => expectTaken(checkHouseNumber(typed), value));
  test.each("0|012|a|12ab|12345|12-|-12|12--14|1/2/3|12#|12 34|12 Hinterhaus|145 Packstation".split("|"))(
    "%s",
    (typed) => expectRefused("houseNumber", checkHouseNumber(typed), "form"),
  );
});

describe("postal code", () => {
  test.each(nothing)("nothing: %j", (typed) =>
    expectRefused("postalCode", checkPostalCode(typed), "missing"),
  );
  test.each([
    ["01001", "01001"],
    ["99998", "99998"],
    ["50667", "50667"],
    [" 50 667 ", "50667"],
    ["D-50667", "50667"],
    ["DE-50667", "50667"],
    ["D 50667", "50667"],
    ["D\u201150667", "50667"],
    ["５0667", "50667"],
    ["٥٠٦٦٧", "50667"],
  ])("%s", (typed, value) => {
    expectTaken(checkPostalCode(typed), value);
  });
  test.each(["1001", "506677", "5066", "A1234", "50667a", "5o667", "DD 50667"])("%s", (typed) =>
    expectRefused("postalCode", checkPostalCode(typed), "form"),
  );
  test.each(["00000", "00999", "01000", "99999"])("%s", (typed) =>
    expectRefused("postalCode", checkPostalCode(typed), "unknown"),
  );
  test("of all five-digit codes exactly 01001–99998 pass", () => {
    const passing: string[] = [];
    for (let code = 0; code < 100_000; code++) {
      const typed = String(code).padStart(5, "0");
      if (checkPostalCode(typed).ok) passing.push(typed);
    }
    expect([passing[0], passing.at(-1), passing.length]).toEqual(["01001", "99998", 98_998]);
  });
});

describe("city", () => {
  test.each(nothing)("nothing: %j", (typed) => expectRefused("city", checkCity(typed), "missing"));
  const cities = "Köln|Frankfurt (Oder)|Halle/Saale|St. Ingbert|Rottach-Egern|Au i.d. Hallertau|L’Aquila";
  test.each(cities.split("|"))("%s", (typed) => expectTaken(checkCity(typed), typed));
  test.each(["12345", "Köln 1", "()", "Köln<"])("%s", (typed) =>
    expectRefused("city", checkCity(typed), "characters"),
  );
  test("51 characters", () => expectRefused("city", checkCity("a".repeat(51)), "tooLong"));
});

const address = { street: "Musterweg", houseNumber: "12", postalCode: "50667", city: "Köln" };

describe("address", () => {
  test.each([
    [address, "Musterweg 12, 50667 Köln"],
    [{ street: "Musterweg", city: "Köln" }, "Musterweg, Köln"],
    [{ postalCode: "50667" }, "50667"],
    [{}, ""],
  ])("%j on one line", (parts, line) => expect(addressLine(parts)).toBe(line));
  test.each(["street", "houseNumber", "postalCode", "city"])("another %s is another address", (field) => {
    expect(sameAddress(address, { ...address })).toBe(true);
    expect(sameAddress(address, { ...address, [field]: "1" })).toBe(false);
  });
});

describe("a house number in the street's field, and what stands behind it", () => {
  const split = (street: string, houseNumber: string, addressSupplement = "") =>
    Object.values(splitHouseNumber({ street, houseNumber, addressSupplement }));
  test.each([
    ["Musterweg 3", "Musterweg", "3", ""],
    ["Musterweg, 12a", "Musterweg", "12a", ""],
    ["Musterweg 12 - 14", "Musterweg", "12-14", ""],
    ["Musterstr.12", "Musterstr.", "12", ""],
    ["Musterstr. Nr. 12 a", "Musterstr.", "12a", ""],
    ["Musterstraße12", "Musterstraße", "12", ""],
    ["Straße des 17. Juni 135", "Straße des 17. Juni", "135", ""],
    ["Straße des 17 Juni 135", "Straße des 17 Juni", "135", ""],
    ["Straße 12 Nr. 5", "Straße 12", "5", ""],
    ["Karl-Marx-Str. 3 1/2", "Karl-Marx-Str.", "3 1/2", ""],
    ["Musterweg 3 Hinterhaus", "Musterweg", "3", "Hinterhaus"],
    ["Musterweg 12 a, 2. Stock", "Musterweg", "12a", "2. Stock"],
    ["Musterweg 12 Wohnung 3", "Musterweg", "12", "Wohnung 3"],
    ["Musterweg 12 c/o Muster", "Musterweg", "12", "c/o Muster"],
  ])("%s", (typed, ...parts) => expect(split(typed, " ")).toEqual(parts));
  test.each(["3a", " 3 a ", "Nr. 3a"])("behind the street, and as %s in its own field", (own) =>
    expect(split("Musterweg 3a", own)).toEqual(["Musterweg", "3a", ""]),
  );
  test.each([
    ["12 Hinterhaus", "12", "Hinterhaus"],
    ["Nr. 12 a, 3. OG", "12a", "3. OG"],
    ["3 1/2 Hinterhaus", "3 1/2", "Hinterhaus"],
    ["12-Hinterhaus", "12", "Hinterhaus"],
    ["12 c/o Muster", "12", "c/o Muster"],
  ])("%s in its own field", (typed, number, supplement) => {
    expect(split("Musterweg", typed)).toEqual(["Musterweg", number, supplement]);
    expect(split("Musterweg", typed, "links")).toEqual(["Musterweg", number, `${supplement}, links`]);
  });
  test.each([
    ["Musterweg 3", "4"],
    ["Straße des 17. Juni", ""],
    ["Q 5", ""],
    ["C 4, 7", ""],
    ["12", ""],
    ["", ""],
    ["Musterweg", "145 Packstation"],
    ["Musterweg", "12 34"],
  ])("none in %s, %s", (street, houseNumber) =>
    expect(split(street, houseNumber, "x")).toEqual([street, houseNumber, "x"]),
  );
});

describe("address supplement", () => {
  test.each([undefined, "", " "])("nothing: %j", (typed) =>
    expectTaken(checkAddressSupplement(typed), undefined),
  );
  test.each(["Hinterhaus", "c/o Muster & Sohn", "2. Stock, links", "App. #12", "Aufgang B"])("%s", (typed) =>
    expectTaken(checkAddressSupplement(typed), typed),
  );
  test.each(["<b>", "a*b", "😀"])("%s", (typed) =>
    expectRefused("addressSupplement", checkAddressSupplement(typed), "characters"),
  );
  test("61 characters", () =>
    expectRefused("addressSupplement", checkAddressSupplement("a".repeat(61)), "tooLong"));
  test("stands between street and town", () =>
    expect(addressLine({ ...address, addressSupplement: "Hinterhaus" })).toBe(
      "Musterweg 12, Hinterhaus, 50667 Köln",
    ));
});
