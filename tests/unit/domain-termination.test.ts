import { describe, expect, test } from "vitest";
import { addDays, addMonths, berlinDate } from "#app/domain/calendar.ts";
import { identifies } from "#app/domain/contract-holder.ts";
import { portingUntil, proofUntil } from "#app/domain/termination-dates.ts";
import {
  extraFields,
  type TerminationChoice,
  type TerminationReason,
  terminationReasons,
} from "#app/domain/termination-reasons.ts";
import { confirmedEndDate, earliestEndDate, specialEndDate } from "#sandbox/termination/end-dates.ts";

const reasons = Object.keys(terminationReasons) as TerminationReason[];
const noon = new Date("2026-11-21T12:00:00Z");

describe("extra fields", () => {
  const plain: TerminationChoice = {
    cancellationType: "regular",
    selectTerminationDate: "now",
    prepaid: false,
    payoutRequested: false,
  };
  const text = (choice: Partial<TerminationChoice>) => extraFields({ ...plain, ...choice });

  test("a regular termination as soon as possible asks for nothing more", () => expect(text({})).toEqual([]));
  test.each<[TerminationReason | undefined, string[]]>([
    [undefined, []],
    ["PersönlicheUmstände", ["reasonText"]],
    ["SterbefallVertragsinhaber", ["dateOfDeath", "submitterName", "submitterContact", "submitterRelation"]],
    ["SterbefallNutzer", ["userName", "userPhoneNumber"]],
    ["TechnischeProbleme", ["reasonText"]],
    ["UmzugInland", ["moveDate", "newAddress"]],
    ["UmzugAusland", ["moveDate", "country"]],
    ["SonstigerGrund", ["reasonText"]],
  ])("%s", (reason, fields) => {
    expect(text({ cancellationType: "special", reason })).toEqual(["reason", ...fields]);
    // A reason chosen before switching back to regular asks for nothing.
    expect(text({ reason })).toEqual([]);
  });
  test("a wished date", () => expect(text({ selectTerminationDate: "later" })).toEqual(["terminationDate"]));
  test("prepaid: a payout may be asked for, and only then asks for an account", () => {
    expect(text({ prepaid: true })).toEqual(["payoutRequested"]);
    expect(text({ prepaid: true, payoutRequested: true })).toEqual([
      "payoutRequested",
      "accountHolder",
      "iban",
    ]);
    expect(text({ prepaid: false, payoutRequested: true })).toEqual([]);
  });
});

test("any one detail besides the name identifies the contract", () => {
  for (const written of [{ contractNumber: "-" }, { email: "ada@example.com" }, { postalCode: "50667" }])
    expect(identifies(written)).toBe(true);
  for (const written of [{}, { city: "Köln" }, { customerNumber: " " }])
    expect(identifies(written)).toBe(false);
});

