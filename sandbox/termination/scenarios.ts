import { type AimedFault, aimedFaultOf } from "../aimed-fault.ts";
import type { ScenarioGroup } from "../scenario.ts";

/** The moments of a termination at which a fault can strike. */
export const terminationSteps = ["prefill", "post", "receipt", "download", "upload"] as const;
export type TerminationStep = (typeof terminationSteps)[number];

export interface TerminationScenario {
  fault?: AimedFault<TerminationStep>;
  /** The termination is kept, its first answer is lost. */
  loseAnswer?: boolean;
  /** The minimum term lasts ten more months. */
  minimumTerm?: boolean;
}

/**
 * Reads what a contract number, a withdrawal's contract reference, or the opaque data of a selfcare link asks for.
 * `<step>-<fault>` and `<step>-once-<fault>`; a bare fault strikes at the post.
 * @returns nothing for a value that plays nothing: an ordinary contract
 */
export function terminationScenarioOf(value: string | undefined): TerminationScenario | undefined {
  const [name = ""] = (value ?? "").split("~");
  if (name === "minimum-term") return { minimumTerm: true };
  if (name === "lost") return { loseAnswer: true };
  if (name === "refused")
    return { fault: { calls: ["post"], fault: { kind: "errors", field: "contractNumber" }, once: false } };
  const fault = aimedFaultOf(name, terminationSteps);
  if (!fault) return undefined;
  const bare = fault.calls.length > 1 && !name.startsWith("state-");
  return { fault: bare ? { ...fault, calls: ["post"] } : fault };
}

const shared = [
  {
    token: "minimum-term",
    de: "Mindestlaufzeit läuft noch zehn Monate",
    en: "Ten months of the minimum term are left",
  },
  { token: "post-DOWNTIME", de: "Wartung beim Absenden", en: "Maintenance when it is sent" },
  { token: "post-http-500", de: "Fehler beim Absenden", en: "Error when it is sent" },
  {
    token: "post-once-hangup",
    de: "Verbindung bricht beim ersten Absenden ab",
    en: "Connection breaks at the first attempt",
  },
  {
    token: "slow-12000",
    de: "Antwort kommt nach zwölf Sekunden",
    en: "Answer takes twelve seconds",
  },
  {
    token: "lost",
    de: "Kündigung kommt an, die Antwort geht verloren",
    en: "It is received, its answer is lost",
  },
  {
    token: "receipt-http-503",
    de: "Bestätigung lässt sich nicht laden",
    en: "The confirmation cannot be loaded",
  },
  { token: "download-http-500", de: "PDF lässt sich nicht laden", en: "The PDF cannot be loaded" },
] as const;

/**
 * Values of the form's contract number, and of `data` of a selfcare link. On the form's own page nothing can be
 * put into the address, so its links open the empty form.
 */
export const terminationScenarios: readonly ScenarioGroup[] = [
  {
    id: "termination",
    path: "/kuendigung",
    de: "Kündigung: als Vertragsnummer eingeben",
    en: "Termination: enter as the contract number",
    scenarios: [
      { token: "V-100200", de: "Kündigung geht ein", en: "The termination is received" },
      {
        token: "refused",
        de: "Vertragsnummer wird abgelehnt (Fehlerliste)",
        en: "The contract number is refused (errors list)",
      },
      ...shared,
      {
        token: "upload-http-500",
        de: "Nachweis kommt nicht an",
        en: "The proof does not arrive",
      },
      {
        token: "upload-once-hangup",
        de: "Nachweis kommt erst beim zweiten Mal an",
        en: "The proof arrives at the second attempt only",
      },
    ],
  },
  {
    id: "selfcare",
    path: "/selfcarekuendigung?data={token}",
    de: "Kündigung aus dem Kundenkonto",
    en: "Termination from the selfcare pages",
    scenarios: [
      { token: "demo", de: "Vorausgefüllte Kündigung", en: "Prefilled termination" },
      ...shared,
      {
        token: "prefill-http-500",
        de: "Daten lassen sich nicht laden",
        en: "The data cannot be loaded",
      },
      { token: "prefill-slow-12000", de: "Daten kommen zu spät", en: "The data comes too late" },
      { token: "expired", de: "Link ist nicht mehr gültig", en: "The link is not valid any more" },
    ],
  },
];

/** Whether the opaque data of a selfcare link stands for a contract. */
export function isSelfcareData(data: string): boolean {
  return /^demo(?:~.*)?$/.test(data) || terminationScenarioOf(data) !== undefined;
}
