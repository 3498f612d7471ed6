import { type AimedFault, aimedFaultOf } from "../aimed-fault.ts";
import type { Fault } from "../faults.ts";
import { type ScenarioGroup, type ScenarioTable, scenariosIn } from "../scenario.ts";
import { wordScenarios, wordsOf } from "../words.ts";

/** The steps of a termination that can fail. */
const terminationSteps = ["prefill", "post", "receipt", "download", "upload"] as const;
export type TerminationStep = (typeof terminationSteps)[number];

export interface TerminationScenario {
  fault?: AimedFault<TerminationStep>;
  /** It acts, and this is sent instead of its first response. */
  lost?: Fault;
  /** Ten months of minimum term are left. */
  minimumTerm?: boolean;
}

/**
 * Reads the scenario in a contract number, a withdrawal's contract reference, the page of a reported barrier, or the opaque
 * data of a selfcare link:
 * `<step>-<fault>` or `<step>-once-<fault>`; a bare fault happens at the post.
 * @returns undefined for an ordinary contract
 */
export function terminationScenarioOf(value: string | undefined): TerminationScenario | undefined {
  const [name = ""] = (value ?? "").split("~");
  if (wordsOf(name)) return {};
  if (name === "minimum-term") return { minimumTerm: true };
  if (name === "lost") return { lost: { kind: "hangup" } };
  if (name === "refused")
    return { fault: { calls: ["post"], fault: { kind: "errors", field: "contractNumber" }, once: false } };
  const fault = aimedFaultOf(name, terminationSteps, () => ["post"]);
  return fault && { fault };
}

const ofDeclarations = {
  ...wordScenarios,
  "post-DOWNTIME": ["Wartung beim Absenden", "Maintenance when it is sent"],
  "post-http-500": ["Fehler beim Absenden", "Error when it is sent"],
  "post-once-hangup": ["Verbindung bricht beim ersten Absenden ab", "Connection drops on the first attempt"],
  "slow-12000": ["Antwort kommt nach zwölf Sekunden", "Answer takes twelve seconds"],
  lost: ["Kommt an, aber die Antwort geht verloren", "It is received, but the response is lost"],
  "receipt-http-503": ["Bestätigung lässt sich nicht laden", "The confirmation cannot be loaded"],
  "download-http-500": ["PDF lässt sich nicht laden", "The PDF cannot be loaded"],
} satisfies ScenarioTable;
const shared = {
  "minimum-term": ["Mindestlaufzeit läuft noch zehn Monate", "Ten months of the minimum term are left"],
  ...ofDeclarations,
} satisfies ScenarioTable;

/** Values of the form's contract number, of `data` of a selfcare link, and of a withdrawal's contract reference. */
export const terminationScenarios: readonly ScenarioGroup[] = [
  {
    id: "termination",
    path: "/sandbox/prefill/termination/{token}",
    de: "Kündigung: im Feld „Vertrags-Nr.“",
    en: "Termination: in the field “Contract number”",
    scenarios: scenariosIn({
      "V-100200": ["Kündigung geht ein", "The termination is received"],
      refused: [
        "Vertragsnummer wird abgelehnt (Fehlerliste)",
        "The contract number is refused (errors list)",
      ],
      ...shared,
      "upload-http-500": ["Nachweis kommt nicht an", "The proof does not arrive"],
      "upload-once-hangup": [
        "Nachweis kommt erst beim zweiten Mal an",
        "The proof arrives only on the second attempt",
      ],
    }),
  },
  {
    id: "selfcare",
    path: "/selfcarekuendigung?data={token}",
    de: "Kündigung aus dem Kundenkonto",
    en: "Termination from the selfcare pages",
    scenarios: scenariosIn({
      demo: ["Vorausgefüllte Kündigung", "Prefilled termination"],
      ...shared,
      "prefill-http-500": ["Daten lassen sich nicht laden", "The data cannot be loaded"],
      "prefill-slow-12000": ["Daten kommen zu spät", "The data comes too late"],
      expired: ["Link ist nicht mehr gültig", "The link is no longer valid"],
    }),
  },
  {
    id: "withdrawal",
    path: "/sandbox/prefill/withdrawal/{token}",
    de: "Widerruf: im Feld „Welcher Vertrag?“",
    en: "Withdrawal: in the field “Which contract?”",
    scenarios: scenariosIn({
      "V-100200": ["Widerruf geht ein", "The withdrawal is received"],
      ...ofDeclarations,
    }),
  },
  {
    id: "barrier",
    path: "/sandbox/prefill/barrier/{token}",
    de: "Barriere melden: im Feld „Auf welcher Seite?“",
    en: "Reporting a barrier: in the field “On which page?”",
    scenarios: scenariosIn({
      "/angebot": ["Meldung geht ein", "The report is received"],
      "post-http-404": [
        "Anbieter ohne den Aufruf: das Personal übernimmt",
        "A provider without the call: staff takes it over",
      ],
      "post-once-http-503": [
        "Weitergeben scheitert beim ersten Mal",
        "Forwarding fails on the first attempt",
      ],
      "post-DOWNTIME": ofDeclarations["post-DOWNTIME"],
      lost: ofDeclarations.lost,
      "bare-204": wordScenarios["bare-204"],
    }),
  },
];

/** Whether the opaque data of a selfcare link belongs to a contract. */
export function isSelfcareData(data: string): boolean {
  return /^demo(?:~.*)?$/.test(data) || terminationScenarioOf(data) !== undefined;
}
