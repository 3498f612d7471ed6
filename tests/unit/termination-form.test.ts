import { describe, expect, test } from "vitest";
import { readTermination } from "#app/routes/termination/form.server.ts";

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

describe("what refuses a termination", () => {
  test.each([
    ["nobody's name", { contractNumber: "V-100" }, ["firstName", "lastName"]],
    ["no sign of the contract", { firstName: "Ada", lastName: "Muster", city: "Köln" }, ["phoneNumber"]],
    ["nothing at all", {}, ["firstName", "lastName", "phoneNumber"]],
    ["a line of 201 characters", { ...who, city: "x".repeat(201) }, ["city"]],
    [
      "a text of 1001 characters",
      { ...who, cancellationType: "special", reason: "SonstigerGrund", reasonText: "x".repeat(1001) },
      ["reasonText"],
    ],
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
      terminationDate: "1..3.2099",
      birthDate: "31.2.1990",
    });
  });

  test("a special termination without a reason, or with an unknown one", () => {
    expect(taken({ ...who, cancellationType: "special" })).toMatchObject({ cancellationType: "special" });
    const unknown = taken({ ...who, cancellationType: "special", reason: "Langeweile" });
    expect([unknown.reason, unknown.written.reason]).toEqual([undefined, "Langeweile"]);
  });
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
