import { expect, test } from "vitest";
import { activationCode, setUpLinks } from "#app/domain/esim.ts";

const profile = { smdpAddress: "smdp.example.com", matchingId: "04386-AGYFT-A74Y8" };

test.each([
  [profile, "LPA:1$smdp.example.com$04386-AGYFT-A74Y8"],
  [{ ...profile, confirmationCode: "4711" }, "LPA:1$smdp.example.com$04386-AGYFT-A74Y8$$1"],
])("an activation code has the parts of SGP.22, and no confirmation code: %o", (activation, code) => {
  expect(activationCode(activation)).toBe(code);
  for (const link of Object.values(setUpLinks(activation)))
    expect(new URL(link).searchParams.get("carddata")).toBe(code);
});
