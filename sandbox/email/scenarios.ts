import { type ScenarioGroup, scenariosIn } from "../scenario.ts";
import { wordScenarios } from "../words.ts";

export const emailScenarios: readonly ScenarioGroup[] = [
  {
    id: "email",
    path: "/email-ablehnung?token={token}&brand=o2",
    de: "Werbe-Mails abbestellen",
    en: "Declining advertising mails",
    scenarios: scenariosIn({
      demo: ["Abbestellen gelingt, auch mehrmals", "Declining works, repeatedly too"],
      lost: ["Gelingt, die erste Antwort geht verloren", "Works, its first answer gets lost"],
      "bare-OK": wordScenarios["bare-OK"],
      "decline-once-http-503": ["Scheitert beim ersten Mal", "Fails at the first attempt"],
      "http-500": ["Scheitert immer", "Always fails"],
      "state-DOWNTIME": ["Wartungsarbeiten", "Downtime"],
      hangup: ["Verbindung wird geschlossen", "Connection is closed"],
      unknown: ["Link, den es nicht gibt: 404", "A link that does not exist: 404"],
    }),
  },
];
