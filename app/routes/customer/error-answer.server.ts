import { errorResponse, type Place, renewable } from "#app/error-pages/error-response.server.ts";
import type { ApiError, FormFieldError } from "#app/errors/errors.ts";
import { customerStates } from "#app/errors/other-states.ts";
import { linkTo } from "#app/shell/link-to.server.ts";

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
export async function customerErrorAnswer(place: Place & { token: string }, error: Failed) {
  const code = customerStateOf(error);
  const { downtime, shopHotline, isUnanswered } = error.kind === "fields" ? {} : error;
  const row = customerStates[code];
  const { context, token } = place;
  const newLink = await renewable(context, row, linkTo(context, "customer-data", { id: token }));
  return errorResponse(
    place,
    { code, downtime, shopHotline, isUnanswered },
    { section: "customer.states", page: "customer-data", row, newLink },
  );
}
