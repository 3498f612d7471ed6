import { readFileSync } from "node:fs";
import { z } from "zod";
import { type PaymentMethod, paymentMethod } from "#app/backend/contract/offer.ts";
import { brands } from "#app/brand/registry.server.ts";
import { locales } from "#app/i18n/locale.ts";
import { config } from "./config.server.ts";
import { modified, reread } from "./reread.server.ts";

/**
 * Journeys that can be closed, by their folder of routes. Declarations are not among them: the law keeps those open.
 */
const closableJourneys = ["offer", "identity", "customer"] as const;

const slug = z.string().refine((slug) => brands().has(slug), "is no brand");
/** When it reopens automatically. */
const until = z.iso.datetime({ offset: true }).optional();
/** The text for customers, at least in German. */
const text = z
  .partialRecord(z.enum(locales), z.string().min(1))
  .refine(({ de }) => de !== undefined, "needs a German text");

const closing = z.union(
  [
    z.strictObject({ journey: z.enum(closableJourneys), brand: slug.optional(), until, text }),
    z.strictObject({ site: slug, until, text }),
    z.strictObject({ payment: paymentMethod, brand: slug.optional(), until }),
    z.strictObject({ identification: z.string().min(1), brand: slug.optional(), until }),
  ],
  "expected a journey or a site with a text, a payment or an identification",
);
const switches = z.strictObject({ closed: z.array(closing) });
type Closing = z.infer<typeof closing>;

/** @throws Error with what is wrong, for an operator */
function readSwitches(path: string): Closing[] {
  const parsed = switches.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (parsed.success) return parsed.data.closed;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; "));
}

let closings: (() => Closing[]) | undefined;

function current(): Closing[] {
  const { switchesPath } = config();
  if (switchesPath === undefined) return [];
  closings ??= reread({
    setting: "SWITCHES_PATH",
    stamp: () => modified(switchesPath),
    read: () => readSwitches(switchesPath),
    otherwise: [],
    facts: (all) => ({ closed: all.map(({ text, ...what }: Closing & { text?: unknown }) => what) }),
  });
  const now = Date.now();
  return closings().filter(({ until }) => until === undefined || Date.parse(until) > now);
}

/** Called at startup, so that an invalid file is noticed before a customer needs it. */
export const startReadingSwitches = (): void => void current();

/** What is wrong with the file, if anything. */
export function switchesFinding(): string | undefined {
  const { switchesPath } = config();
  try {
    if (switchesPath !== undefined) readSwitches(switchesPath);
  } catch (error) {
    return (error as Error).message;
  }
}

const isOf = (brand: string, one: { brand?: string | undefined }) => (one.brand ?? brand) === brand;

/** Why an operator has closed a journey of a brand's site; undefined while it is open. */
export function closedJourney(brand: string, journey: string | undefined) {
  if (!closableJourneys.some((one) => one === journey)) return undefined;
  for (const one of current()) {
    if ("site" in one && one.site === brand) return one;
    if ("journey" in one && one.journey === journey && isOf(brand, one)) return one;
  }
  return undefined;
}

export const isOpenPayment = (brand: string, method: PaymentMethod): boolean =>
  !current().some((one) => "payment" in one && one.payment === method && isOf(brand, one));

/** A method of identification can be closed by its id or its kind. */
export const isOpenIdentification = (brand: string, method: { id: string; kind: string }): boolean =>
  !current().some(
    (one) =>
      "identification" in one && [method.id, method.kind].includes(one.identification) && isOf(brand, one),
  );
