import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { idv, idvChoiceAnswer } from "#app/backend/contract/identity.ts";
import { identityScenarios, idvCodes } from "#sandbox/identity/scenarios.ts";
import { idvScenarioOf } from "#sandbox/identity/token.ts";
import { all, first, parseHtml, textOf } from "../support/html.ts";
import { pdfText } from "../support/pdf-text.ts";
import { codeOf, sandboxForTest } from "../support/sandbox.ts";

let now: Date;
let sandbox: ReturnType<typeof sandboxForTest>;
beforeEach(() => {
  now = new Date("2026-11-02T09:00:00Z");
  sandbox = sandboxForTest({ now: () => now });
});
afterEach(() => sandbox.close());

const load = (token: string) => sandbox.get(`/api/idv/${token}?language=de`);
/** What a look at the token shows: its state, or the code of an end. */
async function look(token: string) {
  const answer = await load(token);
  return answer.ok ? idv.parse(await answer.json()).state : (await codeOf(answer))[1];
}
const office = (token: string, action: string) => sandbox.form(`/sandbox/ident/${token}/office`, { action });
const kindsOfMails = async (token: string) => (await sandbox.mails(token)).map(({ kind }) => kind);

/** Chooses video and presses a button of the provider's page. */
async function attempt(token: string, button: string) {
  const { redirectUrl = "" } = idvChoiceAnswer.parse(
    await (await sandbox.chooseMethod(token, "video")).json(),
  );
  return sandbox.form(redirectUrl, { action: button });
}

it("every listed token is known, except the one for unknown tokens", async () => {
  const tokens = identityScenarios.flatMap(({ scenarios }) => scenarios.map(({ token }) => token));
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens)
    expect([token, idvScenarioOf(token) !== undefined]).toEqual([token, token !== "unknown"]);
  expect((await load("unknown")).status).toBe(404);
});

it.each(idvCodes)("state-%s: every call answers the code", async (code) => {
  const token = `state-${code}`;
  for (const answer of [
    load(token),
    sandbox.get(`/api/idv/${token}/methods`),
    sandbox.chooseMethod(token, "video"),
  ])
    expect((await codeOf(await answer))[1]).toBe(code);
});

it("a one-time code is sent for a choice, and asked for by the provider's page", async () => {
  const token = "one-time-code";
  const { redirectUrl = "" } = idvChoiceAnswer.parse(
    await (await sandbox.chooseMethod(token, "video")).json(),
  );
  expect(await (await sandbox.get(redirectUrl)).text()).toContain('autocomplete="one-time-code"');
  const wrong = await sandbox.form(redirectUrl, { action: "success", code: "000000" });
  expect(await wrong.text()).toContain("Der Code stimmt nicht.");
  expect(await look(token)).toBe("methodChosen");
  const [mail] = await sandbox.mails(token);
  const [code = ""] = /\d{6}/.exec(mail?.text ?? "") ?? [];
  await sandbox.form(redirectUrl, { action: "success", code });
  expect(await look(token)).toBe("IDV_SUCCESS");
});

describe("attempts", () => {
  it("counts failures; the third is final", async () => {
    for (const attemptsLeft of [2, 1]) {
      await attempt("demo", "failure");
      const left = { state: "failed", attemptsLeft, lastAttempt: "failed" };
      expect(idv.parse(await (await load("demo")).json())).toMatchObject(left);
    }
    await attempt("demo", "failure");
    const final = [409, "NO_MORE_IDV_POSSIBLE"];
    expect(await codeOf(await load("demo"))).toEqual(final);
    expect(await codeOf(await sandbox.chooseMethod("demo", "video"))).toEqual(final);
    await office("demo", "approve");
    expect(await look("demo")).toBe("NO_MORE_IDV_POSSIBLE");
    expect(await kindsOfMails("demo")).toEqual(["idv-final", "idv-failed", "idv-failed"]);
  });

  it("goes through submission and review to success, and on to completed, for one token alone", async () => {
    await attempt("demo~a", "review");
    const seen = [];
    for (let times = 0; times < 4; times += 1) seen.push(await look("demo~a"));
    expect(seen).toEqual(["submitted", "review", "review", "IDV_SUCCESS"]);
    await office("demo~a", "complete");
    expect(await look("demo~a")).toBe("IDV_COMPLETED");
    expect(await kindsOfMails("demo~a")).toEqual(["idv-completed", "idv-success"]);
    expect(await look("demo~b")).toBe("created");
  });

  it("pending never ends; pending-failed ends with a failure", async () => {
    for (let times = 0; times < 8; times += 1) expect(await look("pending")).toBe("review");
    for (let times = 0; times < 4; times += 1) await load("pending-failed");
    expect(await look("pending-failed")).toBe("failed");
  });

  it("ends for good by the office, until that resets it", async () => {
    for (const [action, seen] of [
      ["cancel", "OFFER_CANCELLED"],
      ["approve", "OFFER_CANCELLED"],
      ["reset", "created"],
      ["consume", "OFFER_CONSUMED"],
    ] as const) {
      await office("demo", action);
      expect(await look("demo")).toBe(seen);
    }
  });

  it("expires two weeks after the last event", async () => {
    await sandbox.chooseMethod("demo", "video");
    now = new Date("2026-11-16T08:59:00Z");
    expect(await look("demo")).toBe("methodChosen");
    now = new Date("2026-11-16T09:00:00Z");
    expect(await look("demo")).toBe("OFFER_EXPIRED");
  });
});

