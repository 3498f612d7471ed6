import { errorResponse, type Place } from "#app/error-pages/error-response.server.ts";
import type { ApiError, FormFieldError } from "#app/errors/errors.ts";
import { customerStates } from "#app/errors/other-states.ts";

type Failed = ApiError | FormFieldError;
type CustomerState = keyof typeof customerStates;

const stateOfKind: Partial<Record<Failed["kind"], CustomerState>> = {
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  notFound: "NotFound",
  gone: "LinkExpired",
  downtime: "Downtime",
};

export const customerStateOf = ({ kind }: Failed): CustomerState => stateOfKind[kind] ?? "TechnicalProblem";

/** The state's page, to throw from a loader or action. */
export function customerErrorAnswer(place: Place, error: Failed) {
  const code = customerStateOf(error);
  const { downtime, shopHotline } = error.kind === "fields" ? {} : error;
  return errorResponse(
    place,
    { code, downtime, shopHotline },
    { section: "customer.states", page: "customer-data", row: customerStates[code] },
  );
}
