import type { ScenarioGroup } from "../scenario.ts";

export const emailScenarios: readonly ScenarioGroup[] = [
  {
    id: "email",
    path: "/email-ablehnung?token={token}&brand=o2",
    de: "Werbe-Mails abbestellen",
    en: "Declining advertising mails",
    scenarios: [
      { token: "demo", de: "Abbestellen gelingt, auch mehrmals", en: "Declining works, repeatedly too" },
      {
        token: "lost",
        de: "Gelingt, die erste Antwort geht verloren",
        en: "Works, its first answer gets lost",
      },
      { token: "decline-once-http-503", de: "Scheitert beim ersten Mal", en: "Fails at the first attempt" },
      { token: "http-500", de: "Scheitert immer", en: "Always fails" },
      { token: "state-DOWNTIME", de: "Wartungsarbeiten", en: "Downtime" },
      { token: "hangup", de: "Verbindung wird geschlossen", en: "Connection is closed" },
      { token: "unknown", de: "Link, den es nicht gibt: 404", en: "A link that does not exist: 404" },
    ],
  },
];
