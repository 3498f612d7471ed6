import { type ScenarioGroup, type ScenarioTable, scenariosIn } from "../scenario.ts";
import { wordScenarios } from "../words.ts";

const path = "/idv/{token}";

/** Every code of specification §8 for idv calls. */
const codes = {
  IDV_COMPLETED: ["Prüfung abgeschlossen", "Check completed"],
  IDV_NO_METHODS_AVAILABLE: ["Keine Methode verfügbar", "No method available"],
  IDV_SUCCESS: ["Identität bestätigt", "Identity confirmed"],
  NO_MORE_IDV_POSSIBLE: ["Alle Versuche aufgebraucht", "All attempts used up"],
  OFFER_CANCELLED: ["Bestellung storniert", "Order canceled"],
  OFFER_CONSUMED: ["Angebot angenommen", "Offer accepted"],
  OFFER_EXPIRED: ["Angebot abgelaufen", "Offer expired"],
  RESERVATION_CALL_HOTLINE: ["Weiter nur mit der Hotline", "Only the hotline can help"],
  TECHNICAL_PROBLEM: ["Technisches Problem", "Technical problem"],
  DOWNTIME: ["Wartungsarbeiten mit bekanntem Ende", "Maintenance with a known end"],
} satisfies ScenarioTable;

/** Codes of idv calls that the sandbox can play. */
export const idvCodes = Object.keys(codes);

/** The idv calls that a fault can be aimed at, as they are written in tokens: `<call>-<fault>`. */
export const idvCallNames = ["idv", "methods", "choose", "coupon", "mail"] as const;
export type IdvCallName = (typeof idvCallNames)[number];

export const identityScenarios: readonly ScenarioGroup[] = [
  {
    id: "idv",
    path,
    de: "Identitätsprüfung (weiter bei /sandbox/ident/<token>/office)",
    en: "Identity verification (what the provider does next: /sandbox/ident/<token>/office)",
    scenarios: scenariosIn({
      demo: ["Alle Methoden, drei Versuche", "Every method, three attempts"],
      "demo-ayyildiz": [
        "Methoden von AY YILDIZ (so für jede Marke)",
        "AY YILDIZ’s methods (same as for any brand)",
      ],
      "demo-ortel": ["Methoden von Ortel Mobile", "Ortel Mobile's methods"],
      "one-time-code": [
        "Der Prüfdienst fragt nach einem Einmalcode aus dem Postausgang",
        "The identity provider asks for a one-time code from the outbox",
      ],
      "failed-once": ["Ein Versuch gescheitert, zwei bleiben", "One attempt failed, two are left"],
      "failed-twice": ["Zwei Versuche gescheitert, einer bleibt", "Two attempts failed, one is left"],
      aborted: ["Prüfung abgebrochen, kein Versuch verbraucht", "Check abandoned, no attempt used up"],
      chosen: ["Video-Ident gewählt, noch nicht begonnen", "Video chosen, not started yet"],
      started: ["Prüfung begonnen, nicht zu Ende geführt", "Check begun, not finished"],
      pending: ["In Bearbeitung, ohne Ende", "In progress, forever"],
      "pending-success": ["In Bearbeitung, dann bestätigt", "In progress, then confirmed"],
      "pending-failed": ["In Bearbeitung, dann abgelehnt", "In progress, then refused"],
      "post-ident": ["Coupon für die Postfiliale liegt bereit", "Coupon for the post office is ready"],
      "post-ident-nomail": ["Coupon ohne Versand per E‑Mail", "Coupon that cannot be sent by e‑mail"],
      "shop-ident": ["Coupon für den Shop liegt bereit", "Coupon for the store is ready"],
    }),
  },
  {
    id: "idv-ends",
    path,
    de: "Ergebnisse der Identitätsprüfung",
    en: "Results of the identity verification",
    scenarios: scenariosIn({
      success: ["Erfolgreich", "Successful"],
      completed: ["Abgeschlossen", "Completed"],
      consumed: ["Angebot ist angenommen", "Offer is accepted"],
      failed: ["Dreimal gescheitert: endgültig", "Failed three times: for good"],
      expired: ["Abgelaufen", "Expired"],
      cancelled: ["Bestellung storniert", "Order canceled"],
      "no-methods": ["Leere Liste von Methoden", "An empty list of methods"],
    }),
  },
  {
    id: "idv-states",
    path,
    de: "Zustände: jeder Aufruf zur Identitätsprüfung antwortet mit dem Code",
    en: "States: every idv call returns the code",
    scenarios: scenariosIn(codes, "state-"),
  },
  {
    id: "idv-faults",
    path,
    de: "Störungen: <fehler> oder nur an einem Aufruf <aufruf>-<fehler> (idv, methods, choose, coupon, mail)",
    en: "Faults: <fault>, or at one call only <call>-<fault> (idv, methods, choose, coupon, mail)",
    scenarios: scenariosIn({
      "http-404": ["Status 404 ohne Inhalt", "Status 404 without a body"],
      "http-500": ["Status 500 ohne Inhalt", "Status 500 without a body"],
      "http-503": ["Status 503 ohne Inhalt", "Status 503 without a body"],
      "slow-3000": ["Antwort nach 3 Sekunden", "Answers after 3 seconds"],
      hangup: ["Verbindung wird ohne Antwort geschlossen", "Connection is closed without a response"],
      garbage: ["Antwort ist kein JSON", "The response is not JSON"],
      badshape: ["JSON in falscher Form", "JSON of the wrong shape"],
      "methods-IDV_NO_METHODS_AVAILABLE": [
        "Der Stand lädt, die Methoden nicht",
        "The state loads, the methods do not",
      ],
      ...wordScenarios,
      "choose-lost": [
        "Die Wahl gelingt, ihre Antwort geht verloren",
        "The choice works, but its response is lost",
      ],
      "choose-once-http-500": ["Die erste Wahl scheitert", "The first choice fails"],
      "coupon-http-500": ["Der Coupon lässt sich nicht laden", "The coupon cannot be loaded"],
      "state-SOMETHING_NEW": ["Unbekannter Code", "An unknown code"],
      unknown: ["Token, den es nicht gibt: 404", "A token that does not exist: 404"],
    }),
  },
];
