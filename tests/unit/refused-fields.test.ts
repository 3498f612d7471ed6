import { expect, test } from "vitest";
import { FormFieldError } from "#app/errors/errors.ts";
import { refusedFields } from "#app/routes/offer/cart/refused-fields.server.ts";
import { browserForTest } from "../support/request.ts";

const refusal = async (errors: object[]) => {
  const { context } = await browserForTest("/angebot/demo/zusammenfassung")();
  const { step, byStep, messages } = refusedFields(context, new FormFieldError(errors));
  const fields = Object.entries(byStep).map(([name, one]) => [name, Object.keys(one)]);
  return { step, fields: Object.fromEntries(fields), messages };
};

test.each<[path: string, step: string, field: string]>([
  ["customer.address.value.street", "personal-data", "street"],
  ["customer", "personal-data", "firstName"],
  ["customer.shoeSize", "personal-data", "firstName"],
  ["porting.number", "personal-data", "portingNumber"],
  ["sim", "personal-data", "sim"],
  ["offer/payment/iban", "payment", "iban"],
  ["iban", "payment", "iban"],
  ["payment", "payment", "paymentMethod"],
  ["items[0].identification.documentNumber", "id-data", "documentNumber"],
])("a refused %s is corrected on the step %s, at its field %s", async (path, step, field) => {
  expect(await refusal([{ field: path }])).toEqual({ step, fields: { [step]: [field] }, messages: [] });
});

test("each step has what is refused of it, and the first one that is named comes first", async () => {
  expect(
    await refusal([{ message: "Call us." }, { field: "payment.iban" }, { field: "customer.email" }]),
  ).toEqual({
    step: "payment",
    fields: { payment: ["iban"], "personal-data": ["email"] },
    messages: ["Call us."],
  });
});

test("what the provider says without a field is said on the summary, in its words", async () => {
  expect(
    await refusal([
      { message: "Call us." },
      { field: "shoeSize", message: "Too big." },
      { field: "constructor", message: "No." },
      { code: "X" },
    ]),
  ).toEqual({ step: "summary", fields: {}, messages: ["Call us.", "Too big.", "No."] });
});
