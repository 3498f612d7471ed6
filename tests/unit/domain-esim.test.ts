import { expect, test } from "vitest";
import { activationCode, setUpLinks, systemOf } from "#app/domain/esim.ts";

const profile = { smdpAddress: "smdp.example.com", matchingId: "04386-AGYFT-A74Y8" };

test.each([
  [profile, "LPA:1$smdp.example.com$04386-AGYFT-A74Y8"],
  [{ ...profile, confirmationCode: "4711" }, "LPA:1$smdp.example.com$04386-AGYFT-A74Y8$$1"],
])("an activation code has the parts of SGP.22, and no confirmation code: %o", (activation, code) => {
  expect(activationCode(activation)).toBe(code);
  for (const link of Object.values(setUpLinks(activation)))
    expect(new URL(link).searchParams.get("carddata")).toBe(code);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", "ios"],
  ["Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36", "android"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36", undefined],
  [null, undefined],
])("the link is the one of the device: %s", (userAgent, system) => expect(systemOf(userAgent)).toBe(system));
