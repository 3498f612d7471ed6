import { afterAll, describe, expect, it } from "vitest";
import { customerDetails } from "#app/backend/contract/customer.ts";
import { maskIban } from "#app/domain/iban.ts";
import { maskEmail, maskPhone } from "#app/domain/masked.ts";
import { sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());

const path = (id: string, brand = "O2") => `/api/${brand}/customer/details/${id}`;
const details = async (id: string) => customerDetails.parse(await (await sandbox.get(path(id))).json());
const phone = { phone: { value: "+493023125444", source: "entered" } };
const save = (id: string, body: object, key?: string) =>
  sandbox.post(path(id), body, key ? { "idempotency-key": key } : {});

describe("customer data", () => {
  it("is masked, in the contract's shape", async () => {
    const known = await details("demo");
    expect(known).toMatchObject({ version: "v1", email: "k••••@example.com", phone: "+49 •••• 7386" });
    expect(JSON.stringify(known)).not.toMatch(/0532 ?0130/);
  });

  it("refuses a change of an older version, an empty one and a wrong account", async () => {
    await save("demo~2", { version: "v1", ...phone });
    expect((await save("demo~2", { version: "v1", ...phone })).status).toBe(409);
    expect((await save("demo~2", { version: "v2" })).status).toBe(422);
    const bankAccount = { accountHolder: "Kim", iban: "DE00370400440532013000", ibanSource: "entered" };
    const wrong = { ...bankAccount, sepaMandate: true };
    expect((await save("demo~2", { version: "v2", bankAccount: wrong })).status).toBe(422);
    const withoutMandate = { ...bankAccount, iban: "DE89370400440532013000" };
    expect((await save("demo~2", { version: "v2", bankAccount: withoutMandate })).status).not.toBe(200);
    expect((await details("demo~2")).version).toBe("v2");
  });

  it.each([
    ["load-http-500", 500],
    ["DOWNTIME", 404],
  ])("%s answers %i", async (id, status) => {
    expect((await sandbox.get(path(id))).status).toBe(status);
  });
});

describe("masks", () => {
  it.each([
    [maskEmail, "kim@example.com", "k••••@example.com"],
    [maskEmail, "k••••@example.com", "k••••@example.com"],
    [maskEmail, "no address", "••••"],
    [maskPhone, "+4915228817386", "+49 •••• 7386"],
    [maskPhone, "030 23125444", "•••• 5444"],
    [maskPhone, "110", "••••"],
    [maskIban, "DE89 •••• 00", "DE89 •••• 00"],
    [maskIban, "DE89370400440532013000", "DE89 •••• •••• 3000"],
  ])("%o of %s", (mask, given, masked) => {
    expect(mask(given)).toBe(masked);
  });
});
