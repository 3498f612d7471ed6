import ical, { ICalEventTransparency } from "ical-generator";
import type { IsoDate } from "./calendar.ts";

interface DayEvent {
  /** The same for the same event, so that a second download replaces the first. */
  uid: string;
  date: IsoDate;
  title: string;
  text: string;
  /** When the event became known. */
  stamp: Date;
}

/** An event of one whole day as a calendar file (RFC 5545). It leaves the day free. */
export function calendarFile({ uid, date, title, text, stamp }: DayEvent): string {
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
