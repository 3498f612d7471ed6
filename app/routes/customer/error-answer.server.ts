import { openEndedDowntime } from "#app/domain/downtime.ts";
import type { ApiError, FormFieldError } from "#app/domain/errors.ts";
import type { StateRow } from "#app/domain/state-row.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { errorResponse } from "../shell/error-response.server.ts";

type Failed = ApiError | FormFieldError;

const askUs = ["hotline"] as const;
const later = ["retry", "hotline"] as const;

/** Why customer data cannot be shown: status and what can be done. The names are those of specification §4 where it has one. */
const states = {
  NotFound: { status: 404, severity: "warning", icon: "warning", actions: askUs },
  LinkExpired: { status: 410, severity: "warning", icon: "clock", actions: askUs },
  Unauthorized: { status: 401, severity: "warning", icon: "lock", actions: askUs },
  Forbidden: { status: 403, severity: "warning", icon: "lock", actions: askUs },
  Downtime: { status: 503, severity: "info", icon: "clock", actions: later, retryAfter: openEndedDowntime },
  TechnicalProblem: { status: 500, severity: "error", icon: "error", actions: later },
} satisfies Record<string, StateRow>;
type CustomerState = keyof typeof states;

const stateOfKind: Partial<Record<Failed["kind"], CustomerState>> = {
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  notFound: "NotFound",
  gone: "LinkExpired",
  downtime: "Downtime",
};

export const customerStateOf = ({ kind }: Failed): CustomerState => stateOfKind[kind] ?? "TechnicalProblem";

/** Whether trying once more can help, so that a form is worth keeping. */
export function isPassing(error: Failed): boolean {
  const state = customerStateOf(error);
  return state === "Downtime" || state === "TechnicalProblem";
}

/** The page of the state, to be thrown from a loader or an action. */
export function customerErrorAnswer(place: { context: RequestContext; url: URL }, error: Failed) {
  const code = customerStateOf(error);
  const { downtime, shopHotline } = error.kind === "fields" ? {} : error;
  return errorResponse(
    place,
    { code, downtime, shopHotline },
    { section: "customer.states", page: "customer-data", row: states[code] },
  );
}
