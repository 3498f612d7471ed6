import { expect } from "vitest";
import { trackingDescription } from "#app/error-pages/tracking.server.ts";
import {
  ApiError,
  apiErrorOf,
  FormFieldError,
  IdvError,
  idvErrorOf,
  OfferError,
  offerErrorOf,
} from "#app/errors/errors.ts";
import { type IdvOutcome, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import type { Problem } from "#app/errors/problem.ts";
import { idvLabels } from "#app/tracking/labels.ts";
import { fresh } from "../support/fresh.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { idvCodes, offerCodes } from "./codes.ts";
import { heldBy, sectionEnds, statement, statementsFrom } from "./statement.ts";

const portal = await portalForTests();
const fields = [{ field: "email", code: "invalid" }];
const said: Problem = {
  offerUseCase: "orange_vvl",
  downtime: "2026-11-21T06:00:00Z",
  shopHotline: "030 23125111",
};
const details = { useCase: "orange_vvl", downtime: "2026-11-21T06:00:00Z" };
/** Statuses that let the code count: none of the three that take precedence. */
const anyStatus = [400, 409, 410, 422, 500, 503, 200];

statementsFrom(
  "8.1",
  [
    [401, "Unauthorized", "Not authorized to access offer."],
    [403, "Forbidden", "Forbidden to access offer."],
    [404, "NotFound", "Offer could not be found."],
  ] as const,
  async ([status, code, message]) => {
    for (const problem of [undefined, {}, { code: "OFFER_EXPIRED" }, { errors: fields }])
      expect(offerErrorOf(status, problem)).toMatchObject({ name: "OfferError", code, message });
    const page = await portal.browser().get(`/angebot/${fresh(`http-${status}`)}`);
    expect([page.status, page.state]).toEqual([status, code]);
  },
);

statementsFrom("8.4", offerCodes, async ({ code, state, status: shown }) => {
  for (const status of anyStatus)
    expect(offerErrorOf(status, { ...said, code, errors: fields })).toMatchObject({ code: state });
  const page = await portal.browser().get(`/angebot/${fresh(`state-${code}`)}/fehler`);
  expect([page.status, page.state]).toEqual([shown, state]);
});

statement("8.26", () => {
  const error = offerErrorOf(409, { ...said, code: "OFFER_BLOCKED" });
  expect(error).toBeInstanceOf(OfferError);
  expect(error).toMatchObject({
    ...{ message: "Offer could not be accessed.", shopHotline: "030 23125111" },
    ...details,
  });
});

statement("8.27", () => {
  const error = offerErrorOf(400, { errors: fields, code: "SOMETHING_NEW" });
  expect(error).toBeInstanceOf(FormFieldError);
  expect(error).toMatchObject({ code: "form-field-error", message: "Validation failed.", errors: fields });
});

statement("8.28", () => {
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
});

statement("8.29", () =>
  expect(idvErrorOf(404, { code: "IDV_SUCCESS" })).toMatchObject({
    code: "NotFound",
    message: "Idv could not be found.",
  }),
);

statementsFrom("8.30", idvCodes, async ([code, outcome]) => {
  for (const status of [...anyStatus, 401, 403]) {
    const error = idvErrorOf(status, { ...said, code });
    expect(error).toBeInstanceOf(IdvError);
    expect(error).toMatchObject({ code: outcome, message: "Idv could not be accessed.", ...details });
  }
  const page = await portal.browser().get(`/idv/${fresh(`state-${code}`)}`, { follow: true });
  expect([page.status, page.state]).toEqual([idvOutcomes[outcome].status, outcome]);
});

statement("8.40", () => {
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

statement("8.41", () => {
  const cause = new Error("refused");
  const error = apiErrorOf(undefined, undefined, { cause });
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: "no-answer",
    status: undefined,
    message: "Error occurred while doing an api request.",
    cause,
  });
  expect(apiErrorOf(503, undefined)).toMatchObject({ code: "http-503", status: 503 });
});

statementsFrom(
  "8.43",
  [
    ["cart", "Loading cart failed: NotFound"],
    ["documents", "Loading documents failed: NotFound"],
    ["order", "Place order failed: NotFound"],
    ["page", "Error page: NotFound"],
  ] as const,
  ([kind, described]) => expect(trackingDescription(kind, "NotFound")).toBe(described),
);

statement("8.47", async () => {
  const path = "/sandbox/gallery/error";
  const page = await portal.browser().get(path);
  expect([page.status, page.name]).toEqual([500, "unexpected-error"]);
  const bot = { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" };
  const answer = await portal.browser().get(path, { headers: bot });
  expect([answer.status, new TextDecoder().decode(answer.body)]).toEqual([
    500,
    "500 Internal Server Error\n",
  ]);
});

const labelOf = (outcome: IdvOutcome) => idvLabels[idvOutcomes[outcome].tracking];
statementsFrom(
  "8.48",
  [
    [labelOf("IdvSuccess"), "Identitätsprüfung abgeschlossen"],
    [labelOf("NoMoreIdvPossible"), "Identitätsprüfung fehlgeschlagen"],
    [labelOf("OfferCancelled"), "Die Bestellung wurde storniert"],
    [idvLabels.pending, "Identitätsprüfung in Bearbeitung"],
  ],
  ([label, expected]) => expect(label).toBe(expected),
);

heldBy(
  "8.42",
  "tests/components/root-error.test.tsx",
  "an error in the browser is a modal over the page as it was, and closing it brings that back",
);

sectionEnds(8);
