import type { ErrorAction } from "./error-actions.ts";
import type { Refresh } from "./refresh.ts";

/** How grave a state is: the colour of its mark. */
export type Severity = "success" | "info" | "warning" | "error";
export type StateIcon = "check" | "info" | "clock" | "lock" | "phone" | "warning" | "error";

/** What the page of a state needs to know: the columns that the tables of all journeys share. */
export interface StateRow {
  /** HTTP status of the page that shows it (product decisions §6). */
  status: number;
  /** What can be done, the first one as the main button; none where nothing is left to do. */
  actions: readonly ErrorAction[];
  severity: Severity;
  icon: StateIcon;
  refresh?: Refresh;
  /** `Retry-After` in seconds where the answer names no end. */
  retryAfter?: number;
}
