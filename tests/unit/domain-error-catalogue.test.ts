import { describe, expect, test } from "vitest";
import { downtimeEnd, retryAfterSeconds } from "#app/errors/downtime.server.ts";
import {
  ApiError,
  type ApiErrorKind,
  apiErrorOf,
  FormFieldError,
  givesReason,
  IdvError,
  idvErrorIn,
  idvErrorOf,
  OfferError,
  offerErrorIn,
  offerErrorOf,
} from "#app/errors/errors.ts";
import { type IdvOutcome, idvOutcomeNames, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { type OfferState, offerStateNames, offerStates } from "#app/errors/offer-states.ts";
import type { Problem } from "#app/errors/problem.ts";
import { refreshAfter } from "#app/errors/state-row.ts";
import { codedRefusal } from "#sandbox/problem.ts";
import { scenarioGroups } from "#sandbox/scenarios.ts";
import { statementTags } from "../support/statements.ts";

// Repeated from specification §8 and product decisions §6, which the table must match.
const states = new Map(offerStateNames.map((name) => [name.toLowerCase(), name]));
const offerCodes = Object.entries({
  200: "PAYMENT_ABORTED",
  202: "OFFER_PAYMENT_WAITFORCAPTURE",
  404: "RESERVATION_FOUND_NO_ORDER",
  409: `BIRTHDATE_NOT_PRESENT IDENTIFICATIONDATA_MISSING NO_HARDWARE_STOCK NO_PAYMENT_METHODS_AVAILABLE
    OFFER_ABANDONED_PAYMENT OFFER_BLOCKED OFFER_INCOMPATIBLE_STATE OFFER_MISMATCH PERSONAL_DATA_MISSING
    RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED RESERVATION_CALL_HOTLINE PAYMENT_FAILED CREDIT_REFUSED`,
  410: "OFFER_CANCELLED OFFER_CONSUMED OFFER_EXPIRED",
  500: "OFFER_TECH_ERROR TECHNICAL_PROBLEM",
  503: "DOWNTIME RESERVATION_RETRY_DOWNTIME RESERVATION_RETRY_LATER RESERVATION_RETRY_MODAL",
}).flatMap(([status, codes]) =>
  codes.split(/\s+/).map((code) => {
    const state = states.get(code.replaceAll("_", "").toLowerCase()) ?? expect.fail(code);
    return { code, state, status: Number(status) };
  }),
);
const offerStatesWithoutCode: Partial<Record<OfferState, number>> = {
  DocumentsNotLoaded: 502,
  OfferSummaryNotLoaded: 502,
  OfferResetFailed: 502,
  Unexpected: 500,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
};
const idvCodes: Record<string, [IdvOutcome, page: string, status: number]> = {
  IDV_COMPLETED: ["IdvCompleted", "completed", 200],
  IDV_NO_METHODS_AVAILABLE: ["IdvNoMethodsAvailable", "error", 409],
  IDV_SUCCESS: ["IdvSuccess", "success", 200],
  NO_MORE_IDV_POSSIBLE: ["NoMoreIdvPossible", "failed", 409],
  OFFER_CANCELLED: ["OfferCancelled", "error", 410],
  OFFER_CONSUMED: ["OfferConsumed", "consumed", 200],
  OFFER_EXPIRED: ["OfferExpired", "expired", 410],
  RESERVATION_CALL_HOTLINE: ["ReservationCallHotline", "error", 409],
  TECHNICAL_PROBLEM: ["TechnicalProblem", "error", 500],
  DOWNTIME: ["Downtime", "error", 503],
};
const idvOutcomesWithoutCode: Partial<Record<IdvOutcome, number>> = { NotFound: 404, Unexpected: 500 };

const said: Problem = {
  offerUseCase: "orange_vvl",
  downtime: "2026-11-21T06:00:00Z",
  shopHotline: "030 23125111",
};
const fields = [{ field: "email", code: "invalid" }];

/** A status that lets the code count: none of the three that take precedence. */
const anyStatus = [400, 409, 410, 422, 500, 503, 200];
const details = { useCase: "orange_vvl", downtime: "2026-11-21T06:00:00Z" };

describe("the table of offer states", () => {
  test("has each state either with its code or among those without", () => {
    const expected = [...offerCodes.map(({ state }) => state), ...Object.keys(offerStatesWithoutCode)];
    expect(expected.sort()).toEqual([...offerStateNames].sort());
    for (const state of Object.keys(offerStatesWithoutCode) as OfferState[])
      expect(offerStates[state].code, state).toBeUndefined();
  });
  test("every state has an action and a status, and a retry time with 503", () => {
    for (const state of offerStateNames) {
      const row = offerStates[state];
      expect(row.actions.length, state).toBeGreaterThan(0);
      expect(new Set(row.actions).size, state).toBe(row.actions.length);
      expect(row.retryAfter !== undefined, state).toBe(row.status === 503);
      const status =
        offerCodes.find((coded) => coded.state === state)?.status ?? offerStatesWithoutCode[state];
      expect(row.status, state).toBe(status);
    }
  });
  test("redirects only for data that a step fills in", () => {
    const redirects = offerStateNames.flatMap((state) => offerStates[state].redirect ?? []);
    expect(redirects.sort()).toEqual(["id-data", "personal-data", "personal-data"]);
    expect(offerStates.IdentificationDataMissing.redirect).toBe("id-data");
  });
});

describe("offerErrorOf", () => {
  for (const [status, code, message] of [
    [401, "Unauthorized", "Not authorized to access offer."],
    [403, "Forbidden", "Forbidden to access offer."],
    [404, "NotFound", "Offer could not be found."],
  ] as const) {
    const tags = statementTags(8, `HTTP ${status} gives ${code}, '${message}'`);
    test(`status ${status} is ${code}, whatever the answer says`, { tags }, () => {
      for (const problem of [undefined, {}, { code: "OFFER_EXPIRED" }, { errors: fields }])
        expect(offerErrorOf(status, problem)).toMatchObject({ name: "OfferError", code, message });
    });
  }

  for (const { code, state } of offerCodes) {
    const tags = statementTags(8, `the code ${code} maps to the matching state.`);
    test(`${code} is ${state} before an errors list`, { tags }, () => {
      for (const status of anyStatus)
        expect(offerErrorOf(status, { ...said, code, errors: fields })).toMatchObject({ code: state });
    });
  }

  test("carries what the answer says", { tags: ["§8.26", "§3.33"] }, () => {
    const error = offerErrorOf(409, { ...said, code: "OFFER_BLOCKED" });
    expect(error).toBeInstanceOf(OfferError);
    expect(error).toMatchObject(details);
    expect(error).toMatchObject({
      message: "Offer could not be accessed.",
      shopHotline: "030 23125111",
    });
  });

  test("an errors list is one of fields", { tags: ["§8.27", "§3.32", "§5.3"] }, () => {
    for (const errorOf of [offerErrorOf, idvErrorOf, apiErrorOf]) {
      const error = errorOf(400, { errors: fields });
      expect(error).toBeInstanceOf(FormFieldError);
      expect(error).toMatchObject({
        code: "form-field-error",
        message: "Validation failed.",
        errors: fields,
      });
    }
  });

  test("anything else, and an empty errors list, is unexpected", { tags: ["§8.28", "§5.3"] }, () => {
    const others: [number | undefined, Problem | undefined][] = [
      [500, undefined],
      [undefined, undefined],
      [418, {}],
      [409, { errors: [] }],
      [409, { code: "" }],
      [409, { code: "offer expired" }],
      [409, { code: "toString" }],
      [409, { code: "__proto__" }],
    ];
    for (const [status, problem] of others)
      expect(offerErrorOf(status, problem)).toMatchObject({
        name: "OfferError",
        code: "Unexpected",
        message: "There was an unexpected error while accessing the offer.",
      });
    expect(givesReason({ status: 409, problem: { errors: [] } })).toBe(false);
  });

  test("keeps an unknown code for the log, the cause and what the answer said", { tags: ["§3.31"] }, () => {
    const cause = new Error("socket hang up");
    const error = offerErrorOf(500, { ...said, code: "NEW_CODE" }, { cause });
    expect(error).toMatchObject({ unknownCode: "NEW_CODE", shopHotline: "030 23125111", cause });
    expect(offerErrorOf(500, { code: "OFFER_EXPIRED" })).toHaveProperty("unknownCode", undefined);
  });
});

test("a state that the portal detects itself carries the answer's details", () => {
  const cause = new Error("late");
  const error = offerErrorIn("DocumentsNotLoaded", said, { cause });
  expect(error).toMatchObject({ code: "DocumentsNotLoaded", shopHotline: "030 23125111", cause });
  expect(error.message).toBe("Offer could not be accessed.");
  expect(idvErrorIn("OfferExpired")).toMatchObject({
    name: "IdvError",
    message: "Idv could not be accessed.",
  });
});

describe("the table of idv outcomes", () => {
  test("has all 12 outcomes, each with page and status as decided", () => {
    expect(idvOutcomeNames).toHaveLength(12);
    expect(Object.keys(idvOutcomes).sort()).toEqual([...idvOutcomeNames].sort());
    for (const [code, [outcome, page, status]] of Object.entries(idvCodes))
      expect(idvOutcomes[outcome]).toMatchObject({ code, page, status });
    for (const [outcome, status] of Object.entries(idvOutcomesWithoutCode)) {
      const row = idvOutcomes[outcome as IdvOutcome];
      expect(row).toMatchObject({ page: "error", status });
      expect(row.code).toBeUndefined();
    }
    expect(Object.keys(idvCodes).length + Object.keys(idvOutcomesWithoutCode).length).toBe(12);
  });
  test("a success leads to its order, any other outcome to help", () => {
    for (const outcome of idvOutcomeNames) {
      const row = idvOutcomes[outcome];
      expect(row.actions.length, outcome).toBeGreaterThan(0);
      expect(row.actions.includes("showOrder"), outcome).toBe(row.severity === "success");
      expect(row.retryAfter !== undefined, outcome).toBe(row.status === 503);
    }
  });
});

describe("idvErrorOf", () => {
  test("status 404 is NotFound, whatever the answer says", { tags: ["§8.29"] }, () =>
    expect(idvErrorOf(404, { code: "IDV_SUCCESS" })).toMatchObject({
      code: "NotFound",
      message: "Idv could not be found.",
    }),
  );

  for (const [code, [outcome]] of Object.entries(idvCodes)) {
    const tags = statementTags(8, `the code ${code} maps; message 'Idv could not be accessed.'`);
    test(`${code} is ${outcome}`, { tags: [...tags, "§3.34"] }, () => {
      for (const status of [...anyStatus, 401, 403]) {
        const error = idvErrorOf(status, { ...said, code });
        expect(error).toBeInstanceOf(IdvError);
        expect(error).toMatchObject({ code: outcome, message: "Idv could not be accessed." });
        expect(error).toMatchObject(details);
      }
    });
  }

  test("anything else is unexpected", { tags: ["§8.40"] }, () => {
    const others: [number | undefined, Problem | undefined][] = [
      [401, undefined],
      [403, {}],
      [500, { code: "NO_HARDWARE_STOCK" }],
      [undefined, undefined],
    ];
    for (const [status, problem] of others)
      expect(idvErrorOf(status, problem)).toMatchObject({
        code: "Unexpected",
        message: "There was an unexpected error while accessing the idv.",
        unknownCode: problem?.code,
      });
  });
});

describe("apiErrorOf", () => {
  test("says so where there is no answer", { tags: ["§8.41", "§3.31"] }, () => {
    const cause = new Error("refused");
    const error = apiErrorOf(undefined, undefined, { cause });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "no-answer", status: undefined, cause });
    expect(error.message).toBe("Error occurred while doing an api request.");
    expect(apiErrorOf(503, undefined)).toMatchObject({ code: "http-503", status: 503 });
  });
  test.each<[status: number | undefined, code: string | undefined, ApiErrorKind]>([
    [401, undefined, "unauthorized"],
    [403, undefined, "forbidden"],
    [404, "ANYTHING", "notFound"],
    [410, "LINK_EXPIRED", "gone"],
    [409, undefined, "conflict"],
    [409, "CUSTOMER_DATA_CHANGED", "conflict"],
    [409, "IDEMPOTENCY_KEY_REUSED", "takenBefore"],
    [422, "TERMINATION_EXISTS", "takenBefore"],
    [409, "WITHDRAWAL_EXISTS", "takenBefore"],
    [500, "DOWNTIME", "downtime"],
    [503, undefined, "downtime"],
    [500, undefined, "other"],
    [undefined, undefined, "other"],
    [500, "constructor", "other"],
  ])("status %s with code %s is of the kind %s", (status, code, kind) =>
    expect(apiErrorOf(status, { code })).toMatchObject({ kind }),
  );
  test("an errors list becomes a form-field error, an empty one does not", () => {
    expect(apiErrorOf(422, { errors: fields })).toMatchObject({ code: "form-field-error", errors: fields });
    expect(apiErrorOf(422, { errors: [] })).toBeInstanceOf(ApiError);
  });
});

