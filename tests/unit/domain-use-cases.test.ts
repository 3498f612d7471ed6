import { expect, test } from "vitest";
import { offerUseCases, useCaseRow } from "#app/domain/use-cases.ts";

const specified =
  "offer orange orange_tm orange_vvl yellow yellow_tm yellow_vvl greenApm greenApm_tm greenApm_vvl dealer_correction offer_tm offer_vvl offer_coc offer_dps offer_dps_vvl green_idv green_idv_vvl green_idv_tm green_idv_otp green_idv_vvl_otp green_idv_tm_otp";

test("every page variant of the specification has its row", { tags: ["§3.30"] }, () => {
  expect([...offerUseCases].sort()).toEqual(specified.split(" ").sort());
});

test.each([undefined, "", "offer_new", "toString", "OFFER"])(
  "anything else is Others: %s",
  { tags: ["§9.13"] },
  (useCase) => expect(useCaseRow(useCase)).toEqual({ analytics: "Others", variant: 0 }),
);

test.each([...offerUseCases])("family of %s is in its name", (useCase) => {
  const { family } = useCaseRow(useCase);
  expect(family).toBe(/_(vvl|tm|coc)(?:_|$)/.exec(useCase)?.[1]);
});
