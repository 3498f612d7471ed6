import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problem } from "#app/backend/contract/common.ts";
import { idv, idvChoiceAnswer, idvMethod } from "#app/backend/contract/identity.ts";
import { methodsOfBrand } from "#sandbox/identity/methods.ts";
import { identityScenarios, idvCodes } from "#sandbox/identity/scenarios.ts";
import { idvScenarioOf } from "#sandbox/identity/token.ts";
import { pdfText } from "../support/pdf-text.ts";
import { sandboxForTest } from "../support/sandbox.ts";

let now: Date;
let sandbox: ReturnType<typeof sandboxForTest>;
beforeEach(() => {
  now = new Date("2026-11-02T09:00:00Z");
  sandbox = sandboxForTest({ now: () => now });
});
afterEach(() => sandbox.close());

const load = (token: string) => sandbox.get(`/api/idv/${token}?language=de`);
const stateOf = async (token: string) => idv.parse(await (await load(token)).json());
const codeOf = async (response: Response) => [response.status, problem.parse(await response.json()).code];
const choose = (token: string, method: string, key?: string, returnUrl = "http://portal.example/idv/x") =>
  sandbox.post(
    `/api/idv/${token}/methods?language=de`,
    { method, returnUrl },
    key ? { "idempotency-key": key } : {},
  );
const office = (token: string, action: string) => sandbox.form(`/sandbox/ident/${token}/office`, { action });
const mails = async (token: string) =>
  (await (await sandbox.get(`/sandbox/outbox.json?reference=${token}`)).json()) as { kind: string }[];

/** Chooses video and presses a button of the provider's page. */
async function attempt(token: string, button: string) {
  const { redirectUrl = "" } = idvChoiceAnswer.parse(await (await choose(token, "video")).json());
  return sandbox.form(redirectUrl, { action: button });
}

describe("tokens", () => {
  it("every listed token is known, except the one for unknown tokens", async () => {
    const tokens = identityScenarios.flatMap(({ scenarios }) => scenarios.map(({ token }) => token));
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens)
      expect([token, idvScenarioOf(token) !== undefined]).toEqual([token, token !== "unknown"]);
    expect((await load("unknown")).status).toBe(404);
  });

  it.each(idvCodes)("state-%s: every call answers the code", async (code) => {
    const calls = [
      load,
      (token: string) => sandbox.get(`/api/idv/${token}/methods`),
      (token: string) => choose(token, "video"),
    ];
    for (const call of calls) expect((await codeOf(await call(`state-${code}`)))[1]).toBe(code);
  });

  it.each([
    ["success", "IDV_SUCCESS"],
    ["completed", "IDV_COMPLETED"],
    ["consumed", "OFFER_CONSUMED"],
    ["failed", "NO_MORE_IDV_POSSIBLE"],
    ["expired", "OFFER_EXPIRED"],
    ["cancelled", "OFFER_CANCELLED"],
  ])("%s answers %s", async (token, code) => {
    expect((await codeOf(await load(token)))[1]).toBe(code);
  });
});

describe("methods", () => {
  it("each brand has its own, and never video alone", async () => {
    for (const [slug, brand] of [
      ["o2", "O2"],
      ["ayyildiz", "AYYILDIZ"],
      ["aetka", "AETKASMART"],
      ["aldi", "ALDITALK"],
      ["nova", "NOVA"],
      ["ortel", "ORTEL"],
      ["spice", "BLAUWORLD"],
      ["blau", "BLAU"],
    ] as const) {
      const answer = await (await sandbox.get(`/api/idv/demo-${slug}/methods`)).json();
      const ids = idvMethod
        .array()
        .parse(answer)
        .map(({ id }) => id);
      expect(ids).toEqual(methodsOfBrand[brand]);
      expect(ids.some((id) => id !== "video")).toBe(true);
    }
  });
});

describe("choosing", () => {
  it("refuses methods that are not offered", async () => {
    const refused = await choose("demo-nova", "video");
    expect(refused.status).toBe(422);
    expect(problem.parse(await refused.json()).errors?.[0]?.field).toBe("method");
  });
});

