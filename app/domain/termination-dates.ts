import { addDays, addMonths, berlinDate, type IsoDate } from "./calendar.ts";

const proofDays = 14;

/** The last day on which a proof may follow. */
export function proofUntil(receivedAt: Date): IsoDate {
  return addDays(berlinDate(receivedAt), proofDays);
}

/** The last day on which the number can be taken along to another provider (§ 59 TKG). */
export function portingUntil(endDate: IsoDate): IsoDate {
  return addMonths(endDate, 1);
}
