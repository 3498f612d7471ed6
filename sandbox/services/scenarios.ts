import { type AimedFault, aimedFaultOf } from "../aimed-fault.ts";
import { type ScenarioGroup, scenariosIn } from "../scenario.ts";

/** Calls without a token: the browser's trace id names their fault. */
const listCalls = ["nationalities", "config", "abilities"] as const;
export type ListCall = (typeof listCalls)[number];

/** `<call>-<fault>`, followed by `--<anything>` for a state of its own. */
export const listFaultOf = (traceId = ""): AimedFault<ListCall> | undefined =>
  aimedFaultOf(traceId.split("--")[0] ?? "", listCalls);

export const listScenarios: readonly ScenarioGroup[] = [
  {
    id: "lists",
    path: "/sandbox/prefill/lists/{token}",
    de: "Listen und Konfiguration, für diesen Browser: als Trace-Id (Cookie trace-id)",
    en: "Lists and configuration, for this browser: as the trace id (cookie trace-id)",
    scenarios: scenariosIn({
      "abilities-http-404": [
        "Anbieter ohne Aufrufe, die über die Spezifikation hinausgehen: ohne „Neuen Link senden“",
        "A provider without calls beyond the specification: no “Send a new link”",
      ],
      "config-http-500": [
        "Kündigung ohne Konfiguration: das Formular kommt ohne sie aus",
        "Termination without its configuration: the form does without it",
      ],
      "config-slow-12000": ["Konfiguration der Kündigung kommt zu spät", "Its configuration comes too late"],
      "config-badshape": ["Konfiguration der Kündigung ist unlesbar", "Its configuration cannot be read"],
      "nationalities-http-500": [
        "Ausweisdaten ohne Liste der Nationalitäten: das Portal hat eine eigene",
        "ID data without the list of nationalities: the portal has one of its own",
      ],
      "nationalities-slow-12000": ["Die Liste der Nationalitäten kommt zu spät", "That list comes too late"],
      "no-fault": ["Alle diese Störungen ausschalten", "Turn all of these faults off"],
    }),
  },
];
