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

  it("changes only sent fields, raises the version, and notifies by mail", async () => {
    const answer = await save("demo~1", { version: "v1", ...phone });
    expect(answer.status).toBe(200);
    const now = await details("demo~1");
    expect(now).toMatchObject({ version: "v2", phone: "+49 •••• 5444", email: "k••••@example.com" });
    const mails = (await (await sandbox.get("/sandbox/outbox.json?reference=demo~1")).json()) as unknown[];
    expect(mails).toHaveLength(1);
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

  it("answers the same key with the same answer, and changes once", async () => {
    const one = await (await save("demo~3", { version: "v1", ...phone }, "key-3")).json();
    const two = await save("demo~3", { version: "v1", ...phone }, "key-3");
    expect(await two.json()).toEqual(one);
    expect((await details("demo~3")).version).toBe("v2");
    expect((await save("demo~3", { version: "v2", ...phone }, "key-3")).status).toBe(422);
  });

  it("plays a concurrent change, once", async () => {
    const { version } = await details("stale~1");
    expect((await save("stale~1", { version, ...phone })).status).toBe(409);
    const now = await details("stale~1");
    expect(now.address.city).toBe("Berlin");
    expect((await save("stale~1", { version: now.version, ...phone })).status).toBe(200);
  });

  it.each([
    ["expired", 410],
    ["unknown", 404],
    ["http-418", 418],
    ["state-DOWNTIME", 503],
    ["load-http-500", 500],
    ["DOWNTIME", 404],
  ])("%s answers %i", async (id, status) => {
    expect((await sandbox.get(path(id))).status).toBe(status);
  });

  it("aims a fault at one call, or at its first attempt", async () => {
    expect((await sandbox.get(path("save-http-500"))).status).toBe(200);
    expect((await save("save-http-500", { version: "v1", ...phone })).status).toBe(500);
    expect((await sandbox.get(path("load-once-http-500"))).status).toBe(500);
    expect((await sandbox.get(path("load-once-http-500"))).status).toBe(200);
  });
});

describe("declining mails", () => {
  const decline = (token: string, brand = "O2") =>
    sandbox.app.request(`/api/declinemail?token=${token}&brand=${brand}`, { method: "POST" });

  it("works repeatedly, and ends the newsletter", async () => {
    const sent = await sandbox.form("/sandbox/outbox/newsletter", { brand: "blau" });
    const { token } = (await sent.json()) as { token: string };
    for (let time = 0; time < 2; time++) expect((await decline(token)).status).toBe(204);
    expect((await sandbox.form("/sandbox/outbox/newsletter", { token })).status).toBe(409);
  });

  it.each([
    ["unknown", "O2", 404],
    ["demo", "NOBODY", 400],
    ["", "O2", 400],
  ])("token %j of brand %s: %i", async (token, brand, status) => {
    expect((await decline(token, brand)).status).toBe(status);
  });
});

describe("novum", () => {
  it("maps an id to one offer, always the same", async () => {
    for (let time = 0; time < 2; time++)
      expect(await (await sandbox.get("/api/entry/novum?id=demo~7")).json()).toEqual({
        offerToken: "demo~7",
      });
    expect((await sandbox.get("/api/entry/novum?id=unknown")).status).toBe(404);
    expect((await sandbox.get("/api/entry/novum")).status).toBe(400);
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
