import { addDays, addMonths, berlinDate, type IsoDate } from "./calendar.ts";

const proofDays = 14;

/** The last day, in Germany, on which a proof may follow: 14 days after receipt, a convention of ours. */
export function proofUntil(receivedAt: Date): IsoDate {
  return addDays(berlinDate(receivedAt), proofDays);
}

interface DeclaredEnd {
  selectTerminationDate?: string | undefined;
  terminationDate?: IsoDate | undefined;
  /** Only with a reason that has this field. */
  moveDate?: IsoDate | undefined;
}

/**
 * The day before which the customer does not want the contract to end: the later date that they chose, or else that
 * of a move (§ 60 (2) TKG). Undefined means as early as possible.
 */
export const requestedEnd = ({ selectTerminationDate, terminationDate, moveDate }: DeclaredEnd) =>
  (selectTerminationDate === "later" ? terminationDate : undefined) ?? moveDate;

/** The last day on which the number can be ported to another provider (§ 59 TKG). */
export function portingUntil(endDate: IsoDate): IsoDate {
  return addMonths(endDate, 1);
}
