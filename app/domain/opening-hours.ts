import { berlinClock } from "./calendar.ts";

/** Weekdays from 1 (Monday) to 7, and times such as `08:00`. */
export interface OpeningHours {
  days: readonly number[];
  from: string;
  until: string;
}

/** The same hours on every day, as `08:00–20:00`. */
export const dailyHours = /^([01]\d|2[0-3]):[0-5]\d–(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Whether it is open now, by hours that are the same on every day. */
export function isOpenDaily(hours: string, now: Date): boolean {
  const [from = "", until = ""] = hours.split("–");
  return isOpenAt([{ days: everyDay, from, until }], now);
}

/**
 * Whether it is open now, by German time. `24:00` is the end of a day; hours that end before they start run past
 * midnight.
 */
export function isOpenAt(hours: readonly OpeningHours[], now: Date): boolean {
  const { date, time } = berlinClock(now);
  const day = new Date(date).getUTCDay() || 7;
  const dayBefore = day === 1 ? 7 : day - 1;
  return hours.some(({ days, from, until }) =>
    from < until
      ? days.includes(day) && from <= time && time < until
      : (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < until),
  );
}

interface Opening {
  openingHours?: readonly OpeningHours[] | undefined;
}

export const isOpenNow = ({ openingHours }: Opening, now: Date) =>
  !openingHours || isOpenAt(openingHours, now);

/** Whether it is stated to be open at any time. */
export const isAlwaysOpen = (hours: readonly OpeningHours[]) =>
  hours.some(({ days, from, until }) => from === "00:00" && until === "24:00" && new Set(days).size === 7);

/** Methods that can be used now in the given order, then those that are closed at the moment. */
export const sortOpenFirst = <Method extends Opening>(methods: readonly Method[], now: Date): Method[] =>
  [true, false].flatMap((open) => methods.filter((method) => isOpenNow(method, now) === open));

/** Ranges of weekdays in the language's short names: `Mo–Fr`, `Sa`. Undefined for the whole week. */
export function dayRanges(days: readonly number[], languageTag: string): string | undefined {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (sorted.length === 7) return undefined;
  const short = new Intl.DateTimeFormat(languageTag, { weekday: "short", timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  const name = (day: number) => short.format(new Date(Date.UTC(2024, 0, day)));
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs.map(([first = 1, ...rest]) => [name(first), ...rest.slice(-1).map(name)].join("–")).join(", ");
}
