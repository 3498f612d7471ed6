import { describe, expect, test } from "vitest";
import { maskIban } from "#app/domain/iban.ts";
import { maskEmail, maskPhone } from "#app/domain/masked.ts";
import { checkPhone, checkPortable, formatPhone, mobileNumber } from "#app/domain/phone.server.ts";
import { expectRefused, expectTaken } from "../support/user-input.ts";

// Numbers reserved for fiction (Bundesnetzagentur), and invalid ones.
describe("checkPhone", () => {
  test.each([
    ["030 23125000", "+493023125000"],
    ["069 90009 999", "+496990009999"],
    ["040 66969 123", "+494066969123"],
    ["0221 4710 000", "+492214710000"],
    ["089 99998 000", "+498999998000"],
    ["0152 28817386", "+4915228817386"],
    ["015228817386", "+4915228817386"],
    ["+49 152 28817386", "+4915228817386"],
    ["0049 152 28817386", "+4915228817386"],
    ["+49 (0)30 23125-000", "+493023125000"],
    ["(030) 23125 000", "+493023125000"],
    ["(+49) 30 23125000", "+493023125000"],
    ["( +49 30 ) 23125000", "+493023125000"],
    ["(0049) 30 23125000", "+493023125000"],
    ["030/23125-000", "+493023125000"],
    ["030.23125.000", "+493023125000"],
    [" 030\u00a023125000 ", "+493023125000"],
    ["030\u201023125\u2011000", "+493023125000"],
    ["٠٣٠ ٢٣١٢٥٠٠٠", "+493023125000"],
    ["＋49 30 ２３１２５０００", "+493023125000"],
    ["0800 1234567", "+498001234567"],
    ["+43 1 5123456", "+4315123456"],
    ["+90 532 123 45 67", "+905321234567"],
    ["tel:+4915228817386", "+4915228817386"],
    ["Tel.: 030 23125000", "+493023125000"],
    ["Mobil 0152 28817386", "+4915228817386"],
    ["Telefonnummer: 030 23125000;", "+493023125000"],
    ["Tel.-Nr. 030 23125000,", "+493023125000"],
    ["Handy-Nr.: 0152 28817386.", "+4915228817386"],
    ["0152\u00ad288\u034f17386\ufe0f\u3164", "+4915228817386"],
    ["49 152 28817386", "+4915228817386"],
    ["4915228817386", "+4915228817386"],
  ])("%s", (typed, value) => expectTaken(checkPhone(typed), value));

  test.each([
    [undefined, "missing"],
    [" ", "missing"],
    ["abc", "form"],
    ["+", "form"],
    ["030 23125000 oder 040", "form"],
    ["015228817386 ext. 5", "form"],
    ["Tel. privat 030 23125000", "form"],
    ["tel:", "missing"],
    ["49 1", "areaCode"],
    ["030+23125000", "form"],
    ["152 28817386", "areaCode"],
    ["23125000", "areaCode"],
    ["110", "areaCode"],
    ["+999 12345678", "unknownCountry"],
    ["+49", "tooShort"],
    ["(+49) 30 1", "tooShort"],
    ["0", "tooShort"],
    ["030 1", "unknown"],
    ["0152 1", "unknown"],
    ["0180 1234567", "special"],
    ["01805 123456", "special"],
    ["0900 1234567", "special"],
    ["0152288173861234567", "tooLong"],
    ["000000000000", "unknown"],
    ["+90 111 111 11 11", "unknown"],
  ])("%s", (typed, reason) => expectRefused("phone", checkPhone(typed), reason));
});

describe("checkPortable", () => {
  test.each([
    ["+4915228817386", undefined, undefined],
    ["+4915228817386", "mobile", undefined],
    ["+4915228817386", "landline", "notLandline"],
    ["+493023125000", undefined, undefined],
    ["+493023125000", "landline", undefined],
    ["+493023125000", "mobile", "notMobile"],
    ["+43664123456", "mobile", "foreign"],
    ["", undefined, "foreign"],
  ] as const)("%s to a contract for %s", (number, kind, reason) => {
    const checked = checkPortable(number, kind);
    expect(checked.ok ? undefined : checked.reason).toBe(reason);
  });
});

describe("mobileNumber", () => {
  test.each([
    ["0152 28817386", "+4915228817386"],
    ["+90 532 123 45 67", "+905321234567"],
    ["+1 212 555 1234", "+12125551234"],
    ["030 23125000", undefined],
    ["0152 1", undefined],
    ["0180 1234567", undefined],
    ["0800 1234567", undefined],
    ["110", undefined],
    ["", undefined],
  ])("%s", (typed, value) => expect(mobileNumber(typed)).toBe(value));
});

test.each([
  [maskEmail, "kim@example.com", "k••••@example.com"],
  [maskEmail, "k••••@example.com", "k••••@example.com"],
  [maskEmail, "no address", "••••"],
  [maskPhone, "+4915228817386", "+49 •••• 7386"],
  [maskPhone, "030 23125444", "•••• 5444"],
  [maskPhone, "110", "••••"],
  [maskIban, "DE89 •••• 00", "DE89 •••• 00"],
])("%o of %s is %s", (mask, given, masked) => expect(mask(given)).toBe(masked));

describe("formatPhone", () => {
  test.each([
    ["+4915228817386", "01522 8817386"],
    ["+493023125000", "030 23125000"],
    ["+4315123456", "+43 1 5123456"],
    ["+49 •••• 7386", "+49 •••• 7386"],
    ["no number", "no number"],
    ["deniz+4915228817386@example.com", "deniz+4915228817386@example.com"],
  ])("%s", (phone, shown) => expect(formatPhone(phone)).toBe(shown));
});
