import { type Language, languageCodes, languages } from "./languages.ts";
import { accepted, asCode, bare, type Check, refused } from "./user-input.ts";

/**
 * Calendar dates as ISO strings `YYYY-MM-DD`, without time or zone and comparable as strings. "Today" is always the
 * date in Germany, whatever the server's time zone.
 */
export type IsoDate = string;

// Marked pure so that the browser bundle, which does not need it, drops it.
const berlin = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Date (`YYYY-MM-DD`) and time (`HH:MM:SS`) in Germany at an instant. */
export function berlinClock(instant: Date) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of berlin.formatToParts(instant)) parts[type] = value;
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = parts;
  return { date: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/**
 * One-entry cache by hour: every form validation needs today's date, and Intl formatting costs as much as validating
 * all of a form's names.
 */
let latestHour: { hour: number; date: IsoDate } | undefined;

/** The calendar date in Germany at an instant. It only ever changes on the hour. */
export function berlinDate(instant: Date): IsoDate {
  const hour = Math.floor(instant.getTime() / 3_600_000);
  if (latestHour?.hour !== hour) latestHour = { hour, date: berlinClock(instant).date };
  return latestHour.date;
}

/**
 * The instant at which clocks in Germany show a date and a time (`HH:MM` or `HH:MM:SS`). A time that the clock change
 * skips in spring counts from before the change (02:30 gives 03:30); one that occurs twice in autumn is the second,
 * in standard time. An invalid date or time gives an invalid `Date`.
 */
export function berlinInstant(date: IsoDate, time: string): Date {
  const shown = Date.parse(`${date}T${time}Z`);
  const ahead = (at: number) => {
    if (Number.isNaN(at)) return Number.NaN;
    const { date, time } = berlinClock(new Date(at));
    return Date.parse(`${date}T${time}Z`) - at;
  };
  return new Date(shown - ahead(shown - ahead(shown)));
}

function split(date: IsoDate): [year: number, month: number, day: number] {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split("-").map(Number);
  return [year, month, day];
}

function join(year: number, month: number, day: number): IsoDate {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** Number of days in a month (1–12). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export interface DateParts {
  day?: string;
  month?: string;
  year?: string;
}

/**
 * - `missing`: none of the three is filled in; `incomplete`: only some are
 * - `shortYear`: the year has fewer than four digits
 * - `notADate`: not digits, or a date that does not exist
 */
export type DateReason = "missing" | "incomplete" | "shortYear" | "notADate";

/** A year of two digits is read, so that the customer learns that it is the year which is too short. */
const wholeDates = [
  /^(?<day>\d{1,2})[-./ ]+(?<month>\d{1,2})[-./ ]+(?<year>\d{2,4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})[-./ ]+(?<month>\d{1,2})[-./ ]+(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-./ ]*(?<month>\p{L}{3,})[-./ ]*(?<year>\d{2,4})$/u,
  /^(?<month>\p{L}{3,})[-./ ]*(?<day>\d{1,2})[-., ]+(?<year>\d{2,4})$/u,
];

/** The longest form of a date, with its weekday, has half as many characters. */
const longestDate = 60;

/** In small letters without marks. */
const plainLetters = (text: string) =>
  text.toLowerCase().replaceAll("ı", "i").normalize("NFD").replace(/\p{M}/gu, "");

let knownMonths: { name: string; month: number }[] | undefined;
/** The months as customers write them, by themselves and in a date, which some languages inflect. */
function monthsByName() {
  const forms = [{ month: "long" }, { month: "long", day: "numeric" }] as const;
  const formats = languageCodes.flatMap((language) =>
    forms.map((form) => new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" })),
  );
  return formats.flatMap((format) =>
    Array.from({ length: 12 }, (_, index) => {
      const parts = format.formatToParts(Date.UTC(2000, index, 15));
      const name = parts.find(({ type }) => type === "month")?.value ?? "";
      return { name: plainLetters(name), month: index + 1 };
    }),
  );
}

/** The number of a month, which may be its name or the beginning of it (`Sept`); anything else stays as it is. */
function monthNumber(typed: string | undefined): string | undefined {
  if (!typed || !/^\p{L}{3,}$/u.test(typed)) return typed;
  const name = plainLetters(typed)
    .replace(/^janner/, "januar")
    .replace(/^(maerz|mrz)/, "marz");
  knownMonths ??= monthsByName();
  const found = knownMonths.find((month) => month.name.startsWith(name));
  return found ? String(found.month) : typed;
}

/** `24.12.1990`, `24121990`, `1990-12-24`, `Mo., 24. Dezember 1990`, `December 24th, 1990`, `24 Aralık 1990`. */
function wholeDate(text: string): DateParts | undefined {
  const date = text.replace(/^\p{L}{2,12}\.?, ?/u, "");
  for (const form of wholeDates) {
    const found = form.exec(date)?.groups;
    if (found) return { day: found.day, month: monthNumber(found.month), year: found.year };
  }
  return undefined;
}

/**
 * The three parts of a date, however it is spread over the fields: all of it may be in one of them, beside nothing or the
 * same again.
 */
export function partsOf(typed: DateParts): DateParts {
  const fields = [typed.day, typed.month, typed.year].map((part) =>
    bare(asCode(part?.slice(0, longestDate))).replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1"),
  );
  const filled = fields.filter((text) => text !== "");
  const joined = wholeDate(filled.join(" "));
  if (joined) return joined;
  const [day, month, year] = fields;
  for (const text of filled) {
    const date = wholeDate(text);
    const isSame = (part: string | undefined, own: string | undefined) =>
      part === "" || part === text || Number(monthNumber(part)) === Number(own);
    if (date && isSame(day, date.day) && isSame(month, date.month) && isSame(year, date.year)) return date;
  }
  return { day, month: monthNumber(month), year };
}

const lastYear = 9990;

/**
 * Reads a date from three fields, or from one of them. Surrounding signs, leading zeros, a period after day or month
 * ("1.") and months in words are accepted. Years are 1–9990, so that adding a contract term still gives four digits;
 * ages are checked elsewhere.
 */
export function parseDate(typed: DateParts): Check<IsoDate, DateReason> {
  const { day = "", month = "", year = "" } = partsOf(typed);
  const texts = [year, month, day];
  if (texts.every((text) => text === "")) return refused("missing");
  if (texts.includes("")) return refused("incomplete");
  if (!texts.every((text) => /^\d+$/.test(text))) return refused("notADate");
  if (year.length < 4) return refused("shortYear");
  const [y = 0, m = 0, d = 0] = texts.map(Number);
  const exists = y >= 1 && y <= lastYear && m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(y, m);
  return exists ? accepted(join(y, m, d)) : refused("notADate");
}

/** `months` may be negative. A day that the target month lacks becomes its last day (§ 188 (3) BGB). */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year, month, day] = split(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return join(target.year, target.month, Math.min(day, daysInMonth(target.year, target.month)));
}

/** Adds days, or subtracts them if negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const [year, month, day] = split(date);
  // UTC only: no clock change can move the result to a neighbouring day.
  const moved = new Date(0);
  moved.setUTCFullYear(year, month - 1, day + days);
  return join(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/**
 * Completed years on a given day. Someone born on 29 February completes a year at the end of 28 February,
 * so is older from 1 March on in years without that day (§§ 187 (2), 188 (2) BGB).
 */
export function ageAt(birthDate: IsoDate, date: IsoDate): number {
  const [birthYear] = split(birthDate);
  const [year] = split(date);
  return year - birthYear - (date.slice(5) < birthDate.slice(5) ? 1 : 0);
}

const englishMonths =
  "January February March April May June July August September October November December".split(" ");

/**
 * In the form of the language's row, with no-break spaces; English names the month, as 12/24 is ambiguous. Not from
 * `Intl`: the locale data of server and browser can differ, and hydration must not change the text.
 */
export function formatDate(date: IsoDate, language: Language): string {
  const [year, month, day] = split(date);
  if (languages[language].date === "December 24, 2026")
    return `${englishMonths[month - 1]}\u00a0${day},\u00a0${year}`;
  return `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** From one day to a later one, without repeating what they share: `02.–04.12.2026`. For servers, as it is from `Intl`. */
export function formatDates(from: IsoDate, until: IsoDate, language: Language): string {
  const { date, tag } = languages[language];
  const form = date === "December 24, 2026" ? "long" : "2-digit";
  const days = { day: form === "long" ? "numeric" : form, month: form, year: "numeric" } as const;
  const range = new Intl.DateTimeFormat(tag, { ...days, timeZone: "UTC" });
  // A line may end after a dash: a word joiner forbids it.
  return range
    .formatRange(new Date(from), new Date(until))
    .replace(/–(?=\d)/, "–\u2060")
    .replace("\u2009–\u2009", "\u00a0– ");
}

/** Whether Germany is on summer time, two hours ahead of UTC. */
function isSummerTime(instant: Date): boolean {
  return Number(berlinClock(instant).time.slice(0, 2)) === (instant.getUTCHours() + 2) % 24;
}

/** Date and time as a receipt states them (§ 312k (4) BGB): `24.12.2026, 18:00:05 Uhr (MEZ)`. */
export function formatDateTime(instant: Date, language: Language): string {
  const { date, time } = berlinClock(instant);
  const { clock, zones } = languages[language];
  return `${formatDate(date, language)}, ${time}${clock} (${zones[isSummerTime(instant) ? 1 : 0]})`;
}

/** Date and time of day in Germany, to the minute: `24.12.2026, 18:00 Uhr`. */
export const formatMinute = (instant: Date, language: Language): string =>
  `${formatDate(berlinDate(instant), language)}, ${formatTime(instant, language)}`;

/** A time of day in Germany: `14:32 Uhr`. */
export function formatTime(instant: Date, language: Language): string {
  return `${berlinClock(instant).time.slice(0, 5)}${languages[language].clock}`;
}

/** The last day of a period in Germany: one that ends at midnight ends with the day before. */
export const lastDay = (end: Date): IsoDate => lastDayAt(berlinClock(end));

const lastDayAt = ({ date, time }: ReturnType<typeof berlinClock>): IsoDate =>
  time.startsWith("00:00") ? addDays(date, -1) : date;

/** The end of a period: its last day, `24.12.2026`, or if it ends within that day `24.12.2026, 18:00 Uhr`. */
export function formatDeadline(end: Date, language: Language): string {
  const clock = berlinClock(end);
  const day = formatDate(lastDayAt(clock), language);
  const minute = clock.time.slice(0, 5);
  return ["23:59", "00:00"].includes(minute) ? day : `${day}, ${minute}${languages[language].clock}`;
}

/** From one minute to another in Germany: `Sonntag, 29. November, 02:00–04:00 Uhr`; with both days if they differ. */
export function formatPeriod(from: Date, until: Date, language: Language): string {
  const { tag, clock } = languages[language];
  const form = { weekday: "long", day: "numeric", month: "long", timeZone: "Europe/Berlin" } as const;
  const days = new Intl.DateTimeFormat(tag, form);
  const time = (instant: Date) => berlinClock(instant).time.slice(0, 5);
  // Day and month stay on one line.
  const day = (instant: Date) => days.format(instant).replace(/(\d\.?) |([a-z]) (?=\d)/g, "$1$2\u00a0");
  const start = `${day(from)}, ${time(from)}`;
  // A line may end after a dash: a word joiner forbids it.
  if (berlinDate(from) === berlinDate(until)) return `${start}–\u2060${time(until)}${clock}`;
  return `${start}${clock}\u00a0– ${day(until)}, ${time(until)}${clock}`;
}
