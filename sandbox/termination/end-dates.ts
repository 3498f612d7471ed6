import { addMonths, berlinDate, type IsoDate } from "../../app/domain/calendar.ts";
import { type TerminationReason, terminationReasons } from "../../app/domain/termination-reasons.ts";

/**
 * The earliest date on which a regular termination can end the contract (§ 56 (3) TKG): the end of the minimum term
 * if at least the notice period remains until then, or else the receipt plus the notice period; days that a month
 * lacks become its last.
 * @param receivedAt the instant of the receipt; its date in Germany counts
 * @param contract.minimumTermEnd last day of the minimum term, if the contract has or had one
 * @param contract.noticeMonths one by law unless the contract has less
 */
export function earliestEndDate(
  receivedAt: Date,
  contract: { minimumTermEnd?: IsoDate | undefined; noticeMonths?: number } = {},
): IsoDate {
  const afterNotice = addMonths(berlinDate(receivedAt), contract.noticeMonths ?? 1);
  return confirmedEndDate(contract.minimumTermEnd, afterNotice);
}

/** The confirmed end: the requested date, or the earliest possible one if the requested date is earlier or missing. */
export function confirmedEndDate(wished: IsoDate | undefined, earliest: IsoDate): IsoDate {
  return wished && wished > earliest ? wished : earliest;
}

/**
 * The date on which a special termination takes effect, if its reason is recognised.
 * @returns undefined if the provider decides. In the alternative, every special termination is a regular one
 */
export function specialEndDate(
  reason: TerminationReason,
  receivedAt: Date,
  given: Partial<Record<"moveDate" | "dateOfDeath" | "wished", IsoDate | undefined>> = {},
): IsoDate | undefined {
  const received = berlinDate(receivedAt);
  switch (terminationReasons[reason].effect) {
    case "death":
      return given.dateOfDeath && given.dateOfDeath < received ? given.dateOfDeath : received;
    case "oneMonth":
      return confirmedEndDate(given.wished, confirmedEndDate(given.moveDate, addMonths(received, 1)));
    default:
      return undefined;
  }
}
