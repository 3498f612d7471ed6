import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import { checkEmail } from "#app/domain/personal-data.ts";
import type { FormDefinition } from "#app/forms/define-form.server.ts";
import { parseForm } from "#app/forms/form-data.server.ts";
import { forms } from "#app/forms.server.ts";
import type { FormPage } from "#app/pages.ts";
import { idDataSchema } from "#app/routes/offer/cart/id-data.form.server.ts";
import { readTermination } from "#app/routes/termination/form.server.ts";
import { typedInto } from "../support/filled-forms.ts";

/** Chosen and not typed. */
const chosen = new Set(["documentType", "paymentMethod", "sepaMandate", "portingWhen", "sim", "oldContract"]);
/** Read as codes: what stands around them is no part of them. Declarations also keep them word for word. */
const codes: Record<Exclude<FormPage, "email-rejection" | "revocation">, string[]> = {
  "offer-landing": ["link"],
  "new-link": [],
  "handover-code": ["code"],
  "personal-data": ["email", "phone", "portingNumber", "postalCode"],
  "id-data": ["documentNumber"],
  payment: ["iban"],
  "order-email": ["email"],
  "order-porting": [],
  "customer-data": ["email", "phone", "postalCode", "iban"],
  termination: ["email", "confirmationPhone", "phoneNumber", "userPhoneNumber"],
  "selfcare-termination": ["email", "confirmationPhone", "userPhoneNumber"],
  withdrawal: ["email"],
  "revocation-by-name": ["email"],
  barrier: ["email"],
};

/** What copies, keyboards and PDFs add to a text without showing it. */
const unseen = [
  ..."\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u200b\u200e\u202a\u2060\u2066\u2069\u3164",
  ..."\ufe00\ufe0e\ufe0f\ufeff\uffa0\u{e0001}\u{e0100}\u0000\u0007\u007f",
];
/** Ways in which a whole value arrives. */
const ways: Record<string, (value: string) => string> = {
  "with blanks": (value) => `\u00a0 ${value}\t `,
  "with line ends": (value) => `\r\n${value}\n`,
  decomposed: (value) => value.normalize("NFD"),
};
/** Ways in which a code arrives. */
const waysOfCodes: Record<string, (value: string) => string> = {
  "from a list": (value) => `${value};`,
  "from an enumeration": (value) => `${value}, `,
  "from the end of a sentence": (value) => `${value}.`,
  "with a joiner": (value) => `${value.slice(0, 2)}\u200c\u200d${value.slice(2)}`,
};

const errorOf = (key: string) => ({ code: key, message: "" });
const formData = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const facts = { serviceTypes: [{ id: "mobile" }], prepaid: true, prefilled: false };

/** What is read of a form; of a declaration, what is meant and what is written. */
function read(page: FormPage, fields: Record<string, string>): Record<string, unknown> {
  if (page === "termination" || page === "selfcare-termination") {
    const prefilled = page === "selfcare-termination";
    const parsed = readTermination(formData(fields), { ...facts, prefilled }, errorOf);
    return { ...(parsed.ok ? parsed.value : parsed.form.errors) };
  }
  const form: FormDefinition = forms[page];
  const schema =
    page === "id-data"
      ? idDataSchema(nationalitiesIn("de"), undefined, { type: "FOREIGN_PASSPORT", noExpiry: false })
      : form.schema;
  const parsed = parseForm(formData(fields), { ...form, schema }, errorOf);
  return parsed.ok ? parsed.value : parsed.form.errors;
}

const cells = Object.entries(codes).flatMap(([page, ofPage]) => {
  const names = Object.keys(typedInto(page as FormPage)).filter((name) => !chosen.has(name));
  return names.map((name) => ({ page: page as FormPage, name, isCode: ofPage.includes(name) }));
});

describe.each(cells)("$page, $name", ({ page, name, isCode }) => {
  const typed = typedInto(page) as Record<string, string>;
  const value = typed[name] ?? "";
  const plain = read(page, typed);
  const pasted = (other: string) => read(page, { ...typed, [name]: other });

  test.each(Object.entries(ways))("%s", (_, way) => expect(pasted(way(value))).toEqual(plain));
  test.each(isCode ? Object.entries(waysOfCodes) : [])("%s", (_, way) => {
    const written = pasted(way(value))[name];
    // Its text stays on the receipt, and its meaning is where the mail goes.
    if (page === "withdrawal") expect(checkEmail(String(written))).toEqual({ ok: true, value });
    else expect(written).toEqual(plain[name]);
  });
  test("with what nobody sees, anywhere", () =>
    fc.assert(
      fc.property(fc.constantFrom(...unseen), fc.nat(value.length), (sign, at) => {
        expect(pasted(value.slice(0, at) + sign + value.slice(at))).toEqual(plain);
      }),
      { numRuns: 40 },
    ));
});
