import { type ScenarioGroup, scenariosIn } from "../scenario.ts";
import { wordScenarios } from "../words.ts";

export const customerScenarios: readonly ScenarioGroup[] = [
  {
    id: "customer",
    path: "/kundendaten/{token}",
    de: "Kundendaten",
    en: "Customer data",
    scenarios: scenariosIn({
      demo: [
        "Kundendaten mit Adresse, E‑Mail, Telefon und Konto",
        "Customer with address, e‑mail, phone and account",
      ],
      "demo-empty": ["Nur Name und Adresse bekannt", "Only name and address are known"],
      ...wordScenarios,
      "demo-long": ["Sehr lange Angaben", "Very long values"],
      stale: [
        "Beim ersten Speichern hat jemand anderes die Daten geändert: 409",
        "On the first save, someone else has changed the data in the meantime: 409",
      ],
      expired: ["Link abgelaufen: 410", "Link expired: 410"],
      unknown: ["Link, den es nicht gibt: 404", "A link that does not exist: 404"],
    }),
  },
  {
    id: "customer-faults",
    path: "/kundendaten/{token}",
    de: "Kundendaten: Störungen, auch mit load-… oder save-… davor",
    en: "Customer data: faults, also with load-… or save-… before",
    scenarios: scenariosIn({
      "save-lost": [
        "Speichern gelingt, die erste Antwort geht verloren",
        "Saving succeeds, but the first response is lost",
      ],
      "save-once-http-503": [
        "Beim ersten Speichern antwortet nur ein Gateway, das zweite gelingt",
        "Only a gateway responds to the first save, the second works",
      ],
      "save-http-500": ["Speichern scheitert immer", "Saving always fails"],
      "save-errors-address.street": ["Anbieter lehnt die Straße ab", "The provider refuses the street"],
      "save-slow-20000": ["Speichern antwortet nach 20 Sekunden", "Saving responds after 20 seconds"],
      "load-once-http-500": [
        "Erstes Laden scheitert, das zweite gelingt",
        "First load fails, the second works",
      ],
      "http-401": ["Nicht angemeldet", "Not authorized"],
      "http-403": ["Nicht erlaubt", "Forbidden"],
      "http-503": ["Anbieter überlastet", "Provider overloaded"],
      "state-DOWNTIME": ["Wartungsarbeiten", "Downtime"],
      hangup: ["Verbindung wird ohne Antwort geschlossen", "Connection is closed without a response"],
      garbage: ["Antwort ist kein JSON", "The response is not JSON"],
      badshape: ["JSON in falscher Form", "JSON of the wrong shape"],
    }),
  },
];
