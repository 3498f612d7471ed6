import { addDays, berlinClock, berlinDate, berlinInstant } from "../../app/domain/calendar.ts";
import type { Database, Migration } from "../database.ts";
import type { Language } from "../language.ts";
import type { Letter } from "../outbox/mail.ts";
import type { Sandbox } from "../sandbox.ts";

export const dayMs = 86_400_000;
const hourMs = 3_600_000;
const maxYears = 10;

export const clockMigrations: Migration[] = [
  { name: "clock-1", sql: "CREATE TABLE clocks (token TEXT PRIMARY KEY, ahead INTEGER NOT NULL)" },
];

/** Something that comes to a copy of a token by time alone. */
export interface CopyDate {
  name:
    | "offerEnds"
    | "paymentEnds"
    | "orderableFrom"
    | "delivery"
    | "activation"
    | "appointment"
    | "porting"
    | "withdrawalEnds"
    | "deviceBack"
    | "refunded"
    | "identityEnds";
  /** The last second, or the first. */
  at: Date;
  /** Whom the provider writes to once it has come, and where that mail leads. */
  notice?: {
    to: string;
    customer: Letter["customer"];
    brand: string;
    language: Language;
    href: string | null;
  };
}

/** The token whose clock counts: that of the order which a verification or a withdrawal names, or its own. */
export function copyOf({ database }: { database: Database }, token: string): string {
  const number = token.split("~").at(-1) ?? "";
  return database.one<{ token: string }>("SELECT token FROM orders WHERE id = ?", number)?.token ?? token;
}

/** By how many milliseconds a copy's clock is ahead of the machine's. */
const aheadOf = (database: Database, token: string): number =>
  database.one<{ ahead: number }>("SELECT ahead FROM clocks WHERE token = ?", copyOf({ database }, token))
    ?.ahead ?? 0;

export const timeOf = (database: Database, token: string, machineNow: Date): Date =>
  new Date(machineNow.getTime() + aheadOf(database, token));

export type Refused = "form" | "back" | "far";

/**
 * Sets the clock of a copy ahead, from where it runs on.
 * @param to a time in Germany, `2026-12-24T10:00`
 * @param add a period from its present time, `P14D` or `PT12H`
 * @returns why it stays as it is, if it does
 */
export function setClock(
  sandbox: Sandbox,
  token: string,
  { to, add }: { to?: string | undefined; add?: string | undefined },
): Refused | undefined {
  const now = sandbox.now(token);
  if (!token || Boolean(to) === Boolean(add)) return "form";
  const wanted = to ? instantOf(to) : addedTo(now, add ?? "");
  if (!wanted) return "form";
  if (wanted <= now) return "back";
  const ahead = wanted.getTime() - sandbox.machineNow().getTime();
  if (ahead > maxYears * 365 * dayMs) return "far";
  sandbox.database.insert("clocks", { token: copyOf(sandbox, token), ahead }, "REPLACE");
  return undefined;
}

function instantOf(text: string): Date | undefined {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(text) ?? [];
  const instant = berlinInstant(date, time);
  return !Number.isNaN(instant.getTime()) && berlinDate(instant) === date ? instant : undefined;
}

function addedTo(now: Date, text: string): Date | undefined {
  const [, days, hours] = /^P(?:(\d{1,4})D)?(?:T(\d{1,4})H)?$/.exec(text) ?? [];
  if (days === undefined && hours === undefined) return undefined;
  // A day later it is the same time, also where the clocks have changed between.
  const { date, time } = berlinClock(now);
  const later = berlinInstant(addDays(date, Number(days ?? 0)), time).getTime();
  return new Date(later + now.getUTCMilliseconds() + Number(hours ?? 0) * hourMs);
}
