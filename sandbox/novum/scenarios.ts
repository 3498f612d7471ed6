import { type ScenarioGroup, scenariosIn } from "../scenario.ts";

export const novumScenarios: readonly ScenarioGroup[] = [
  {
    id: "novum",
    path: "/entry/novum?id={token}",
    de: "Novum-Einstieg",
    en: "Novum entry",
    scenarios: scenariosIn({
      demo: ["Führt in ein Angebot", "Leads to an offer"],
      unknown: ["Nummer, die es nicht gibt", "An id that does not exist"],
      "state-DOWNTIME": ["Wartungsarbeiten", "Downtime"],
      "http-503": ["Anbieter überlastet", "Provider overloaded"],
      hangup: ["Verbindung wird geschlossen", "Connection is closed"],
    }),
  },
];
