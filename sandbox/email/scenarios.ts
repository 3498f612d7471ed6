import { type ScenarioGroup, scenariosIn } from "../scenario.ts";
import { wordScenarios } from "../words.ts";

export const emailScenarios: readonly ScenarioGroup[] = [
  {
    id: "email",
    path: "/email-ablehnung?token={token}&brand=o2",
    de: "Werbe-Mails abbestellen",
    en: "Stopping marketing e‑mails",
    scenarios: scenariosIn({
      demo: ["Abbestellen gelingt, auch mehrmals", "Stopping works, also when repeated"],
      lost: ["Gelingt, die erste Antwort geht verloren", "Works, but the first response is lost"],
      "bare-OK": wordScenarios["bare-OK"],
      "decline-once-http-503": ["Scheitert beim ersten Mal", "Fails on the first attempt"],
      "http-500": ["Scheitert immer", "Always fails"],
      "state-DOWNTIME": ["Wartungsarbeiten", "Downtime"],
      hangup: ["Verbindung wird geschlossen", "Connection is closed"],
      unknown: ["Link, den es nicht gibt: 404", "A link that does not exist: 404"],
    }),
  },
  {
    id: "consents",
    path: "/einwilligungen?token={token}",
    de: "Einwilligungen widerrufen",
    en: "Withdrawing consents",
    scenarios: scenariosIn({
      demo: ["Drei von fünf erteilt, alle widerrufbar", "Three of five given, all can be withdrawn"],
      "demo-none": ["Keine erteilt", "None given"],
      "demo-other-kinds": ["Eine Art, die das Portal nicht kennt", "A kind that the portal does not know"],
      ...wordScenarios,
      lost: ["Gelingt, die erste Antwort geht verloren", "Works, but the first response is lost"],
      "list-http-404": [
        "Anbieter ohne die Aufrufe: das Portal nimmt den Widerruf trotzdem an",
        "A provider without the calls: the portal takes the withdrawal all the same",
      ],
      "list-http-503": ["Der Stand lässt sich nicht laden", "The current state cannot be loaded"],
      "list-slow-20000": ["Der Stand kommt zu spät", "The current state comes too late"],
      "revoke-once-http-503": [
        "Weitergeben scheitert beim ersten Mal",
        "Forwarding fails on the first attempt",
      ],
      "revoke-http-501": [
        "Anbieter ohne den Aufruf: das Personal übernimmt",
        "A provider without the call: staff takes it over",
      ],
      "http-500": ["Beide Aufrufe scheitern immer", "Both calls always fail"],
      "state-DOWNTIME": ["Wartungsarbeiten", "Downtime"],
      hangup: ["Verbindung wird geschlossen", "Connection is closed"],
      expired: ["Link abgelaufen: 410", "Link expired: 410"],
      unknown: ["Link, den es nicht gibt: 404", "A link that does not exist: 404"],
    }),
  },
];
