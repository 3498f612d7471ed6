import {
  berlinDate,
  type CheckedDate,
  compareDates,
  type DatePart,
  type DateParts,
  type DateReason,
  type IsoDate,
  parseDate,
} from "./calendar.ts";
import {
  type CancellationType,
  isTerminationReason,
  type TerminationDateChoice,
  type TerminationReason,
} from "./termination-reasons.ts";
import { accepted, type Check, normalize, refused } from "./user-input.ts";

/** Most characters of the text to a reason. */
export const reasonTextLimit = 1000;
/** Most characters of a line that a reason asks for, such as the new address. */
export const reasonLineLimit = 200;

/** The kind of termination; an empty one is the preselected regular one. */
export function checkCancellationType(typed: string | undefined): Check<CancellationType, "unknown"> {
  const value = normalize(typed);
  if (value === "") return accepted("regular");
  return value === "regular" || value === "special" ? accepted(value) : refused("unknown");
}

type ReasonReason = "missing" | "unknown" | "onlySpecial";

/** The reason: needed for a special termination, contradicting a regular one. */
export function checkReason(
  typed: string | undefined,
  type: CancellationType,
): Check<TerminationReason | undefined, ReasonReason> {
  const value = normalize(typed);
  const given = value !== "" && value !== "None";
  if (type === "regular") return given ? refused("onlySpecial") : accepted(undefined);
  if (!given) return refused("missing");
  return isTerminationReason(value) ? accepted(value) : refused("unknown");
}

type TerminationDateReason = DateReason | "past" | "onlyLater";

const allParts: DatePart[] = ["day", "month", "year"];

/**
 * The wished end: none for "now" (the earliest possible one), else today in Germany or later. A date with "now"
 * contradicts it. One that is earlier than possible is no mistake: it is confirmed as the next possible date.
 */
export function checkTerminationDate(
  choice: TerminationDateChoice,
  typed: DateParts,
  now: Date,
): CheckedDate<TerminationDateReason, IsoDate | undefined> {
  const parsed = parseDate(typed);
  if (choice === "now") {
    const empty = !parsed.ok && parsed.reason === "missing";
    return empty ? accepted(undefined) : { ok: false, reason: "onlyLater", parts: allParts };
  }
  if (!parsed.ok) return parsed;
  return compareDates(parsed.date, berlinDate(now)) < 0
    ? { ok: false, reason: "past", parts: allParts }
    : accepted(parsed.date);
}

/** The day of a move: any day, before or after today. */
export function checkMoveDate(typed: DateParts): CheckedDate<DateReason> {
  const parsed = parseDate(typed);
  return parsed.ok ? accepted(parsed.date) : parsed;
}

function checkPastDate(typed: DateParts, now: Date): CheckedDate<DateReason | "future", IsoDate | undefined> {
  const parsed = parseDate(typed);
  if (!parsed.ok) return parsed.reason === "missing" ? accepted(undefined) : parsed;
  return compareDates(parsed.date, berlinDate(now)) > 0
    ? { ok: false, reason: "future", parts: allParts }
    : accepted(parsed.date);
}

/** The date of a death, if it is given: not in the future. */
export const checkDateOfDeath = checkPastDate;

/** Optional and only for finding the contract: no age limit, as minors terminate too. */
export const checkHolderBirthDate = checkPastDate;

/** Whether the confirmation can reach the customer: an e-mail address or a phone number. */
export function hasConfirmationChannel(typed: { email?: string; confirmationPhone?: string }): boolean {
  return normalize(typed.email) !== "" || normalize(typed.confirmationPhone) !== "";
}