it.each([
  ["de", "Identitätsprüfung", "Wegnoch keiner", "WegVideo-Ident", "Versuch ablehnen"],
  ["en", "Identity check", "Methodnone yet", "MethodVideo identification", "Reject the attempt"],
  ["tr", "Kimlik doğrulama", "Yöntemhenüz yok", "YöntemGörüntülü kimlik doğrulama", "Denemeyi reddet"],
])("the office is in the browser's language, %s", async (language, heading, before, chosen, move) => {
  const path = "/sandbox/ident/demo~words/office";
  const look = async () => {
    const answer = await sandbox.get(path, { "accept-language": language });
    return parseHtml(await answer.text());
  };
  expect(textOf(first(await look(), "main"))).toContain(before);
  await sandbox.chooseMethod("demo~words", "video");
  const page = await look();
  expect(first(page, "html")?.attributes.lang).toBe(language);
  expect(textOf(first(page, "h1"))).toBe(heading);
  expect(textOf(first(page, "main"))).toContain(chosen);
  expect(all(page, "button").map(textOf)).toContain(move);
});

it("the provider's page leads back to the portal's return address, and an outdated one does nothing", async () => {
  await sandbox.chooseMethod("demo", "video");
  await sandbox.chooseMethod("demo", "photo");
  const old = await sandbox.form("/sandbox/ident/demo/1", { action: "success" });
  expect([old.status, old.headers.get("location")]).toEqual([303, "http://portal.example/idv/demo"]);
  expect(await look("demo")).toBe("methodChosen");
  expect((await sandbox.get("/sandbox/ident/demo/2")).status).toBe(200);
  await sandbox.form("/sandbox/ident/demo/2", { action: "success" });
  expect(await look("demo")).toBe("IDV_SUCCESS");
  expect((await sandbox.get("/sandbox/ident/demo/2")).status).toBe(303);
});

describe("the coupon", () => {
  const textOf = async (token: string, language: string, headers?: Record<string, string>) => {
    const pdf = await sandbox.get(`/api/idv/${token}/coupon?language=${language}`, headers);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    return pdfText(Buffer.from(await pdf.arrayBuffer()));
  };
  const couponOf = async (token: string) => idv.parse(await (await load(token)).json()).coupon;

  it("has twelve digits and the customer's name, for branch and shop only", async () => {
    const { orderId } = (await (await sandbox.accept("demo-green_idv")).json()) as { orderId: string };
    const token = `demo~${orderId}`;
    expect(await (await sandbox.chooseMethod(token, "branch")).json()).toEqual({ step: "coupon" });
    expect(await couponOf(token)).toMatchObject({
      kind: "branch",
      firstName: "Ayşe",
      lastName: "Öztürk",
      email: "a••••@example.com",
      referenceNumber: expect.stringMatching(/^\d{12}$/),
    });
    expect((await couponOf("shop-ident"))?.kind).toBe("shop");
    expect((await sandbox.get("/api/idv/chosen/coupon?language=de")).status).toBe(404);
  });

  it.each([
    ["de", /\no2\n[\s\S]*Gültig bis\n\d+\. \p{L}+ \d{4}\n/u, undefined],
    ["en", /\nOrtel Mobile\n[\s\S]*Valid until\n[A-Z]\w+ \d+, \d{4}\n/, { "x-brand": "ORTEL" }],
    ["tr", /\no2\n[\s\S]*Son geçerlilik tarihi\n\d+ \p{L}+ \d{4}\n/u, undefined],
  ])("is a PDF in %s, of the brand whose page asks", async (language, said, headers) => {
    const text = await textOf("post-ident", language, headers);
    expect(text).toMatch(said);
    const { referenceNumber } = (await couponOf("post-ident")) ?? expect.fail();
    expect(text).toContain(referenceNumber.replace(/(\d{4})(?=\d)/g, "$1 "));
  });
});
