import { idvOutcomes } from "../app/errors/idv-outcomes.ts";
import { offerStates } from "../app/errors/offer-states.ts";
import { now } from "./openapi-examples.ts";
import { codedRefusal, downtimeOf, fieldRefusal, type ProblemBody, unknownRefusal } from "./problem.ts";

export interface ProblemExample {
  status: number;
  problem: ProblemBody;
}
const refusalOf = (code: string) => codedRefusal(code, downtimeOf(code, now));
const coded = (states: Record<string, { code?: string }>) =>
  Object.values(states).flatMap(({ code }) => (code ? [refusalOf(code)] : []));
const invalid = fieldRefusal([
  { field: "payment.iban", code: "invalid", message: "Wir kennen diese Bank nicht." },
]);
const generic = [invalid, refusalOf("DOWNTIME"), refusalOf("TECHNICAL_PROBLEM")];
const customerChanged: ProblemExample = {
  status: 409,
  problem: { code: "CUSTOMER_DATA_CHANGED", message: "Changed meanwhile." },
};
const clear: Record<number, ProblemExample> = {
  401: { status: 401, problem: { code: "UNAUTHORIZED", message: "Not authorised." } },
  403: { status: 403, problem: { message: "Forbidden." } },
  404: unknownRefusal("This link"),
};

/** The errors of an area's calls: those decided by status, and those with a code or an errors list. */
export const problemExamples = {
  Offer: { clear, other: [...coded(offerStates), invalid] },
  Idv: { clear: { 404: clear[404] as ProblemExample }, other: [...coded(idvOutcomes), invalid] },
  Other: { clear, other: [...generic, customerChanged] },
} satisfies Record<string, { clear: Record<number, ProblemExample>; other: ProblemExample[] }>;