describe("attempts", () => {
  it("counts failures; the third is final", async () => {
    for (const left of [2, 1]) {
      await attempt("demo", "failure");
      expect(await stateOf("demo")).toMatchObject({
        state: "failed",
        attemptsLeft: left,
        lastAttempt: "failed",
      });
    }
    await attempt("demo", "failure");
    expect(await codeOf(await load("demo"))).toEqual([409, "NO_MORE_IDV_POSSIBLE"]);
    expect(await codeOf(await choose("demo", "video"))).toEqual([409, "NO_MORE_IDV_POSSIBLE"]);
    await office("demo", "approve");
    expect((await codeOf(await load("demo")))[1]).toBe("NO_MORE_IDV_POSSIBLE");
    expect((await mails("demo")).map(({ kind }) => kind)).toEqual(["idv-final", "idv-failed", "idv-failed"]);
  });

  it("goes through submission and review to success, and on to completed", async () => {
    await attempt("demo", "review");
    const seen = [];
    for (let look = 0; look < 3; look += 1) seen.push((await stateOf("demo")).state);
    expect(seen).toEqual(["submitted", "review", "review"]);
    expect((await codeOf(await load("demo")))[1]).toBe("IDV_SUCCESS");
    await office("demo", "complete");
    expect((await codeOf(await load("demo")))[1]).toBe("IDV_COMPLETED");
    expect((await mails("demo")).map(({ kind }) => kind)).toEqual(["idv-completed", "idv-success"]);
  });

  it("pending never ends; pending-failed ends with a failure", async () => {
    for (let look = 0; look < 8; look += 1) expect((await stateOf("pending")).state).toBe("review");
    for (let look = 0; look < 4; look += 1) await load("pending-failed");
    expect(await stateOf("pending-failed")).toMatchObject({ state: "failed", attemptsLeft: 2 });
  });

  it.each([
    ["expire", "OFFER_EXPIRED"],
    ["cancel", "OFFER_CANCELLED"],
    ["consume", "OFFER_CONSUMED"],
  ])("%s ends an open one for good", async (action, code) => {
    await office("demo", action);
    expect((await codeOf(await load("demo")))[1]).toBe(code);
    await office("demo", "approve");
    expect((await codeOf(await load("demo")))[1]).toBe(code);
    await office("demo", "reset");
    expect(await stateOf("demo")).toMatchObject({ state: "created" });
  });

  it("expires two weeks after the last event", async () => {
    await choose("demo", "video");
    now = new Date("2026-11-16T08:59:00Z");
    expect((await stateOf("demo")).state).toBe("methodChosen");
    now = new Date("2026-11-16T09:00:00Z");
    expect((await codeOf(await load("demo")))[1]).toBe("OFFER_EXPIRED");
  });

  it("tokens with a suffix have their own state", async () => {
    await attempt("demo~a", "success");
    expect((await codeOf(await load("demo~a")))[1]).toBe("IDV_SUCCESS");
    expect((await stateOf("demo~b")).state).toBe("created");
  });
});

describe("the provider's page", () => {
  it("leads back to the portal's return address, and an outdated page does nothing", async () => {
    await choose("demo", "video");
    await choose("demo", "photo");
    const old = await sandbox.form("/sandbox/ident/demo/1", { action: "success" });
    expect([old.status, old.headers.get("location")]).toEqual([303, "http://portal.example/idv/x"]);
    expect((await stateOf("demo")).state).toBe("methodChosen");
    expect((await sandbox.get("/sandbox/ident/demo/2")).status).toBe(200);
    await sandbox.form("/sandbox/ident/demo/2", { action: "success" });
    expect((await codeOf(await load("demo")))[1]).toBe("IDV_SUCCESS");
    expect((await sandbox.get("/sandbox/ident/demo/2")).status).toBe(303);
  });
});

describe("the coupon", () => {
  it("has twelve digits, the customer's name, and a PDF", async () => {
    const { orderId } = (await (await sandbox.accept("demo-green_idv")).json()) as { orderId: string };
    const token = `demo~${orderId}`;
    expect(await (await choose(token, "branch")).json()).toEqual({ step: "coupon" });
    const { coupon } = await stateOf(token);
    expect(coupon).toMatchObject({
      kind: "branch",
      firstName: "Ayşe",
      lastName: "Öztürk",
      email: "a••••@example.com",
    });
    expect(coupon?.referenceNumber).toMatch(/^\d{12}$/);
    const pdf = await sandbox.get(`/api/idv/${token}/coupon?language=tr`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdfText(Buffer.from(await pdf.arrayBuffer()))).toContain("Kimlik doğrulama kuponunuz");
  });

  it.each([
    ["de", /Gültig bis\n\d+\. \p{L}+ \d{4}\n/u],
    ["en", /Valid until\n[A-Z]\w+ \d+, \d{4}\n/],
    ["tr", /Son geçerlilik tarihi\n\d+ \p{L}+ \d{4}\n/u],
  ])("is a PDF in %s, its date too", async (language, validUntil) => {
    const { coupon } = await stateOf("post-ident");
    const pdf = await sandbox.get(`/api/idv/post-ident/coupon?language=${language}`);
    const bytes = Buffer.from(await pdf.arrayBuffer());
    const text = pdfText(bytes);
    expect(bytes.toString("latin1")).toContain(`/Lang (${language})`);
    expect(text).toContain(coupon?.referenceNumber.replace(/(\d{4})(?=\d)/g, "$1 "));
    expect(text).toMatch(validUntil);
  });

  it("names the brand whose page asks", async () => {
    const letterhead = async (headers?: Record<string, string>) => {
      const pdf = await sandbox.get("/api/idv/post-ident/coupon?language=de", headers);
      return pdfText(Buffer.from(await pdf.arrayBuffer())).split("\n")[0];
    };
    expect([await letterhead(), await letterhead({ "x-brand": "ORTEL" })]).toEqual(["o2", "Ortel Mobile"]);
  });

  it("exists for branch and shop only", async () => {
    expect((await stateOf("shop-ident")).coupon?.kind).toBe("shop");
    expect((await sandbox.get("/api/idv/chosen/coupon?language=de")).status).toBe(404);
  });
});
