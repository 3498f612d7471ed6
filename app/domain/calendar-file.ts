import type { IsoDate } from "./calendar.ts";

interface DayEvent {
  /** Stable for the same event, so that a second download replaces the first. */
  uid: string;
  date: IsoDate;
  title: string;
  text: string;
  /** When the event became known. */
  stamp: Date;
}

/**
 * A calendar file (RFC 5545) with one all-day event, which leaves the day marked as free. The library is loaded with the
 * first.
 */
export async function calendarFile({ uid, date, title, text, stamp }: DayEvent): Promise<string> {
  const { default: ical, ICalEventTransparency } = await import("ical-generator");
  const calendar = ical({ prodId: "//self-service//portal//DE" });
  calendar.createEvent({
    id: uid,
    start: date,
    allDay: true,
    summary: title,
    description: text,
    stamp,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
  return `${calendar}\r\n`;
}
