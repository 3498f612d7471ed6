import type { Idv, IdvState } from "#app/backend/contract/identity.ts";
import { type IdvError, idvErrorIn } from "#app/errors/errors.ts";
import { type IdvOutcome, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import type { PageName } from "#app/pages.ts";

/** Pages of an open verification. */
export type OpenPage = "idv-selection" | "idv-pending" | "idv-post-ident";
/** Pages of an outcome; `idv-error` has no path and is shown at the requested one. */
export type OutcomePage = Extract<PageName, `idv-${string}`> | "idv-error";

/** The page for the current status, and what it shows. */
export type IdvStatus = { page: OpenPage; idv: Idv } | { page: OutcomePage; error: IdvError };

/** Final states usually arrive as error codes, but may arrive as a state too. */
const pageOfState = {
  created: "idv-selection",
  methodChosen: "idv-selection",
  started: "idv-pending",
  submitted: "idv-pending",
  review: "idv-pending",
  failed: "idv-selection",
  success: "IdvSuccess",
  completed: "IdvCompleted",
  expired: "OfferExpired",
  cancelled: "OfferCancelled",
  consumed: "OfferConsumed",
  unknown: "idv-pending",
} satisfies Record<IdvState, "idv-selection" | "idv-pending" | IdvOutcome>;

/** The page for the backend's status or outcome. */
export function idvStatusOf(answer: Idv | IdvError): IdvStatus {
  if (answer instanceof Error) return { page: pageOfOutcome(answer.code), error: answer };
  if (answer.state === "methodChosen" && answer.coupon) return { page: "idv-post-ident", idv: answer };
  if (answer.state === "failed" && answer.attemptsLeft === 0)
    return idvStatusOf(idvErrorIn("NoMoreIdvPossible"));
  const row = pageOfState[answer.state];
  if (row === "idv-selection" || row === "idv-pending") return { page: row, idv: answer };
  return idvStatusOf(idvErrorIn(row));
}

/** Whether the status says nothing of this choice, which was made: neither how it goes on nor how it ended. */
export function isBeforeChoice({ state, methodId, coupon, continueUrl }: Idv, method: string | undefined) {
  if (state === "failed") return methodId !== method;
  const isOther = methodId !== undefined && methodId !== method;
  return (state === "created" || state === "methodChosen") && (isOther || !(coupon ?? continueUrl));
}

/** What a status says of the attempts so far: one that says the same after a choice may be older than it. */
export const attemptsIn = ({ state, methodId, lastAttempt, attemptsLeft }: Idv): string =>
  [state, methodId, lastAttempt, attemptsLeft].join(" ");

/** Whether another method may be chosen. */
export const isChangeable = ({ changeable, state }: Idv): boolean =>
  changeable ?? pageOfState[state] === "idv-selection";

export function pageOfOutcome(outcome: IdvOutcome): OutcomePage {
  return `idv-${idvOutcomes[outcome].page}`;
}
