import { isKeyOf } from "#app/domain/keys-of.ts";
/**
 * Client errors by status, with the state shown. The names are those of the host, which refuses most of them itself.
 */
export const refusals = {
  400: { text: "unreadable", state: "bad-request" },
  405: { text: "method", state: "method-not-allowed" },
  408: { text: "incomplete", state: "request-timeout" },
  413: { text: "tooLarge", state: "too-large" },
  415: { text: "wrongType", state: "unsupported-form" },
} as const;

/** The state of a failed answer that names none, as in `data-state`. */
export const stateOfStatus = (status: number): string =>
  status === 404 ? "NotFound" : isKeyOf(refusals, status) ? refusals[status].state : "Unexpected";
