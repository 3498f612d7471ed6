import { describe, expect, test } from "vitest";
import { offerUseCases, useCaseRow, useCases } from "#app/domain/use-cases.ts";

const specified =
  "offer orange orange_tm orange_vvl yellow yellow_tm yellow_vvl greenApm greenApm_tm greenApm_vvl dealer_correction offer_tm offer_vvl offer_coc offer_dps offer_dps_vvl green_idv green_idv_vvl green_idv_tm green_idv_otp green_idv_vvl_otp green_idv_tm_otp";

test("every page variant of the specification has its row", () => {
  expect([...offerUseCases].sort()).toEqual(specified.split(" ").sort());
});

describe("analytics type and variant", () => {
  test.each([
    ["initial_offer", 0, ["offer", "offer_coc", "offer_vvl", "offer_tm"]],
    ["lead_offer_via_dealer_pencil_selling", 0, ["offer_dps", "offer_dps_vvl"]],
    ["dealer_correction", 0, ["dealer_correction"]],
    ["alternative_offer", 30, ["orange", "yellow", "greenApm", "green_idv", "green_idv_otp"]],
    [
      "alternative_offer",
      31,
      ["orange_vvl", "yellow_vvl", "greenApm_vvl", "green_idv_vvl", "green_idv_vvl_otp"],
    ],
    ["alternative_offer", 32, ["orange_tm", "yellow_tm", "greenApm_tm", "green_idv_tm", "green_idv_tm_otp"]],
  ] as const)("%s %d", (analytics, variant, expected) => {
    const found = offerUseCases.filter(
      (useCase) => useCases[useCase].analytics === analytics && useCases[useCase].variant === variant,
    );
    expect([...found].sort()).toEqual([...expected].sort());
  });

  test.each([undefined, "", "offer_new", "toString", "OFFER"])("anything else is Others: %s", (useCase) =>
    expect(useCaseRow(useCase)).toEqual({ analytics: "Others", variant: 0 }),
  );
});

test.each([...offerUseCases])("family of %s is in its name", (useCase) => {
  const { family } = useCaseRow(useCase);
  expect(family).toBe(/_(vvl|tm|coc)(?:_|$)/.exec(useCase)?.[1]);
});
