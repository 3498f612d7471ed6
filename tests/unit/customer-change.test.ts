import { expect, test } from "vitest";
import { customerDetails } from "#app/backend/contract/customer.ts";
import { changedRows, containsChange } from "#app/routes/customer/change.server.ts";

const account = { accountHolder: "Kim Beispiel", iban: "DE89370400440532013000" };
const change = { bankAccount: { ...account, ibanSource: "validated", sepaMandate: true } } as const;
const address = { street: "Ring", houseNumber: "7", postalCode: "50667", city: "Köln" };

test.each([
  ["the same account", account, true],
  ["an account of another holder", { ...account, accountHolder: "Jo Muster" }, false],
  ["the same account, without its holder", { iban: account.iban }, true],
  ["another account, without its holder", { iban: "DE02120300000000202051" }, false],
  ["no account", undefined, false],
])("stored data with %s include a change of the account: %j, %s", (_, bankAccount, expected) => {
  const stored = customerDetails.parse({ version: "2", address, bankAccount });
  expect(containsChange(stored, change, false)).toBe(expected);
});

test("a receipt has what was changed, and nothing else", () => {
  expect(changedRows(change).map(({ part }) => part)).toEqual(["bankAccount"]);
});
