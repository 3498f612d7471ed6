import type { ScenarioTable } from "./scenario.ts";

/**
 * A provider of plain words: how it answers what acts, by how many milliseconds its reads lag behind, and whether it leaves
 * out what no journey needs.
 */
export interface Words {
  bare?: BareAnswer;
  lagMs?: number;
  isLean?: true;
}

const bareAnswers = {
  "204": () => new Response(null, { status: 204 }),
  "{}": () => Response.json({}),
  OK: () => new Response("OK"),
} satisfies Record<string, () => Response>;
type BareAnswer = keyof typeof bareAnswers;
export const bareAnswer = (name: BareAnswer): Response => bareAnswers[name]();

const longestLagMs = 60_000;

/** Reads `bare-<answer>`, `lag-<ms>`, `lean`, or several of them in this order with hyphens between, before any `~`. */
export function wordsOf(token: string | undefined): Words | undefined {
  const [name = ""] = (token ?? "").split("~");
  const pattern = /^(?:bare-(204|\{\}|OK))?(?:(?:^|-)lag-(\d{1,5}))?(?:(?:^|-)(lean))?$/;
  const [, bare, lag, lean] = pattern.exec(name) ?? [];
  if (bare === undefined && lag === undefined && lean === undefined) return undefined;
  return {
    ...(bare !== undefined && { bare: bare as BareAnswer }),
    ...(lag !== undefined && { lagMs: Math.min(Number(lag), longestLagMs) }),
    ...(lean !== undefined && { isLean: true }),
  };
}

/** What no journey needs, of members that the specification does not name. */
const needless = new Set(
  `attemptsLeft changeable methodId lastAttempt orderedAt delivery uploads mailsSent sentTo serviceName minutes resultDays
  languages openingHours validUntil features dataVolumeGb picture colorCode`.split(/\s+/),
);
/** An answer with only what a journey needs. */
export function leanAnswer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leanAnswer);
  if (value === null || typeof value !== "object") return value;
  // A coupon says until when it is valid.
  const isCoupon = "referenceNumber" in value;
  const kept = Object.entries(value).filter(
    ([name, member]) => member !== null && (!needless.has(name) || (isCoupon && name === "validUntil")),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, leanAnswer(member)]));
}

/** Wherever a token reaches scenarios. */
export const wordScenarios = {
  "bare-204": [
    "Jeder ändernde Aufruf antwortet mit 204 ohne Inhalt",
    "Every write returns 204 without a body",
  ],
  "bare-{}": ["Jeder ändernde Aufruf antwortet mit {}", "Every write returns {}"],
  "bare-OK": ["Jeder ändernde Aufruf antwortet mit OK", "Every write returns OK"],
  "lag-500": ["Abgerufene Daten sind eine halbe Sekunde alt", "Reads are half a second old"],
  "bare-204-lag-500": ["Beides: 204, und eine halbe Sekunde alt", "Both: 204, and half a second old"],
  lean: ["Antworten nur mit Pflichtfeldern", "Answers with required fields only"],
  "bare-204-lag-500-lean": ["Alle drei zusammen", "All three together"],
} satisfies ScenarioTable;