describe.each([
  ["/angebot/{token}", offerStates],
  ["/idv/{token}", idvOutcomes],
])("the sandbox at %s", (path, states) => {
  const coded = Object.values(states).flatMap(({ code, status }) => (code ? [{ code, status }] : []));
  const tokens = scenarioGroups.flatMap((group) => (group.path === path ? group.scenarios : []));

  test.each(coded)("plays $code with a status that lets the code count", ({ code, status }) => {
    expect(tokens.map(({ token }) => token)).toContain(`state-${code}`);
    // With 404 the code would not count, and what is no error here is a conflict or gone there.
    const expected = status < 400 || status === 404 ? [409, 410] : [status];
    expect(expected).toContain(codedRefusal(code).status);
  });
});

describe("waiting", () => {
  const refresh = { seconds: [3, 5, 60], attempts: 5 };
  test("grows to its maximum and ends", () =>
    expect([0, 1, 2, 4, 5, 99].map((attempt) => refreshAfter(refresh, attempt))).toEqual([
      ...[3, 5, 60, 60, undefined, undefined],
    ]));
  test("a payment that is being confirmed refreshes with growing pauses", () => {
    const { seconds } = offerStates.OfferPaymentWaitForCapture.refresh ?? { seconds: [] };
    expect(seconds.length).toBeGreaterThan(1);
    expect([...seconds].sort((a, b) => a - b)).toEqual(seconds);
  });
});

