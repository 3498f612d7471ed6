import { describe, expect, test } from "vitest";
import { readTermination, selfcareForm } from "#app/routes/termination/form.server.ts";

const facts = { serviceTypes: [{ id: "mobile" }, { id: "dsl" }], prepaid: true, prefilled: false };
const key = (name: string) => ({ code: name, message: name });
function read(fields: Record<string, string>, changes: Partial<typeof facts> = {}) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  return readTermination(posted, { ...facts, ...changes }, key);
}
const who = { firstName: "Ada", lastName: "Muster", contractNumber: "V-100" };
function taken(fields: Record<string, string>, changes: Partial<typeof facts> = {}) {
  const parsed = read(fields, changes);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.form.errors));
  return parsed.value;
}

test.each([
  ["ada@example.com", "ada@example.com"],
  ["a•••@example.com", undefined],
  ["a***@example.com", undefined],
])("of a known customer, %s is filled in for the confirmation as %s", (email, shown) =>
  expect(selfcareForm.initial({ firstName: "Ada", lastName: "Muster", email }).email).toBe(shown),
);

describe("what refuses a termination", () => {
  test.each([
    ["nobody's name", { contractNumber: "V-100" }, ["firstName"]],
    ["no sign of the contract", { firstName: "Ada", lastName: "Muster", city: "Köln" }, ["phoneNumber"]],
    ["nothing at all", {}, ["firstName", "phoneNumber"]],
  ])("%s", (_, fields, errors) => {
    const parsed = read(fields as Record<string, string>);
    expect([parsed.ok, Object.keys(parsed.form.errors)]).toEqual([false, errors]);
  });

  test("from the selfcare pages nothing is missing", () => {
    expect(read({}, { prefilled: true }).ok).toBe(true);
  });
});

describe("input that is taken as written", () => {
  test.each([
    { lastName: "Meyer & Söhne GmbH", firstName: "" },
    { lastName: "Müller (geb. Schmidt)" },
    { customerNumber: "weiß nicht" },
    { contractNumber: "-" },
    { contractNumber: "#100200" },
    { phoneNumber: "steht auf der Rechnung" },
    { email: "habe keine" },
    { confirmationPhone: "1" },
    { street: "Musterweg 3 1/2" },
    { postalCode: "1", houseNumber: "x" },
    { serviceType: "fax" },
  ] as Record<string, string>[])("%j", (fields) => {
    const { written } = taken({ ...who, ...fields });
    expect(written).toMatchObject(Object.fromEntries(Object.entries(fields).filter(([, value]) => value)));
  });

  test.each([
    ["a line", { city: "x".repeat(201) }, { city: `${"x".repeat(196)} […]` }],
    ["a day", { "birthDate.day": "x".repeat(201) }, { birthDate: `${"x".repeat(196)} […]` }],
    [
      "a text",
      { cancellationType: "special", reason: "SonstigerGrund", reasonText: "x".repeat(1001) },
      { reasonText: `${"x".repeat(996)} […]` },
    ],
  ])("as far as the field goes: too long %s ends with a mark", (_, fields, written) => {
    expect(taken({ ...who, ...fields } as Record<string, string>).written).toMatchObject(written);
  });

  test("with a normalized copy if there is one", () => {
    const value = taken({
      ...who,
      phoneNumber: "0152 28817386",
      selectTerminationDate: "later",
      "terminationDate.day": "1.",
      "terminationDate.month": "3",
      "terminationDate.year": "2099",
      "birthDate.day": "31",
      "birthDate.month": "2",
      "birthDate.year": "1990",
    });
    expect(value).toMatchObject({ phoneNumber: "+4915228817386", terminationDate: "2099-03-01" });
    expect(value.birthDate).toBeUndefined();
    expect(value.written).toMatchObject({
      phoneNumber: "0152 28817386",
      terminationDate: "1.3.2099",
      birthDate: "31.2.1990",
    });
  });

  test("a special termination without a reason, or with an unknown one", () => {
    expect(taken({ ...who, cancellationType: "special" })).toMatchObject({ cancellationType: "special" });
    const unknown = taken({ ...who, cancellationType: "special", reason: "Langeweile" });
    expect([unknown.reason, unknown.written.reason]).toEqual([undefined, "Langeweile"]);
  });
});

test.each([
  ["a date in one field", { birthDate: "1.2.1990" }, { birthDate: "1.2.1990" }],
  ["a date in words", { birthDate: "im Mai" }, { birthDate: "im Mai" }],
  ["a child of a date's part", { "birthDate.day.x": "1990-02-01" }, { birthDate: "01.02.1990" }],
  ["a part in brackets", { "birthDate[day]": "1", "birthDate[month]": "2" }, { birthDate: "1.2." }],
  ["an unknown part", { "birthDate.century": "20" }, { birthDate: "20" }],
  ["a list", { "city[]": "Köln", "city[1]": "Bonn" }, { city: "Köln, Bonn" }],
  ["children of a plain field", { "street.name": "Weg", "street.name.no": "3" }, { street: "Weg, 3" }],
  ["a list of choices", { "cancellationType[]": "special", "reason[0]": "Umzug" }, { reason: "Umzug" }],
  ["a field and its child", { email: "a@b.example", "email.x": "a@b.example" }, { email: "a@b.example" }],
  ["names of no field", { "": "x", "constructor.x": "x", "a[b": "x", "birthDates.day": "x" }, {}],
] as [string, Record<string, string>, Record<string, string>][])(
  "%s is passed on as typed",
  (_, fields, written) => {
    expect(taken({ ...who, ...fields }).written).toEqual({ ...who, ...written });
  },
);

test("a date in one field is the sign of the contract, and shown again in its first input", () => {
  const fields = { firstName: "Ada", birthDate: "1.2.1990" };
  expect(taken(fields)).toMatchObject({ birthDate: "1990-02-01" });
  expect(read({ "birthDate[]": "1.2.1990" }).form.values).toMatchObject({ "birthDate.day": "1.2.1990" });
});

test("fields hidden by choices do not count", () => {
  const value = taken({
    ...who,
    reason: "UmzugAusland",
    country: "Türkei",
    "terminationDate.day": "1",
    "terminationDate.month": "3",
    "terminationDate.year": "2099",
    iban: "nonsense",
  });
  expect(value.written).toEqual(who);
  expect(value).toMatchObject({ reason: undefined, terminationDate: undefined, payoutRequested: false });
});

test("a payout is requested with any account", () => {
  const account = { payoutRequested: "yes", accountHolder: "", iban: "DE89 nur die Hälfte" };
  expect(taken({ ...who, ...account })).toMatchObject({ payoutRequested: true, iban: "DE89 nur die Hälfte" });
  expect(taken({ ...who, ...account }, { prepaid: false }).payoutRequested).toBe(false);
});
