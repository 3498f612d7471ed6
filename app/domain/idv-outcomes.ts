import { openEndedDowntime } from "./downtime.ts";
import type { Refresh } from "./refresh.ts";
import type { StateRow } from "./state-row.ts";

/** The outcomes of specification §4. */
export const idvOutcomeNames = [
  "IdvCompleted",
  "IdvNoMethodsAvailable",
  "IdvSuccess",
  "NoMoreIdvPossible",
  "NotFound",
  "OfferCancelled",
  "OfferConsumed",
  "OfferExpired",
  "ReservationCallHotline",
  "TechnicalProblem",
  "Downtime",
  "Unexpected",
] as const;
export type IdvOutcome = (typeof idvOutcomeNames)[number];

/** Pages that show an outcome. `data-page` is `idv-<name>`; those with a segment have a route of their own. */
export const idvOutcomePages = {
  failed: { segment: "fehlgeschlagen" },
  expired: { segment: "abgelaufen" },
  success: { segment: "erfolgreich" },
  consumed: { segment: "angenommen" },
  completed: { segment: "abgeschlossen" },
  /** In place, at the address that was asked for. */
  error: { segment: undefined },
} as const;
type IdvOutcomePage = keyof typeof idvOutcomePages;

/** How `in-arbeit` refreshes itself: for about an hour, then on request. */
export const idvPendingRefresh: Refresh = { seconds: [5, 10, 20, 30, 60], attempts: 60 };

export interface IdvOutcomeRow extends StateRow {
  /** The backend's code (specification §8), where the backend can say it. */
  code?: string;
  page: IdvOutcomePage;
}

/** One row per outcome. Texts: `errors.idv.<outcome>`. */
export const idvOutcomes = {
  IdvCompleted: {
    code: "IDV_COMPLETED",
    page: "completed",
    status: 200,
    actions: [],
    severity: "success",
    icon: "check",
  },
  IdvNoMethodsAvailable: {
    code: "IDV_NO_METHODS_AVAILABLE",
    page: "error",
    status: 409,
    actions: ["shop", "hotline"],
    severity: "warning",
    icon: "warning",
  },
  IdvSuccess: {
    code: "IDV_SUCCESS",
    page: "success",
    status: 200,
    actions: [],
    severity: "success",
    icon: "check",
  },
  NoMoreIdvPossible: {
    code: "NO_MORE_IDV_POSSIBLE",
    page: "failed",
    status: 409,
    actions: ["hotline", "shop"],
    severity: "error",
    icon: "error",
  },
  NotFound: {
    page: "error",
    status: 404,
    actions: ["checkLink"],
    severity: "warning",
    icon: "warning",
  },
  OfferCancelled: {
    code: "OFFER_CANCELLED",
    page: "error",
    status: 410,
    actions: ["hotline"],
    severity: "warning",
    icon: "warning",
  },
  OfferConsumed: {
    code: "OFFER_CONSUMED",
    page: "consumed",
    status: 200,
    actions: [],
    severity: "success",
    icon: "check",
  },
  OfferExpired: {
    code: "OFFER_EXPIRED",
    page: "expired",
    status: 410,
    actions: ["hotline"],
    severity: "warning",
    icon: "clock",
  },
  ReservationCallHotline: {
    code: "RESERVATION_CALL_HOTLINE",
    page: "error",
    status: 409,
    actions: ["hotline", "shop"],
    severity: "warning",
    icon: "phone",
  },
  TechnicalProblem: {
    code: "TECHNICAL_PROBLEM",
    page: "error",
    status: 500,
    actions: ["retry", "hotline"],
    severity: "error",
    icon: "error",
  },
  Downtime: {
    code: "DOWNTIME",
    page: "error",
    status: 503,
    actions: ["checkAgain"],
    severity: "warning",
    icon: "clock",
    retryAfter: openEndedDowntime,
  },
  Unexpected: {
    page: "error",
    status: 500,
    actions: ["retry", "hotline"],
    severity: "error",
    icon: "error",
  },
} satisfies Record<IdvOutcome, IdvOutcomeRow>;

/** The row of an outcome, with every optional column. */
export function idvOutcomeRow(outcome: IdvOutcome): IdvOutcomeRow {
  return idvOutcomes[outcome];
}

const outcomeByCode = new Map<string, IdvOutcome>(
  idvOutcomeNames.flatMap((outcome) => {
    const { code } = idvOutcomeRow(outcome);
    return code ? [[code, outcome] as const] : [];
  }),
);

/** The outcome of a backend code; nothing for one that is not in the table. */
export function idvOutcomeOfCode(code: string | undefined): IdvOutcome | undefined {
  return code === undefined ? undefined : outcomeByCode.get(code);
}
