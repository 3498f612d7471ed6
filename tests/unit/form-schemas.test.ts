import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { parseAskingOnce } from "#app/forms/asked-once.server.ts";
import type { FormDefinition } from "#app/forms/define-form.server.ts";
import { parseForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { constraintsOf, madeOnce } from "#app/forms/schema.server.ts";
import { forms } from "#app/forms.server.ts";
import { newOrder } from "#app/outcome/order-life.ts";
import { customerForm, schemaOf } from "#app/routes/customer/customer-data.form.server.ts";
import { cartScope } from "#app/routes/offer/cart/cart.server.ts";
import { paymentForm, paymentSchema } from "#app/routes/offer/cart/payment.form.server.ts";
import {
  personalDataForm,
  postedSchema,
  shownSchema,
} from "#app/routes/offer/cart/personal-data.form.server.ts";
import { readTermination, terminationForm } from "#app/routes/termination/form.server.ts";
import de from "#locales/de/validation.json";
import en from "#locales/en/validation.json";
import tr from "#locales/tr/validation.json";

const errorOf = (key: string, values?: object) => ({
  code: key,
  message: values ? JSON.stringify(values) : "",
});
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const codes = (form: { errors: Record<string, { code: string }> }) =>
  Object.fromEntries(Object.entries(form.errors).map(([name, { code }]) => [name, code]));

const person = {
  firstName: "Erika",
  lastName: "Mustermann",
  "birthDate.day": "1.",
  "birthDate.month": "02",
  "birthDate.year": "1990",
  street: "Musterweg",
  houseNumber: "12",
  postalCode: "50667",
  city: "Köln",
  email: "erika@example.com",
  phone: "0152 28817386",
};

/** Of an offer that asks for no number and no SIM. */
const withoutLine = { ...personalDataForm, schema: postedSchema(undefined, new FormData()) };

describe("personal data", () => {
  const read = (fields: Record<string, string>) => parseForm(formOf(fields), withoutLine, errorOf);

  test("takes a person, and leaves out what is empty", () => {
    const parsed = read({ ...person, salutation: "", title: " " });
    expect(parsed.ok && parsed.value).toMatchObject({ birthDate: "1990-02-01", phone: "+4915228817386" });
    expect(parsed.ok && parsed.value.title).toBeUndefined();
  });
  test.each([
    ["k••••@example.com", "+49 •••• 7386"],
    ["k***@example.com", "*********386"],
  ])("is not filled in with %s and %s, which arrive masked", (email, phone) => {
    const offer = { offers: [{ id: "a" }], documents: [], paymentMethods: [] };
    const known = { firstName: "Kim", lastName: "Beispiel" };
    const shown = (customer: object) =>
      personalDataForm.initial(
        cartScope.schema.parse({
          locale: "de",
          order: newOrder("key"),
          verification: {},
          offer: { ...offer, customer: { ...known, ...customer } },
        }),
      );
    expect(shown({ email, phone })).toMatchObject({ ...known, email: undefined, phone: undefined });
    const whole = { email: person.email, phone: person.phone };
    expect(shown(whole)).toMatchObject({ ...known, ...whole });
  });
  test("says of an empty form what is missing, all at once", () => {
    const names = "firstName lastName birthDate street houseNumber postalCode city email phone".split(" ");
    const missing = names.map((name) => [name, `${name}.missing`]);
    expect(codes(read({}).form)).toEqual(Object.fromEntries(missing));
  });
  test.each([
    [{ firstName: " \u200b " }, { firstName: "firstName.missing" }],
    [{ firstName: "x".repeat(51) }, { firstName: "firstName.tooLong" }],
    [{ salutation: "x" }, { salutation: "salutation.unknown" }],
    [{ "birthDate.day": "" }, { birthDate: "birthDate.incomplete" }],
    [{ "birthDate.day": "123" }, { birthDate: "birthDate.notADate" }],
    [{ "birthDate.year": "2020" }, { birthDate: "birthDate.tooYoung" }],
    [{ postalCode: "5066" }, { postalCode: "postalCode.form" }],
    [{ postalCode: "01000" }, { postalCode: "postalCode.unknown" }],
  ])("%o", (changed, expected) => expect(codes(read({ ...person, ...changed }).form)).toEqual(expected));
  test("a limit fills its text", () =>
    expect(read({ ...person, city: "x".repeat(51) }).form.errors.city?.message).toBe('{"max":50}'));
});

describe("what few people do not have is asked for once", () => {
  const { houseNumber: _, ...withoutNumber } = person;
  const read = (fields: Record<string, string>, ...asked: string[]) => {
    const posted = formOf(fields);
    for (const name of asked) posted.append("asked", name);
    return parseAskingOnce(posted, withoutLine, errorOf);
  };
  test("a house number", () => {
    const first = read(withoutNumber);
    expect([first.form.asked, first.form.errors.houseNumber?.code]).toEqual([["houseNumber"], "missing"]);
    const again = read(withoutNumber, "houseNumber");
    expect(again.ok && again.value).toMatchObject({ street: "Musterweg", houseNumber: "" });
    expect(read(person, "houseNumber")).toMatchObject({ ok: true, value: { houseNumber: "12" } });
  });
  test.each(["firstName", "lastName"])("one of two names: %s", (name) => {
    const first = read({ ...person, [name]: "\u200b" });
    expect([first.form.asked, Object.keys(first.form.errors)]).toEqual([[name], [name]]);
    expect(read({ ...person, [name]: "" }, name)).toMatchObject({ ok: true, value: { [name]: "" } });
  });
  test("and of two names one is needed, as a street is", () => {
    const none = { ...person, firstName: "", lastName: "", street: "", houseNumber: "" };
    const again = read(none, "firstName", "lastName", "houseNumber");
    expect(Object.keys(again.form.errors)).toEqual(["firstName", "lastName", "street", "houseNumber"]);
    expect(again.form.asked).toEqual([]);
  });
  test.each(["-", " – ", "."])("%s is none", (none) => {
    const first = read({ ...person, houseNumber: none, lastName: none });
    expect([first.form.asked, Object.keys(first.form.errors)]).toEqual([
      ["lastName", "houseNumber"],
      ["lastName", "houseNumber"],
    ]);
    const again = read({ ...person, houseNumber: none, lastName: none }, "lastName", "houseNumber");
    expect(again).toMatchObject({ ok: true, value: { houseNumber: "", lastName: "" } });
  });
  test("what is asked stays asked while something else is wrong", () => {
    const wrong = read({ ...withoutNumber, email: "x" }, "houseNumber");
    expect([wrong.form.asked, Object.keys(wrong.form.errors)]).toEqual([["houseNumber"], ["email"]]);
  });
});

describe("what inputs say of their schema", () => {
  test("personal data", () =>
    expect(constraintsOf(shownSchema(undefined))).toMatchObject({
      salutation: { optional: true },
      title: { optional: true, maxLength: 30 },
      firstName: { maxLength: 50 },
      postalCode: { maxLength: 14 },
    }));
  test("a required field without a limit has an empty row: a field without one is none of the form", () =>
    expect(constraintsOf(shownSchema(undefined)).phone).toEqual({}));
  test("no pattern: forms are validated by the server alone", () => {
    for (const schema of [shownSchema(undefined), paymentSchema(["direct_debit"], undefined, true)])
      expect(JSON.stringify(constraintsOf(schema))).not.toMatch("pattern");
  });
});

test.each(["12345678", "", "not-a-uuid-not-a-uuid-not-a-uuid-1234"])("%s is no submission id", (sent) => {
  const id = randomUUID();
  for (const spelt of [id, id.toUpperCase()])
    expect(submissionIdOf(formOf({ submissionId: spelt }))).toBe(id);
  expect(submissionIdOf(formOf({ submissionId: sent }))).toMatch(/^[\da-f-]{36}$/);
});

test("each variant of a schema is made once", () => {
  const make = vi.fn(({ debit }: { debit: boolean }) => z.object({ iban: debit ? z.string() : z.null() }));
  const schemaFor = madeOnce(make);
  expect(schemaFor({ debit: true })).toBe(schemaFor({ debit: true }));
  expect(schemaFor({ debit: false })).not.toBe(schemaFor({ debit: true }));
  expect(make).toHaveBeenCalledTimes(2);
});

describe("payment", () => {
  const kept = { method: "direct_debit" as const, iban: "DE89370400440532013000" };
  test("an account counts for a direct debit only", () => {
    const schema = paymentSchema(["direct_debit", "paypal"], undefined, false);
    const parsed = parseForm(
      formOf({ paymentMethod: "paypal", iban: "nonsense" }),
      { ...paymentForm, schema },
      errorOf,
    );
    expect(parsed.ok && parsed.value).toMatchObject({ paymentMethod: "paypal", iban: undefined });
  });
  test("an IBAN given before stays", () => {
    const fields = { paymentMethod: "direct_debit", accountHolder: "Erika", sepaMandate: "yes", iban: "" };
    const schema = paymentSchema(["direct_debit"], kept, true);
    const parsed = parseForm(formOf(fields), { ...paymentForm, schema }, errorOf);
    expect(parsed.ok && parsed.value).toMatchObject({ accountHolder: "Erika" });
    expect(constraintsOf(schema).iban).toMatchObject({ optional: true });
  });
  test.each([
    [
      {},
      {
        paymentMethod: "paymentMethod.missing",
        accountHolder: "accountHolder.missing",
        iban: "iban.missing",
        sepaMandate: "sepaMandate.missing",
      },
    ],
    [
      { paymentMethod: "cash", accountHolder: "E", iban: "DE00", sepaMandate: "x" },
      { paymentMethod: "paymentMethod.unknown", iban: "iban.form" },
    ],
  ])("%o", (fields, expected) =>
    expect(codes(parseForm(formOf(fields), paymentForm, errorOf).form)).toEqual(expected),
  );
});

describe("customer data", () => {
  const read = (fields: Record<string, string>) =>
    parseForm(
      formOf(fields),
      { ...customerForm, schema: schemaOf(formOf(fields)) },
      errorOf,
      customerForm.schema,
    );
  test("what was left alone is not checked", () => {
    const parsed = read({ email: "new@example.com", iban: " " });
    expect(parsed.ok && parsed.value).toMatchObject({ email: "new@example.com" });
    expect(parsed.ok && parsed.value.street).toBeUndefined();
  });
  test("an account and an address are changed as a whole", () =>
    expect(codes(read({ street: "Neuer Weg", iban: "DE89370400440532013000" }).form)).toEqual({
      houseNumber: "houseNumber.missing",
      postalCode: "postalCode.missing",
      city: "city.missing",
      accountHolder: "accountHolder.missing",
      sepaMandate: "sepaMandate.missing",
    }));
});

describe("termination", () => {
  const facts = {
    serviceTypes: [{ id: "mobile" }],
    prepaid: true,
    prefilled: false,
    now: new Date(),
  };
  const holder = { firstName: "E", lastName: "M", customerNumber: "123456", email: "e@example.com" };
  const read = (fields: Record<string, string>) =>
    readTermination(formOf({ ...holder, ...fields }), facts, errorOf);
  const special = { cancellationType: "special", reason: "UmzugAusland" };

  test("empty fields have their default", () => {
    const { value } = read({}) as Extract<ReturnType<typeof read>, { ok: true }>;
    expect(value).toMatchObject({ serviceType: "mobile", cancellationType: "regular", numberPorting: false });
  });
  test("the text of a reason keeps its lines", () => {
    const parsed = read({ ...special, reason: "SonstigerGrund", reasonText: " Zeile 1\r\nZeile 2 " });
    expect(parsed.ok && parsed.value.reasonText).toBe("Zeile 1\nZeile 2");
  });
  test("a date without its choice and an account outside SEPA refuse nothing", () => {
    const payout = { payoutRequested: "yes", accountHolder: "E", iban: "TR330006100519786457841326" };
    for (const fields of [payout, { selectTerminationDate: "later" }, { ...special, reason: "" }] as Record<
      string,
      string
    >[])
      expect(codes(read(fields).form)).toEqual({});
  });
  test("limits texts and marks no choice", () => {
    const constraints = constraintsOf(terminationForm.schema);
    expect(constraints).toMatchObject({
      reasonText: { maxLength: 1000 },
      userName: { optional: true, maxLength: 200 },
    });
  });
});

test("every form that is defined is in the list that tests and the OpenAPI document read", () => {
  const names = (file: string, pattern: RegExp) =>
    [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name]) => name);
  const defined = globSync("app/routes/**/*.{ts,tsx}").flatMap((file) =>
    names(file, /(?:const|let) (\w+)(?::[^=]+)? = (?:defineForm\(|\{ \.\.\.withoutFields)/g),
  );
  expect(defined.sort()).toEqual(names("app/forms.server.ts", /^ {2}.+: (\w+),$/gm).sort());
});

describe("whatever is typed, its message has a text of its own", () => {
  const typed = ["", " ", "x".repeat(1001), "*#<>", "12", "1.1.1800", "30.02.2020"];
  const languages = Object.entries({ de, en, tr });
  const textAt = (texts: object, key: string): unknown =>
    key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);

  const { "email-rejection": _button, ...withFields } = forms;
  test.each(Object.entries<FormDefinition>(withFields))("%s", (_, form) => {
    const isDeclaration = form.providerNames === "asNamed";
    const read = isDeclaration ? form.posted : form.schema;
    const names = Object.keys(form.schema.shape);
    expect(names.length).toBeGreaterThan(0);
    const keys = new Set<string>();
    const collect = (key: string) => {
      // What has the wrong shape, which no form sends, gets the general text.
      if (!key.endsWith(".invalid")) keys.add(key);
      return { code: key, message: "" };
    };
    for (const value of typed)
      for (const parts of [(name: string) => [name], (name: string) => [`${name}.day`, `${name}.year`]])
        parseForm(
          formOf(Object.fromEntries(names.flatMap(parts).map((name) => [name, value]))),
          { ...form, schema: read ?? form.schema },
          collect,
        );
    // By its schema alone, nothing refuses a declaration.
    expect(keys.size > 0).toBe(!isDeclaration);
    const missing = languages.flatMap(([language, { fields }]) =>
      [...keys].filter((key) => !textAt(fields, key)).map((key) => `${language}: ${key}`),
    );
    expect(missing.join("\n")).toBe("");
  });
});
