import type { IsoDate } from "./calendar.ts";

/** Octets of a line without its end (RFC 5545, 3.1). */
const lineLimit = 75;
const encoder = new TextEncoder();

/** Continued on lines that begin with a blank, where it is too long; never inside a character. */
function folded(line: string): string {
  let out = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).byteLength;
    if (octets + size > lineLimit) {
      out += "\r\n ";
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return `${out}\r\n`;
}

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");

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
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//self-service//portal//DE",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${date.replaceAll("-", "")}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map(folded)
    .join("");
}