describe("earliest end", () => {
  test.each([
    ["no minimum term", "2026-11-21T12:00:00Z", undefined, "2026-12-21"],
    ["minimum term long past", "2026-11-21T12:00:00Z", "2024-01-31", "2026-12-21"],
    ["less than a month remains", "2026-11-21T12:00:00Z", "2026-12-20", "2026-12-21"],
    ["exactly a month remains", "2026-11-21T12:00:00Z", "2026-12-21", "2026-12-21"],
    ["more than a month remains", "2026-11-21T12:00:00Z", "2026-12-22", "2026-12-22"],
    ["two years remain", "2026-11-21T12:00:00Z", "2028-11-20", "2028-11-20"],
    ["received before midnight in Germany", "2026-11-21T22:59:59Z", undefined, "2026-12-21"],
    ["received after midnight in Germany", "2026-11-21T23:00:00Z", undefined, "2026-12-22"],
    ["the same in summer", "2026-07-01T21:59:59Z", undefined, "2026-08-01"],
    ["and after midnight", "2026-07-01T22:00:00Z", undefined, "2026-08-02"],
    ["over the change to summer time", "2026-03-01T23:30:00Z", undefined, "2026-04-02"],
    ["in the night that clocks go forward", "2026-03-29T01:30:00Z", undefined, "2026-04-29"],
    ["in the hour that is struck twice", "2026-10-25T00:30:00Z", undefined, "2026-11-25"],
    ["over the change to winter time", "2026-10-24T22:30:00Z", undefined, "2026-11-25"],
  ])("%s", (_name, received, minimumTermEnd, expected) =>
    expect(earliestEndDate(new Date(received), { minimumTermEnd })).toBe(expected),
  );

  test("a contract with a shorter or no notice", () => {
    expect(earliestEndDate(noon, { noticeMonths: 0 })).toBe("2026-11-21");
    expect(earliestEndDate(noon, { noticeMonths: 0, minimumTermEnd: "2026-11-30" })).toBe("2026-11-30");
    expect(earliestEndDate(noon, { noticeMonths: 3 })).toBe("2027-02-21");
  });

  test("for each day of two years: never under a month of the calendar, never before the minimum term", () => {
    for (let day = "2027-01-01"; day < "2029-01-01"; day = addDays(day, 1)) {
      const received = new Date(`${day}T12:00:00Z`);
      const end = earliestEndDate(received);
      const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
      const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
      const next = new Date(Date.UTC(year, month, Math.min(dayOfMonth, lastOfNext)));
      expect(end).toBe(next.toISOString().slice(0, 10));
      for (const [minimumTermEnd, expected] of [
        [addDays(end, -1), end],
        [end, end],
        [addDays(end, 1), addDays(end, 1)],
      ])
        expect(earliestEndDate(received, { minimumTermEnd })).toBe(expected);
    }
  });

  test.each([
    [undefined, "2026-12-21"],
    ["2026-11-30", "2026-12-21"],
    ["2026-12-21", "2026-12-21"],
    ["2027-06-30", "2027-06-30"],
  ])("of a contract that may end on 21 December, by the wish for %s, is %s", (wish, end) =>
    expect(confirmedEndDate(wish, "2026-12-21")).toBe(end),
  );
});

describe("special effects", () => {
  const received = berlinDate(noon);
  test("death of the holder: the date of death, else the receipt", () => {
    const reason = "SterbefallVertragsinhaber";
    expect(specialEndDate(reason, noon)).toBe(received);
    expect(specialEndDate(reason, noon, { dateOfDeath: "2026-10-03" })).toBe("2026-10-03");
    expect(specialEndDate(reason, noon, { dateOfDeath: received })).toBe(received);
    // Cannot be confirmed for a future day.
    expect(specialEndDate(reason, noon, { dateOfDeath: "2026-12-01" })).toBe(received);
  });
  test.each(["UmzugInland", "UmzugAusland"] as const)("%s: a month, not before the move", (reason) => {
    expect(specialEndDate(reason, noon)).toBe(addMonths(received, 1));
    expect(specialEndDate(reason, noon, { moveDate: "2026-11-01" })).toBe("2026-12-21");
    expect(specialEndDate(reason, noon, { moveDate: "2026-12-21" })).toBe("2026-12-21");
    expect(specialEndDate(reason, noon, { moveDate: "2027-03-01" })).toBe("2027-03-01");
    expect(specialEndDate(reason, new Date("2028-01-31T12:00:00Z"))).toBe("2028-02-29");
  });
  test.each(["SterbefallNutzer", "TechnischeProbleme", "PersönlicheUmstände", "SonstigerGrund"] as const)(
    "%s: the provider decides",
    (reason) =>
      expect(specialEndDate(reason, noon, { moveDate: received, dateOfDeath: received })).toBeUndefined(),
  );
  test("every reason names what could support it", () => {
    for (const reason of reasons) expect(terminationReasons[reason].proofs.length, reason).toBeGreaterThan(0);
  });
  test("a proof may follow for 14 days, the number can leave for a month", () => {
    expect(proofUntil(new Date("2026-12-20T23:30:00Z"))).toBe("2027-01-04");
    expect(portingUntil("2027-01-31")).toBe("2027-02-28");
  });
});
