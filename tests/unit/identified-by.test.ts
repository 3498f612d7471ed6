import { describe, expect, test } from "vitest";
import { identifiedBy } from "#app/domain/identified-by.server.ts";

const numbers = ["3f0c2f1e-0000-8000-8000-000000000000", "3F0C-2F1A"];
const kept = {
  termination: {
    body: {
      written: { phoneNumber: "0152 28817386", firstName: "Ada 4711" },
      customer: { firstName: "Ada 4711", birthDate: "1990-01-31", address: { postalCode: "50667" } },
      phoneNumber: "+4915228817386",
      customerNumber: "DE-12 34.56",
      payout: { accountHolder: "Ada", iban: "DE89370400440532013000" },
      confirmation: { email: "Ada.Muster@Example.com" },
      details: { submitterContact: "Berta, berta@example.com" },
    },
  },
  selfcare: {
    body: { data: "opaque-77", confirmation: {} },
    facts: { contractNumber: "V-4711", email: "ada@example.com" },
    answered: { at: "", receipt: { sentTo: ["new@example.com"] } },
  },
  withdrawal: { body: { contractReference: "Handyvertrag (B-2026-1), weiß", email: "" } },
  objection: { body: { token: "mail-link-9", brand: "O2" } },
  revocation: { body: { token: "offer-link-8", all: true } },
  barrier: { body: { description: "Zu klein", name: "Ada", email: "kim@example.com" } },
};

describe("a declaration is found by what identifies its customer or contract, however it is spelt", () => {
  test.each<[keyof typeof kept, string]>([
    ["termination", "3F0C2F1E-0000-8000-8000-000000000000"],
    ["termination", "3F0C-2F1A"],
    ["termination", "+49 (0)152 28817386"],
    ["termination", "015228817386"],
    ["termination", "de123456"],
    ["termination", "ada.muster@example.COM "],
    ["termination", "DE89 3704 0044 0532 0130 00"],
    ["termination", "berta@example.com"],
    ["selfcare", "v 4711"],
    ["selfcare", "ada@example.com"],
    ["selfcare", "new@example.com"],
    ["selfcare", "opaque-77"],
    ["withdrawal", "B-2026-1"],
    ["objection", "mail-link-9"],
    ["revocation", "offer-link-8"],
    ["barrier", "KIM@example.com"],
  ])("%s by %s", (kind, known) => {
    expect(identifiedBy([known])(numbers, kept[kind])).toBe(true);
    expect(identifiedBy(["unknown@example.com", known])(numbers, kept[kind]), "one of several").toBe(true);
  });
});

test.each<[keyof typeof kept, string]>([
  ["termination", "Ada 4711"],
  ["termination", "1990-01-31"],
  ["termination", "50667"],
  ["termination", "AdaMuster@example.com"],
  ["termination", "2881 7386"],
  ["termination", "12345"],
  ["termination", "3F0C-2F1B"],
  ["selfcare", "V-47110"],
])("a %s is not found by %s", (kind, known) =>
  expect(identifiedBy([known])(numbers, kept[kind])).toBe(false),
);

test.each([[[]], [["Muster"]], [["V-1"]], [["ada@example.com", "Köln"]]])("%j names nobody", (known) => {
  expect(() => identifiedBy(known)).toThrow("at least four characters");
});
