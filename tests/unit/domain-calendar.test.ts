import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  ageAt,
  berlinDate,
  daysInMonth,
  formatDate,
  formatDates,
  formatDateTime,
  formatDeadline,
  formatPeriod,
  lastDay,
  parseDate,
} from "#app/domain/calendar.ts";

const two = (part: number) => String(part).padStart(2, "0");
const date = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`;

/** Days of a month by the platform's calendar. */
const platformDays = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

describe("berlinDate", () => {
  test.each([
    ["winter, one hour ahead", "2026-01-15T22:59:59Z", "2026-01-15"],
    ["winter, past midnight", "2026-01-15T23:00:00Z", "2026-01-16"],
    ["summer, two hours ahead", "2026-07-15T21:59:59Z", "2026-07-15"],
    ["summer, past midnight", "2026-07-15T22:00:00Z", "2026-07-16"],
    ["the eve of summer time", "2026-03-28T23:00:00Z", "2026-03-29"],
    ["the night clocks go forward", "2026-03-29T01:00:00Z", "2026-03-29"],
    ["the last evening of summer time", "2026-10-24T21:59:59Z", "2026-10-24"],
    ["the end of the day that clocks go back", "2026-10-25T22:59:59Z", "2026-10-25"],
    ["after it", "2026-10-25T23:00:00Z", "2026-10-26"],
    ["new year's eve in UTC", "2026-12-31T23:30:00Z", "2027-01-01"],
    ["29 February", "2028-02-28T23:30:00Z", "2028-02-29"],
  ])("%s", (_name, instant, expected) => expect(berlinDate(new Date(instant))).toBe(expected));
});

describe("parseDate", () => {
  const wholeDates =
    "24.12.1990|24. 12. 1990|24/12/1990|24–12–1990|24 12 1990|24121990|1990-12-24|1990.12.24";
  const inWords =
    "24. Dezember 1990|24 Dez. 1990|24 dec 1990|December 24, 1990|24 ARALIK 1990|24th December 1990|December 24TH, 1990|24 aralık 1990";
  const copied =
    "Mo., 24. Dezember 1990|Monday, December 24, 1990|(24.12.1990)|24.12.1990.|\u200b24.12.\u200f1990";
  describe.each(`${wholeDates}|${inWords}|${copied}`.split("|"))("%s is a whole date", (date) => {
    test.each(["day", "month", "year"])("in the field of the %s", (part) =>
      expect(parseDate({ day: "", year: " ", [part]: date })).toEqual({ ok: true, value: "1990-12-24" }),
    );
    test.each(["day", "month", "year"])("in the field of the %s, beside the same date", (part) =>
      expect(parseDate({ day: "24", month: "12", year: "1990", [part]: date })).toEqual({
        ok: true,
        value: "1990-12-24",
      }),
    );
  });
  test.each([
    ["24", "Dezember", "1990"],
    ["24.", "Dez.", "1990"],
    ["24. Dezember", "", "1990"],
    ["24", "", "Aralık 1990"],
    ["24th", "December", "1990"],
    ["24.12.", "", "1990"],
    ["24.12.1990", "Dezember", "1990"],
    ["1990", "12", "24"],
  ])("%j, %j, %j are one date", (day, month, year) =>
    expect(parseDate({ day, month, year })).toEqual({ ok: true, value: "1990-12-24" }),
  );
  test.each([
    ["27. März 1985", "1985-03-27"],
    ["27 Maerz 1985", "1985-03-27"],
    ["27. Mrz. 1985", "1985-03-27"],
    ["27 Mart 1985", "1985-03-27"],
    ["1 Mai 1985", "1985-05-01"],
    ["1 Mayıs 1985", "1985-05-01"],
    ["1 Ağustos 1985", "1985-08-01"],
    ["31 Şub 1985", "notADate"],
    ["24.12.90", "shortYear"],
    ["24. Dezember 90", "shortYear"],
    ["241290", "incomplete"],
    ["24.12.19901", "incomplete"],
    ["24 Brumaire 1990", "notADate"],
  ])("%s as the day: %s", (day, end) =>
    expect(parseDate({ day })).toEqual(
      /^\d/.test(end) ? { ok: true, value: end } : { ok: false, reason: end },
    ),
  );
  test("a month typed as well is not discarded", () =>
    expect(parseDate({ day: "24.12.1990", month: "11", year: "" }).ok).toBe(false));

  test.each([
    ["1", "2", "2026", "2026-02-01"],
    ["01", "02", "2026", "2026-02-01"],
    [" 24. ", "12.", " 1985", "1985-12-24"],
    ["29", "2", "2028", "2028-02-29"],
    [undefined, undefined, undefined, "missing"],
    [" ", "", "", "missing"],
    ["1", "", "2026", "incomplete"],
    [undefined, undefined, "2026", "incomplete"],
    ["1", "2", "26", "shortYear"],
    ["1", "2", "985", "shortYear"],
    ["1", "2", "20026", "notADate"],
    ["31", "12", "9999", "notADate"],
    ["1", "2", "0000", "notADate"],
    ["0", "2", "2026", "notADate"],
    ["32", "1", "2026", "notADate"],
    ["1", "13", "2026", "notADate"],
    ["40", "0", "2026", "notADate"],
    ["29", "2", "1900", "notADate"],
    ["x", "Mai", "2026", "notADate"],
    ["1", "Ma", "2026", "notADate"],
    ["1.2.2026", "2", "2027", "notADate"],
    ["1".repeat(100_000), "2", "2026", "notADate"],
    ["-1", "1", "2026", "notADate"],
    ["1e1", "1", "2026", "notADate"],
  ])("%j, %j, %j: %s", (day, month, year, end) =>
    expect(parseDate({ day, month, year })).toEqual(
      /^\d/.test(end) ? { ok: true, value: end } : { ok: false, reason: end },
    ),
  );

  test("takes the last day of every month from 1999 to 2101 and no day after it", () => {
    for (let year = 1999; year <= 2101; year++) {
      for (let month = 1; month <= 12; month++) {
        const last = platformDays(year, month);
        expect(daysInMonth(year, month)).toBe(last);
        const typed = { month: String(month), year: String(year) };
        expect(parseDate({ ...typed, day: String(last) })).toEqual({
          ok: true,
          value: date(year, month, last),
        });
        expect(parseDate({ ...typed, day: String(last + 1) }).ok).toBe(false);
      }
    }
  });
});

describe("addMonths", () => {
  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-15", -13, "2024-12-15"],
    ["2026-06-15", 0, "2026-06-15"],
    ["2026-06-15", 123, "2036-09-15"],
    ["2099-11-30", 3, "2100-02-28"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2028-02-29", 48, "2032-02-29"],
  ])("%s %+d is %s", (from, months, expected) => expect(addMonths(from, months)).toBe(expected));

  test("from every month end stays in the intended month, on the same or its last day", () => {
    for (let year = 2023; year <= 2028; year++) {
      for (let month = 1; month <= 12; month++) {
        const day = platformDays(year, month);
        for (let months = -14; months <= 26; months++) {
          const first = new Date(Date.UTC(year, month - 1 + months, 1));
          const y = first.getUTCFullYear();
          const m = first.getUTCMonth() + 1;
          expect(addMonths(date(year, month, day), months)).toBe(
            date(y, m, Math.min(day, platformDays(y, m))),
          );
        }
      }
    }
  });
});

test.each([
  ["2026-03-28", 1, "2026-03-29"],
  ["2026-03-29", 1, "2026-03-30"],
  ["2026-10-24", 1, "2026-10-25"],
  ["2026-10-25", 1, "2026-10-26"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-03-01", -1, "2026-02-28"],
  ["2026-11-21", 14, "2026-12-05"],
])("addDays %s %+d is %s", (from, days, expected) => expect(addDays(from, days)).toBe(expected));

describe("ageAt", () => {
  test.each([
    ["2008-11-21", "2026-11-20", 17],
    ["2008-11-21", "2026-11-21", 18],
    ["2008-11-21", "2026-11-22", 18],
    ["2008-12-31", "2026-01-01", 17],
    ["2008-01-01", "2026-12-31", 18],
    ["2026-11-21", "2026-11-21", 0],
    ["1906-11-21", "2026-11-21", 120],
    ["1906-11-22", "2026-11-21", 119],
    // Born on a leap day: a year is completed with the end of 28 February.
    ["2008-02-29", "2026-02-28", 17],
    ["2008-02-29", "2026-03-01", 18],
    ["2008-02-29", "2028-02-28", 19],
    ["2008-02-29", "2028-02-29", 20],
  ])("born %s is on %s %d", (birth, on, expected) => expect(ageAt(birth, on)).toBe(expected));
});

describe("formats", () => {
  test.each([
    ["de", "03.09.2026"],
    ["en", "September\u00a03,\u00a02026"],
    ["tr", "03.09.2026"],
  ] as const)("a date in %s", (language, expected) =>
    expect(formatDate("2026-09-03", language)).toBe(expected),
  );

  test("English month names match the platform's", () => {
    const platform = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    for (let month = 1; month <= 12; month++) {
      const iso = date(2026, month, 7);
      expect(formatDate(iso, "en")).toBe(platform.format(new Date(iso)).replaceAll(" ", "\u00a0"));
    }
  });

  test.each([
    ["de", "2026-12-24T17:00:05Z", "24.12.2026, 18:00:05 Uhr (MEZ)"],
    ["en", "2026-12-24T17:00:05Z", "December\u00a024,\u00a02026, 18:00:05 (CET)"],
    ["tr", "2026-12-24T17:00:05Z", "24.12.2026, 18:00:05 (CET)"],
    ["de", "2026-07-01T17:00:05Z", "01.07.2026, 19:00:05 Uhr (MESZ)"],
    ["en", "2026-07-01T17:00:05Z", "July\u00a01,\u00a02026, 19:00:05 (CEST)"],
    ["tr", "2026-07-01T17:00:05Z", "01.07.2026, 19:00:05 (CEST)"],
    // Midnight is 00, not 24; in summer it is still yesterday in UTC.
    ["de", "2026-06-30T22:00:00Z", "01.07.2026, 00:00:00 Uhr (MESZ)"],
    ["de", "2026-12-31T23:00:00Z", "01.01.2027, 00:00:00 Uhr (MEZ)"],
    // The hour that clocks skip, and the one that they repeat.
    ["de", "2026-03-29T00:59:59Z", "29.03.2026, 01:59:59 Uhr (MEZ)"],
    ["de", "2026-03-29T01:00:00Z", "29.03.2026, 03:00:00 Uhr (MESZ)"],
    ["de", "2026-10-25T00:30:00Z", "25.10.2026, 02:30:00 Uhr (MESZ)"],
    ["de", "2026-10-25T01:30:00Z", "25.10.2026, 02:30:00 Uhr (MEZ)"],
  ] as const)("an instant in %s: %s", (language, instant, expected) =>
    expect(formatDateTime(new Date(instant), language)).toBe(expected),
  );
});

describe("formatDeadline", () => {
  test.each([
    ["the end of a day", "de", "2026-12-31T22:59:59Z", "31.12.2026"],
    ["its last minute", "de", "2026-12-31T22:59:00Z", "31.12.2026"],
    ["midnight, which the day before ends with", "de", "2026-12-31T23:00:00Z", "31.12.2026"],
    ["midnight in summer", "de", "2027-03-28T22:00:00Z", "28.03.2027"],
    ["an hour of the day", "de", "2026-12-31T17:30:59Z", "31.12.2026, 18:30 Uhr"],
    ["the end of a day elsewhere", "de", "2026-12-31T23:59:59Z", "01.01.2027, 00:59 Uhr"],
    ["an hour in English", "en", "2028-02-29T17:30:00Z", "February\u00a029,\u00a02028, 18:30"],
    ["midnight in English", "en", "2028-02-29T23:00:00Z", "February\u00a029,\u00a02028"],
    ["an hour in Turkish", "tr", "2026-12-31T17:30:00Z", "31.12.2026, 18:30"],
  ] as const)("%s", (_name, language, end, expected) =>
    expect(formatDeadline(new Date(end), language)).toBe(expected),
  );
});

test.each([
  ["2026-12-31T23:00:00Z", "2026-12-31"],
  ["2026-12-31T22:59:59Z", "2026-12-31"],
  ["2026-12-31T23:01:00Z", "2027-01-01"],
  ["2028-02-29T23:00:00Z", "2028-02-29"],
])("what ends at %s ends on %s", (end, day) => expect(lastDay(new Date(end))).toBe(day));

test.each([
  ["de", "2026-12-02", "2026-12-04", "02.–\u206004.12.2026"],
  ["de", "2026-11-30", "2026-12-02", "30.11.\u00a0– 02.12.2026"],
  ["de", "2026-12-30", "2027-01-02", "30.12.2026\u00a0– 02.01.2027"],
  ["en", "2026-12-02", "2026-12-04", "December 2\u00a0– 4, 2026"],
  ["en", "2026-11-30", "2026-12-02", "November 30\u00a0– December 2, 2026"],
  ["tr", "2026-12-02", "2026-12-04", "02.12.2026\u00a0– 04.12.2026"],
] as const)("days in %s from %s until %s", (language, from, until, expected) =>
  expect(formatDates(from, until, language)).toBe(expected),
);

describe("formatPeriod", () => {
  const day = ["2026-11-29T01:00:00Z", "2026-11-29T03:30:00Z"] as const;
  const night = ["2026-07-31T20:00:00Z", "2026-07-31T23:05:00Z"] as const;
  test.each([
    ["de", day, "Sonntag, 29.\u00a0November, 02:00–\u206004:30 Uhr"],
    ["en", day, "Sunday, November\u00a029, 02:00–\u206004:30"],
    ["tr", day, "29\u00a0Kasım Pazar, 02:00–\u206004:30"],
    ["de", night, "Freitag, 31.\u00a0Juli, 22:00 Uhr\u00a0– Samstag, 1.\u00a0August, 01:05 Uhr"],
    ["en", night, "Friday, July\u00a031, 22:00\u00a0– Saturday, August\u00a01, 01:05"],
    ["tr", night, "31\u00a0Temmuz Cuma, 22:00\u00a0– 1\u00a0Ağustos Cumartesi, 01:05"],
  ] as const)("%s %j", (language, [from, until], expected) =>
    expect(formatPeriod(new Date(from), new Date(until), language)).toBe(expected),
  );
});