describe("downtime", () => {
  const now = new Date("2026-11-21T03:00:00Z");
  test.each([
    ["today: the time alone", "2026-11-21T05:30:00Z", "de", "06:30 Uhr"],
    ["another day", "2026-11-22T05:30:00+01:00", "de", "22.11.2026, 05:30 Uhr"],
    ["English", "2026-11-22T05:30:00+01:00", "en", "November\u00a022,\u00a02026, 05:30"],
    ["Turkish", "2026-11-22T05:30:00+01:00", "tr", "22.11.2026, 05:30"],
    ["a span", { from: "2026-11-21T02:00:00Z", until: "2026-11-21T05:00:00Z" }, "de", "06:00 Uhr"],
    ["the backend's own wording", "morgen früh", "de", "morgen früh"],
    ["a number is a wording", "5", "de", "5"],
    ["over already", "2026-11-21T02:59:59Z", "de", undefined],
    ["empty", " ", "de", undefined],
    ["not said", undefined, "de", undefined],
  ] as const)("%s", (_name, downtime, language, expected) =>
    expect(downtimeEnd(downtime, language, now)).toBe(expected),
  );

  test.each([
    ["until the end that is known", 900, "2026-11-21T03:10:00.500Z", 601],
    ["a day at most", 900, "2026-12-21T03:10:00Z", 86_400],
    ["over already", 900, "2026-11-21T02:00:00Z", 900],
    ["a wording", 900, "später", 900],
    ["not said", 900, undefined, 900],
    ["a state that does not pass", undefined, "2026-11-21T03:10:00Z", undefined],
  ] as const)("retry after: %s", (_name, otherwise, downtime, expected) =>
    expect(retryAfterSeconds(otherwise, downtime, now)).toBe(expected),
  );
});
