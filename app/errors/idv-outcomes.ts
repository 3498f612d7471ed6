import { keysOf } from "#app/domain/keys-of.ts";
import {
  byCode,
  callUs,
  downtime,
  expired,
  expiredLink,
  failed,
  type Refresh,
  type StateRow,
  technicalProblem,
  unknownLink,
} from "./state-row.ts";

/** Pages that show an outcome. `data-page` is `idv-<name>`; those with a segment have a route of their own. */
export const idvOutcomePages = {
  failed: { segment: "fehlgeschlagen" },
  expired: { segment: "abgelaufen" },
  success: { segment: "erfolgreich" },
  consumed: { segment: "angenommen" },
  completed: { segment: "abgeschlossen" },
  /** Shown in place, at the requested address. */
  error: { segment: undefined },
} as const;
type IdvOutcomePage = keyof typeof idvOutcomePages;

/** How `in-arbeit` refreshes itself: for about an hour, then only on request. */
export const idvPendingRefresh: Refresh = { seconds: [5, 10, 20, 30, 60], attempts: 60 };

export interface IdvOutcomeRow extends StateRow {
  /** The backend's code (specification §8), if the backend can report this outcome. */
  code?: string;
  page: IdvOutcomePage;
  /** Its label in analytics (specification §8). */
  tracking: "completed" | "failed" | "cancelled";
}

const done = {
  status: 200,
  actions: ["showOrder"],
  severity: "success",
  icon: "check",
  tracking: "completed",
} as const;
const inPlace = { page: "error", tracking: "failed" } as const;

const rows = {
  IdvCompleted: { ...done, code: "IDV_COMPLETED", page: "completed" },
  IdvNoMethodsAvailable: {
    ...callUs,
    ...inPlace,
    code: "IDV_NO_METHODS_AVAILABLE",
    actions: ["shop", "hotline"],
  },
  IdvSuccess: { ...done, code: "IDV_SUCCESS", page: "success" },
  NoMoreIdvPossible: {
    ...callUs,
    ...failed,
    code: "NO_MORE_IDV_POSSIBLE",
    page: "failed",
    tracking: "failed",
    arbitration: true,
  },
  NotFound: { ...unknownLink, ...inPlace },
  OfferCancelled: {
    ...expired,
    ...inPlace,
    code: "OFFER_CANCELLED",
    icon: "warning",
    tracking: "cancelled",
    arbitration: true,
  },
  OfferConsumed: { ...done, code: "OFFER_CONSUMED", page: "consumed" },
  OfferExpired: { ...expiredLink, code: "OFFER_EXPIRED", page: "expired", tracking: "failed" },
  ReservationCallHotline: { ...callUs, ...inPlace, code: "RESERVATION_CALL_HOTLINE", icon: "phone" },
  TechnicalProblem: { ...technicalProblem, ...inPlace, code: "TECHNICAL_PROBLEM" },
  Downtime: { ...downtime, ...inPlace, code: "DOWNTIME" },
  Unexpected: { ...technicalProblem, ...inPlace },
} satisfies Record<string, IdvOutcomeRow>;

/** The outcomes of specification §4. */
export type IdvOutcome = keyof typeof rows;
export const idvOutcomeNames = keysOf(rows);
/** One row per outcome. Texts: `errors.idv.<outcome>`. */
export const idvOutcomes: Record<IdvOutcome, IdvOutcomeRow> = rows;
export const idvOutcomeOfCode = byCode(idvOutcomes);
