import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { FormFieldError } from "#app/errors/errors.ts";
import { refusedFields } from "#app/routes/offer/refused-fields.server.ts";

test("what the provider says without a field is said on the summary, in its words", () => {
  const refused = new FormFieldError([
    { message: "Call us." },
    { field: "shoeSize", message: "Too big." },
    { code: "X" },
  ]);
  expect(refusedFields(new RouterContextProvider(), refused)).toEqual({
    step: "summary",
    byStep: {},
    messages: ["Call us.", "Too big."],
  });
});
