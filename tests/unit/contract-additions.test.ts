import { expect, test } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { calls } from "#app/backend/contract/calls.ts";

/** Specification §7, with the names that our rows give to the three path segments of a document. */
const specified = `
GET /api/auth/token
GET /api/{brand}/lists/nationalities
GET /api/consent/{id}
GET /api/{brand}/contracttermination/config
POST /api/{brand}/contracttermination/{id}
GET /api/{brand}/contracttermination/download/{id}
POST /api/{brand}/contracttermination/upload/{id}
GET /api/{brand}/prefilledcontracttermination/config
POST /api/{brand}/prefilledcontracttermination/{id}
GET /api/{brand}/prefilledcontracttermination/download/{id}
GET /api/{brand}/prefilledcontracttermination/prefill
GET /api/offer/verify/{id}
GET /api/offer/{id}
GET /api/offer/{id}/preview
POST /api/offer/accept/{id}
GET /api/offer/summary/{id}
GET /api/offer/documents/{id}/{itemId}/{type}
PATCH /api/offer/{id}
POST /api/offer/{id}/preview/reset
GET /api/{brand}/customer/details/{id}
POST /api/{brand}/customer/details/{id}
POST /api/declinemail
GET /api/entry/novum
GET /api/idv/{id}
GET /api/idv/{id}/methods
POST /api/idv/{id}/methods
POST /api/validation/{brand}/address
POST /api/validation/{brand}/iban
`;

test("calls that the specification does not name, and only those, are marked as additions", () => {
  const rows = Object.values(calls) as Call[];
  const named = rows.filter((call) => !call.addition).map(({ method, path }) => `${method} ${path}`);
  expect(named.sort()).toEqual(specified.trim().split("\n").sort());
});
