import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { knownPaymentMethod } from "#app/backend/contract/offer.ts";
import { brands } from "#app/brand/registry.server.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { locales } from "#app/i18n/locale.ts";
import { type Journey, journeyAt, journeys } from "#app/page-table.server.ts";
import { config } from "#app/platform/config.server.ts";
import { messageOf } from "#app/platform/error-facts.ts";
import { logger } from "#app/platform/log.server.ts";
import { modified, reread } from "#app/platform/reread.server.ts";

/** Whether a journey can be closed. Declarations and reports of barriers cannot: the law keeps those open. */
const closable = {
  offer: true,
  identity: true,
  customer: true,
  termination: false,
  withdrawal: false,
  "email-rejection": false,
  barrier: false,
} as const satisfies Record<Journey, boolean>;
type ClosableJourney = { [J in Journey]: (typeof closable)[J] extends true ? J : never }[Journey];
export const closableJourneys = journeys.filter((journey): journey is ClosableJourney => closable[journey]);

const oneOf = <const T extends string>(names: readonly T[]) =>
  z.enum(names, { error: `is none of ${names.join(", ")}` });
const slug = z.string().refine((slug) => brands().has(slug), {
  error: () => `is none of the brands ${[...brands().keys()].join(", ")}`,
});
const time = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
  error: "is no time with an offset, such as 2026-12-01T06:00+01:00",
});
/** When it reopens automatically. */
const until = time.optional();
/** The text for customers, at least in German. */
const text = z
  .partialRecord(z.enum(locales), z.string().min(1, "is empty"))
  .refine(({ de }) => de !== undefined, "needs a German text");
const entry = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? `does not take ${issue.keys.join(", ")}` : undefined,
  });

const kinds = {
  journey: entry({ journey: oneOf(closableJourneys), brand: slug.optional(), until, text }),
  site: entry({ site: slug, until, text }),
  payment: entry({ payment: oneOf(knownPaymentMethod.options), brand: slug.optional(), until }),
  identification: entry({ identification: z.string().min(1), brand: slug.optional(), until }),
};
type Kind = keyof typeof kinds;
export type Closing = { [K in Kind]: z.infer<(typeof kinds)[K]> }[Kind];

/** What is closed decides what else is expected: a mistake is then named by its field. */
const closing = z.record(z.string(), z.unknown()).transform((given, context): Closing => {
  const kind = keysOf(kinds).find((name) => name in given);
  if (!kind) {
    context.addIssue({ code: "custom", message: `names none of ${Object.keys(kinds).join(", ")}` });
    return z.NEVER;
  }
  const parsed = kinds[kind].safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

/** Maintenance that pages announce until it is over. It closes nothing. Without journeys, it concerns all pages. */
const announcement = entry({
  journeys: z
    .array(oneOf(closableJourneys))
    .min(1, "names none")
    .refine((names) => new Set(names).size === names.length, "names one twice")
    .optional(),
  brand: slug.optional(),
  from: time,
  until: time,
}).refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
  path: ["until"],
  message: "is not after from",
});

const switches = z.strictObject({ closed: z.array(closing), announced: z.array(announcement).default([]) });
export type Switches = z.infer<typeof switches>;
/** A file of switches has a few lines; a larger one would stop the portal while it is read. */
const maxBytes = 256 * 1024;

/** Its time is over: it closes or announces nothing any more. */
export const isOver = ({ until }: { until?: string | undefined }, now = Date.now()): boolean =>
  until !== undefined && Date.parse(until) <= now;

/** @throws Error with what is wrong, for an operator */
export function readSwitches(path: string): Switches {
  const { size } = statSync(path);
  if (size > maxBytes) throw new Error(`has ${size} bytes: more than ${maxBytes} are no switches`);
  // Editors on Windows begin a file with a byte order mark.
  const parsed = switches.safeParse(JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")));
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; "));
}

const withoutText = ({ text, ...what }: Closing & { text?: unknown }) => what;

/** Reads a new version of the file. An end that is over at once may be a mistake in the date. */
function readNew(path: string): Switches {
  const all = readSwitches(path);
  const over = all.closed.filter((one) => isOver(one)).map(withoutText);
  if (over.length > 0)
    logger.warn({ setting: "SWITCHES_PATH", over }, "SWITCHES_PATH names what is open: its time is over.");
  const past = all.announced.filter((one) => isOver(one));
  if (past.length > 0)
    logger.warn(
      { setting: "SWITCHES_PATH", over: past },
      "SWITCHES_PATH announces what no page shows: its time is over.",
    );
  return all;
}

const none: Switches = { closed: [], announced: [] };
let latest: (() => Switches) | undefined;

function current(): Switches {
  const { switchesPath } = config();
  if (switchesPath === undefined) return none;
  latest ??= reread({
    setting: "SWITCHES_PATH",
    stamp: () => modified(switchesPath),
    read: () => ({ value: readNew(switchesPath) }),
    otherwise: none,
    facts: ({ closed, announced }) => ({ closed: closed.map(withoutText), announced }),
  });
  return latest();
}
const closings = () => current().closed.filter((one) => !isOver(one));

/** Called at startup, so that an invalid file is noticed before a customer needs it. */
export const startReadingSwitches = (): void => void current();

/** What is wrong with the file, if anything. */
export function switchesFinding(): string | undefined {
  const { switchesPath } = config();
  try {
    if (switchesPath !== undefined) readSwitches(switchesPath);
  } catch (error) {
    return messageOf(error);
  }
}

const isOf = (brand: string, one: { brand?: string | undefined }) => (one.brand ?? brand) === brand;

/** Why an operator has closed a journey of a brand's site; undefined while it is open. */
export function closedJourney(brand: string, journey: string | undefined) {
  if (!closableJourneys.some((one) => one === journey)) return undefined;
  for (const one of closings()) {
    if ("site" in one && one.site === brand) return one;
    if ("journey" in one && one.journey === journey && isOf(brand, one)) return one;
  }
  return undefined;
}

export const isOpenPayment = (brand: string, method: string): boolean =>
  !closings().some((one) => "payment" in one && one.payment === method && isOf(brand, one));

/** A method of identification can be closed by its id or its kind. */
export const isOpenIdentification = (brand: string, method: { id: string; kind: string }): boolean =>
  !closings().some(
    (one) =>
      "identification" in one && [method.id, method.kind].includes(one.identification) && isOf(brand, one),
  );

/**
 * What a page announces of those, now or at another time.
 * @param pattern the page's path or pattern; undefined for a failure before it is known
 */
export function announcedOn(
  { announced }: Pick<Switches, "announced">,
  brand: string,
  pattern: string | undefined,
  now?: number,
) {
  const journey = pattern === undefined ? undefined : journeyAt(pattern);
  return announced
    .filter((one) => !isOver(one, now) && isOf(brand, one))
    .filter(({ journeys }) => !journeys || journeys.some((one) => one === journey))
    .map(({ from, until, journeys = closableJourneys }) => ({ from, until, journeys }));
}

/** What a page announces at present. */
export const announcedAt = (brand: string, pattern: string | undefined) =>
  announcedOn(current(), brand, pattern);
