import type { ScenarioGroup } from "../scenario.ts";

export const novumScenarios: readonly ScenarioGroup[] = [
  {
    id: "novum",
    path: "/entry/novum?id={token}",
    de: "Novum-Einstieg",
    en: "Novum entry",
    scenarios: [
      { token: "demo", de: "Führt in ein Angebot", en: "Leads into an offer" },
      { token: "unknown", de: "Nummer, die es nicht gibt", en: "An id that does not exist" },
      { token: "state-DOWNTIME", de: "Wartungsarbeiten", en: "Downtime" },
      { token: "http-503", de: "Anbieter überlastet", en: "Provider overloaded" },
      { token: "hangup", de: "Verbindung wird geschlossen", en: "Connection is closed" },
    ],
  },
];
