import type { ScenarioTable } from "./scenario.ts";

/** A provider of plain words: how it answers what acts, and by how many milliseconds its reads lag behind. */
export interface Words {
  bare?: BareAnswer;
  lagMs?: number;
}

const bareAnswers = {
  "204": () => new Response(null, { status: 204 }),
  "{}": () => Response.json({}),
  OK: () => new Response("OK"),
} satisfies Record<string, () => Response>;
type BareAnswer = keyof typeof bareAnswers;
export const bareAnswer = (name: BareAnswer): Response => bareAnswers[name]();

const longestLagMs = 60_000;

/** Reads `bare-<answer>`, `lag-<ms>` or `bare-<answer>-lag-<ms>`, before any `~`. */
export function wordsOf(token: string | undefined): Words | undefined {
  const [name = ""] = (token ?? "").split("~");
  const [, bare, lag] = /^(?:bare-(204|\{\}|OK))?(?:(?:^|-)lag-(\d{1,5}))?$/.exec(name) ?? [];
  if (bare === undefined && lag === undefined) return undefined;
  return {
    ...(bare !== undefined && { bare: bare as BareAnswer }),
    ...(lag !== undefined && { lagMs: Math.min(Number(lag), longestLagMs) }),
  };
}

/** Wherever a token reaches scenarios. */
export const wordScenarios = {
  "bare-204": ["Alles, was wirkt, antwortet 204 ohne Inhalt", "All that acts answers 204 without a body"],
  "bare-{}": ["Alles, was wirkt, antwortet {}", "All that acts answers {}"],
  "bare-OK": ["Alles, was wirkt, antwortet OK", "All that acts answers OK"],
  "lag-500": ["Was gelesen wird, ist eine halbe Sekunde alt", "What is read is half a second old"],
  "bare-204-lag-500": ["Beides: 204, und eine halbe Sekunde alt", "Both: 204, and half a second old"],
} satisfies ScenarioTable;
