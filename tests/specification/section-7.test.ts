import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { calls } from "#app/backend/contract/calls.ts";
import { config } from "#app/platform/config.server.ts";
import { trackingEvents } from "#app/tracking/catalogue.ts";
import { ecommerceOf } from "#app/tracking/ecommerce.ts";
import { offerEvent } from "#app/tracking/offer-events.server.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { sectionEnds, statement, statementsFrom } from "./statement.ts";

const { portal, backend } = await faultyPortalForTests({});
afterEach(() => backend.behave());

/** The headers of the calls that a look causes. */
async function headersOf(path: string, customer = portal.browser()) {
  const from = backend.calls.length;
  await customer.get(path);
  return { customer, calls: backend.calls.slice(from), headers: backend.headers.slice(from) };
}

statement("7.1", async () => {
  const token = fresh("demo");
  const { calls: seen } = await headersOf(`/angebot/${token}`);
  // The portal of this test has only the address of this provider.
  expect(seen).toContain(`GET /api/offer/${token}`);
});

statement("7.2", async () => {
  const { customer, headers } = await headersOf(`/angebot/${fresh("demo")}`);
  const traceId = customer.cookies.get("trace-id");
  expect(traceId).toMatch(/^[0-9a-f-]{36}$/);
  for (const sent of headers) expect(sent["x-trace-id"]).toBe(traceId);
  const page = await portal.browser().get(`/angebot/${fresh("demo")}`);
  const cookie = page.headers.getSetCookie().find((line) => line.startsWith("trace-id="));
  expect(cookie).toContain(`Max-Age=${30 * 24 * 60 * 60}`);
});

statement("7.3", async () => {
  const customer = portal.browser();
  const token = fresh("login");
  await customer.get(`/angebot/${token}`);
  const away = await customer.submit(await customer.get(`/angebot/${token}/login`));
  const fields = Object.fromEntries(new URL(away.location ?? "").searchParams);
  const body = new URLSearchParams({ ...fields, action: "login" });
  const answer = await fetch(`${backend.origin}/sandbox/login`, { method: "POST", body, redirect: "manual" });
  const back = new URL(answer.headers.get("Location") ?? "");
  await customer.get(back.pathname + back.search);
  const { headers } = await headersOf(`/angebot/${token}`, customer);
  expect(headers.length).toBeGreaterThan(0);
  for (const sent of headers) expect(sent.authorization).toMatch(/^Bearer ./);
});

// A call alone has no limit; the page that waits for it has (decision 0111).
statement("7.4", () => expect(config().apiTimeoutMs).toBe(0));

const pdf = "pdf";
statementsFrom(
  "7.5",
  [
    [calls.exchangeCode, "GET /api/auth/token", { query: ["code"] }],
    [calls.nationalities, "GET /api/{brand}/lists/nationalities", {}],
    [calls.consent, "GET /api/consent/{id}", {}],
    [calls.terminationConfig, "GET /api/{brand}/contracttermination/config", {}],
    [calls.terminate, "POST /api/{brand}/contracttermination/{id}", { body: true }],
    [calls.terminationDownload, "GET /api/{brand}/contracttermination/download/{id}", { answer: pdf }],
    [calls.terminationUpload, "POST /api/{brand}/contracttermination/upload/{id}", { multipart: true }],
    [calls.prefilledTerminationConfig, "GET /api/{brand}/prefilledcontracttermination/config", {}],
    [calls.terminatePrefilled, "POST /api/{brand}/prefilledcontracttermination/{id}", { body: true }],
    [
      calls.prefilledTerminationDownload,
      "GET /api/{brand}/prefilledcontracttermination/download/{id}",
      { answer: pdf },
    ],
    [calls.prefillTermination, "GET /api/{brand}/prefilledcontracttermination/prefill", { query: ["data"] }],
    [calls.verifyOffer, "GET /api/offer/verify/{id}", {}],
    [calls.loadOffer, "GET /api/offer/{id}", {}],
    [calls.previewOffer, "GET /api/offer/{id}/preview", {}],
    [calls.acceptOffer, "POST /api/offer/accept/{id}", { body: true }],
    [calls.offerSummary, "GET /api/offer/summary/{id}", {}],
    [calls.offerDocument, "GET /api/offer/documents/{id}/{itemId}/{type}", { answer: pdf }],
    [calls.resetOffer, "PATCH /api/offer/{id}", {}],
    [calls.resetPreview, "POST /api/offer/{id}/preview/reset", {}],
    [calls.customerDetails, "GET /api/{brand}/customer/details/{id}", {}],
    [calls.changeCustomerDetails, "POST /api/{brand}/customer/details/{id}", { body: true }],
    [calls.declineEmail, "POST /api/declinemail", { query: ["token", "brand"] }],
    [calls.novumEntry, "GET /api/entry/novum", { query: ["id"] }],
    [calls.loadIdv, "GET /api/idv/{id}", { query: ["language"] }],
    [calls.idvMethods, "GET /api/idv/{id}/methods", {}],
    [calls.chooseIdvMethod, "POST /api/idv/{id}/methods", { query: ["language"], body: true }],
    [calls.checkAddress, "POST /api/validation/{brand}/address", { body: true }],
    [calls.checkIban, "POST /api/validation/{brand}/iban", { body: true }],
  ] as [
    Call,
    address: string,
    payload: { query?: string[]; body?: true; multipart?: true; answer?: "pdf" },
  ][],
  ([call, address, { query = [], body = false, multipart, answer }]) => {
    expect(`${call.method} ${call.path}`).toBe(address);
    expect(call.addition, "it is no addition of ours").toBeUndefined();
    const shape = call.query as { shape?: object } | undefined;
    expect(Object.keys(shape?.shape ?? {})).toEqual(expect.arrayContaining(query));
    expect([call.body !== undefined, call.multipart]).toEqual([body, multipart]);
    if (answer) expect(call.answer).toBe(answer);
  },
);

test("calls that the specification does not name are marked as additions", () => {
  const unmarked = Object.values(calls as Record<string, Call>).filter(({ addition }) => !addition);
  expect(unmarked).toHaveLength(28);
});

const thirdParties = async () => {
  const page = await (await portalForTests()).browser().get("/kuendigung?brand=blau");
  return all(page.document, "script").map(({ attributes }) => attributes);
};
statement("7.33", async () => {
  const [tag] = (await thirdParties()).filter(
    (script) => script["data-usercentrics"] === "Google Tag Manager",
  );
  expect(tag?.type).toBe("text/plain");
  expect(new URL(tag?.["data-src"] ?? "", "http://x").searchParams.get("id")).toMatch(/./);
  expect(new URL(tag?.["data-src"] ?? "", "http://x").searchParams.get("l")).toMatch(/./);
});
statement("7.34", async () => {
  const [starter] = (await thirdParties()).filter((script) => script["data-loader"]);
  expect(starter?.["data-settings"]).toMatch(/./);
  expect(readFileSync("app/tracking/third-parties.js", "utf8")).toContain('euMode: "true"');
});
statement("7.35", () => {
  const cart = { offers: [], charges: [] };
  const event = offerEvent("offerLoaded", "orange", { ecommerce: ecommerceOf(cart, { affiliation: "o2" }) });
  expect(event).toMatchObject({
    ...{ event: "offerLoaded", pageContent: "offer page", application: "permissions", category: "offer" },
    ...{ useCase: "alternative_offer", ecommerce: { currency: "EUR" } },
  });
  for (const id of ["idvSelection", "idvSuccess", "idvError", "idvCancelled", "idvPending"] as const)
    expect(trackingEvents[id].carries).toContain("idvLabel");
});

sectionEnds(7);
