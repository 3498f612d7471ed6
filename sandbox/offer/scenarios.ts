import type { OfferUseCase } from "../../app/domain/use-cases.ts";
import { type ScenarioGroup, type ScenarioTable, scenariosIn } from "../scenario.ts";
import { wordScenarios } from "../words.ts";
import { priceCaseTokens } from "./price-cases.ts";

const path = "/angebot/{token}";

const useCases: Record<OfferUseCase, [de: string, en: string]> = {
  offer: ["Erstes Angebot: neuer Vertrag mit Smartphone", "First offer: new contract with a phone"],
  orange: ["Alternatives Angebot Orange: neuer Vertrag", "Alternative offer orange: new contract"],
  orange_tm: [
    "Alternatives Angebot Orange: Tarifwechsel ohne Gerät",
    "Alternative offer orange: plan change, no device",
  ],
  orange_vvl: [
    "Alternatives Angebot Orange: Vertragsverlängerung",
    "Alternative offer orange: contract extension",
  ],
  yellow: [
    "Alternatives Angebot Gelb: neuer Vertrag nur mit SIM",
    "Alternative offer yellow: new contract, SIM only",
  ],
  yellow_tm: [
    "Alternatives Angebot Gelb: Tarifwechsel ohne Gerät",
    "Alternative offer yellow: plan change, no device",
  ],
  yellow_vvl: [
    "Alternatives Angebot Gelb: Vertragsverlängerung",
    "Alternative offer yellow: contract extension",
  ],
  greenApm: ["Alternatives Angebot Grün: neuer Vertrag", "Alternative offer green: new contract"],
  greenApm_tm: [
    "Alternatives Angebot Grün: Tarifwechsel ohne Gerät",
    "Alternative offer green: plan change, no device",
  ],
  greenApm_vvl: [
    "Alternatives Angebot Grün: Vertragsverlängerung",
    "Alternative offer green: contract extension",
  ],
  dealer_correction: [
    "Korrektur durch den Händler: Kundendaten liegen vor",
    "Dealer correction: customer data is known",
  ],
  offer_tm: [
    "Tarifwechsel ohne Gerät, Zahlungsdaten liegen vor",
    "Plan change without a device, payment data is known",
  ],
  offer_vvl: ["Vertragsverlängerung mit neuem Smartphone", "Contract extension with a new phone"],
  offer_coc: ["Vertragsübernahme: neuer Vertragsinhaber", "Change of contract owner"],
  offer_dps: [
    "Angebot aus dem Shop: zwei Verträge im Warenkorb",
    "Offer from a store: two contracts in the cart",
  ],
  offer_dps_vvl: ["Angebot aus dem Shop: Vertragsverlängerung", "Offer from a store: contract extension"],
  green_idv: [
    "Neuer Vertrag, Identitätsprüfung nach der Bestellung",
    "New contract, identity check after the order",
  ],
  green_idv_vvl: [
    "Verlängerung mit Identitätsprüfung nach der Bestellung",
    "Extension, identity check after the order",
  ],
  green_idv_tm: [
    "Tarifwechsel mit Identitätsprüfung nach der Bestellung",
    "Plan change, identity check after the order",
  ],
  green_idv_otp: [
    "Neuer Vertrag mit Einmalcode, Identitätsprüfung folgt",
    "New contract with a one-time code, identity check follows",
  ],
  green_idv_vvl_otp: [
    "Verlängerung mit Einmalcode, Identitätsprüfung folgt",
    "Extension with a one-time code, identity check follows",
  ],
  green_idv_tm_otp: [
    "Tarifwechsel mit Einmalcode, Identitätsprüfung folgt",
    "Plan change with a one-time code, identity check follows",
  ],
};

/** Every code that an offer call can return: those of specification §8, then our two additions for failed payments. */
const codes = {
  BIRTHDATE_NOT_PRESENT: ["Geburtsdatum fehlt", "Birth date is missing"],
  DOWNTIME: ["Wartungsarbeiten mit bekanntem Ende", "Maintenance with a known end"],
  IDENTIFICATIONDATA_MISSING: ["Ausweisdaten fehlen", "Identity document data is missing"],
  NO_HARDWARE_STOCK: ["Gerät ist ausverkauft", "Device is out of stock"],
  NO_PAYMENT_METHODS_AVAILABLE: ["Keine Zahlungsart verfügbar", "No payment method available"],
  OFFER_ABANDONED_PAYMENT: ["Zahlung wurde nicht zu Ende geführt", "Payment was left unfinished"],
  OFFER_BLOCKED: ["Angebot ist gesperrt", "Offer is blocked"],
  OFFER_CANCELLED: ["Angebot wurde storniert", "Offer was canceled"],
  OFFER_CONSUMED: ["Angebot wurde schon angenommen", "Offer was accepted already"],
  OFFER_EXPIRED: ["Angebot ist abgelaufen", "Offer has expired"],
  OFFER_INCOMPATIBLE_STATE: ["Angebot hängt in einem Zwischenstand", "Offer is stuck between two states"],
  OFFER_MISMATCH: ["Angebot passt nicht zum Vertrag", "Offer does not match the contract"],
  OFFER_TECH_ERROR: ["Technischer Fehler am Angebot", "Technical error of the offer"],
  OFFER_PAYMENT_WAITFORCAPTURE: [
    "Zahlung wird noch bestätigt (ohne Ende)",
    "Payment is being confirmed (forever)",
  ],
  PERSONAL_DATA_MISSING: ["Persönliche Daten fehlen", "Personal data is missing"],
  RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED: [
    "Betrag konnte nicht reserviert werden",
    "Amount could not be reserved",
  ],
  RESERVATION_CALL_HOTLINE: ["Weiter nur mit der Hotline", "Only the hotline can help"],
  RESERVATION_FOUND_NO_ORDER: ["Zur Reservierung fehlt die Bestellung", "No order for the reservation"],
  RESERVATION_RETRY_DOWNTIME: ["Reservierung in der Wartung", "Reservation is down for maintenance"],
  RESERVATION_RETRY_LATER: ["Reservierung später wiederholen", "Try the reservation again later"],
  RESERVATION_RETRY_MODAL: [
    "Reservierung gleich wiederholen (Dialog)",
    "Try the reservation again now (dialog)",
  ],
  TECHNICAL_PROBLEM: ["Technisches Problem", "Technical problem"],
  PAYMENT_ABORTED: ["Zahlung wurde abgebrochen", "Payment was aborted"],
  PAYMENT_FAILED: ["Zahlung ist fehlgeschlagen", "Payment failed"],
  CREDIT_REFUSED: ["Ratenzahlung nach Prüfung abgelehnt", "Installments refused after a credit check"],
} satisfies ScenarioTable;

/** The offer calls that a fault can be aimed at, as they are written in tokens: `<call>-<fault>`. */
export const offerCallNames = [
  "verify",
  "load",
  "preview",
  "previewreset",
  "accept",
  "summary",
  "documents",
  "reset",
  "decline",
  "esim",
  "newesim",
  "email",
  "porting",
] as const;
export type OfferCallName = (typeof offerCallNames)[number];

export const offerScenarios: readonly ScenarioGroup[] = [
  {
    id: "offer",
    path,
    de: "Angebote",
    en: "Offers",
    scenarios: scenariosIn({
      demo: ["Die ganze Bestellung: Smartphone, Tarif, Zusatzpakete", "The whole order: phone, plan, packs"],
      "demo-existing": [
        "Bestandskunde: Daten vorausgefüllt, kein Ausweisschritt",
        "Existing customer: prefilled, no ID step",
      ],
      "demo-other-kinds": [
        "Zahlungsart und Dokumente, die das Portal nur dem Namen nach kennt",
        "A payment method and documents that the portal knows by name only",
      ],
      "demo-no-methods": [
        "Ohne Zahlungsart: Fehler gleich zu Beginn",
        "No payment method: an error at the start",
      ],
      "demo-free": ["Alles kostet 0 €: kein Zahlungsschritt", "Everything costs €0: no payment step"],
      "demo-expiring": ["Endet morgen", "Ends tomorrow"],
      "demo-ftth": ["Festnetz: Glasfaser", "Fixed line: fiber"],
      "demo-dsl": ["Festnetz: DSL", "Fixed line: DSL"],
      "demo-coax": ["Festnetz: TV-Kabel", "Fixed line: cable"],
      "demo-fms": ["Festnetz über Mobilfunk", "Home internet over the mobile network"],
      "demo-esim": ["Nur Tarif, mit eSIM", "Plan only, with an eSIM"],
      "demo-idv-esim": ["Mit eSIM, nach der Identitätsprüfung", "With an eSIM, after the identity check"],
      "demo-porting": [
        "Rufnummer von einem anderen Anbieter mitbringen, SIM-Karte oder eSIM",
        "Bring a number from another provider, SIM card or eSIM",
      ],
      "demo-porting-two": [
        "Zwei Verträge: eine Rufnummer für den ersten, eine SIM-Art für beide",
        "Two contracts: a number for the first one, a kind of SIM for both",
      ],
      "demo-porting-dsl": [
        "Festnetznummer von einem anderen Anbieter mitbringen",
        "Bring a landline number from another provider",
      ],
      "demo-porting-refused": [
        "Beim anderen Anbieter steht ein anderer Name: abgelehnt, bis er eingegeben ist",
        "The other provider knows the customer by another name: refused until it is entered",
      ],
      "demo-porting-stopped": [
        "Der bisherige Anbieter gibt die Nummer nach der Bestellung nicht frei: anderer Name",
        "After the order, the other provider does not release the number: the name differs",
      ],
      "demo-porting-stopped-birthDate": ["Ebenso: anderes Geburtsdatum", "The same: another date of birth"],
      "demo-porting-stopped-notReleased": [
        "Ebenso: nicht vorzeitig freigegeben",
        "The same: not released early",
      ],
      "demo-porting-stopped-notCancelled": ["Ebenso: nicht gekündigt", "The same: not canceled"],
      "demo-porting-stopped-unknown": [
        "Ebenso: ohne Grund, nur am Telefon zu klären",
        "The same: for no known reason, to be settled by phone",
      ],
      "demo-sims": [
        "Bestandskunde, nur Tarif: SIM-Karte oder eSIM",
        "Existing customer, plan only: SIM card or eSIM",
      ],
      "demo-sent": ["Nach der Bestellung gleich unterwegs", "On its way right after the order"],
      "demo-arrived": [
        "Nach der Bestellung gleich geliefert und freigeschaltet",
        "Delivered and activated right after the order",
      ],
      "demo-stock": [
        "Nur ein Gerät auf Lager: demo-stock~a~1 und demo-stock~a~2 teilen es sich",
        "One device in stock: demo-stock~a~1 and demo-stock~a~2 share it",
      ],
      "brand-BLAU": ["Angebot von Blau: passt nur zu Blau", "Blau's offer: a mismatch for other brands"],
      "brand-TELEFONICA": ["Angebot einer Marke ohne Portal", "Offer of a brand without a portal"],
      login: ["Nur mit Anmeldung", "Only after login"],
      "login-esim": ["Nur mit Anmeldung, mit eSIM", "Only after login, with an eSIM"],
      "login-30": ["Anmeldung gilt 30 Sekunden", "Login lasts 30 seconds"],
      "login-expired": ["Jede Anmeldung gilt als abgelaufen", "Every login counts as expired"],
    }),
  },
  {
    id: "offer-use-cases",
    path,
    de: "Angebotsarten",
    en: "Offer use cases",
    scenarios: scenariosIn(useCases, "demo-"),
  },
  {
    id: "offer-prices",
    path,
    de: "Preise, die sich mit der Zeit ändern",
    en: "Prices that change over time",
    scenarios: scenariosIn(priceCaseTokens),
  },
  {
    id: "words",
    path,
    de: "Anbieter mit knappen Antworten und veralteten Ständen",
    en: "A provider with empty responses and stale reads",
    scenarios: scenariosIn(wordScenarios),
  },
  {
    id: "payment",
    path,
    de: "Ausgang der Zahlung",
    en: "Outcome of the payment",
    scenarios: scenariosIn({
      "pay-aborted": ["Zahlung beim Zahlungsdienst abgebrochen", "Aborted at the payment provider"],
      "pay-failed": ["Zahlungsdienst lehnt ab", "Refused by the payment provider"],
      "pay-wait": [
        "Bestätigung kommt erst bei der dritten Nachfrage",
        "Confirmed only when asked the third time",
      ],
      "pay-expired": [
        "Zeit für die Zahlung ist beim Zahlungsdienst abgelaufen",
        "The payment provider’s deadline has passed",
      ],
    }),
  },
  {
    id: "offer-states",
    path,
    de: "Zustände: jeder Aufruf zum Angebot antwortet mit dem Code",
    en: "States: every offer call returns the code",
    scenarios: scenariosIn(codes, "state-"),
  },
  {
    id: "offer-acceptance",
    path,
    de: "Zustände bei der Bestellung: das Angebot lädt, die Annahme antwortet mit dem Code",
    en: "States at acceptance: the offer loads, acceptance returns the code",
    scenarios: [
      ...scenariosIn(codes, "accept-"),
      ...scenariosIn({
        errors: ["Annahme antwortet mit einer Fehlerliste", "Acceptance returns a list of errors"],
        "errors-payment.iban": ["Fehlerliste zu einem bestimmten Feld", "Errors list for a certain field"],
        "accept-once-RESERVATION_RETRY_MODAL": [
          "Code nur beim ersten Versuch",
          "Code on the first attempt only",
        ],
        "accept-lost": [
          "Bestellung gelingt, die erste Antwort geht verloren",
          "Order succeeds, but the first response is lost",
        ],
        "accept-acted-http-500": [
          "Bestellung gelingt, die erste Antwort ist ein Fehler (accept-acted-<fehler>)",
          "Order succeeds, but the first response is a fault (accept-acted-<fault>)",
        ],
        "accept-slow-20000": ["Annahme antwortet nach 20 Sekunden", "Acceptance responds after 20 seconds"],
        "accept-hangup": ["Bei der Annahme bricht die Verbindung ab", "Acceptance drops the connection"],
        "step-error-PAYMENT_FAILED": [
          "Annahme antwortet mit dem Schritt error",
          "Acceptance returns the step error",
        ],
      }),
    ],
  },
  {
    id: "offer-parts",
    path,
    de: "Ein Teil fällt aus: <aufruf>-<fehler>",
    en: "One part fails: <call>-<fault>",
    scenarios: scenariosIn({
      "email-http-500": [
        "Die E-Mail-Adresse der Bestellung lässt sich nicht ändern",
        "The order's e-mail address cannot be corrected",
      ],
      "porting-http-500": [
        "Die Mitnahme der Rufnummer lässt sich nicht noch einmal anfragen",
        "The number transfer cannot be requested again",
      ],
      "esim-http-500": ["Die eSIM lässt sich nicht anzeigen", "The eSIM cannot be shown"],
      "newesim-http-500": ["Eine neue eSIM lässt sich nicht anfordern", "A new eSIM cannot be requested"],
      "decline-http-500": ["Ablehnen geht nicht", "The offer cannot be declined"],
      "documents-fail": ["Dokumente lassen sich nicht laden", "Documents cannot be loaded"],
      "summary-fail": ["Übersicht der Bestellung fehlt", "Summary of the order cannot be loaded"],
      "reset-fail": ["Angebot hängt und lässt sich nicht neu beginnen", "Offer is stuck and cannot be reset"],
      "verify-once-http-500": [
        "Erste Prüfung scheitert, die zweite gelingt",
        "First verification fails, the second works",
      ],
      "load-garbage": ["Angebot kommt ohne JSON", "The offer arrives without JSON"],
      "from-2099-12-24": ["Erst ab diesem Tag zu bestellen", "Can be ordered only from that day on"],
      "link-http-500": [
        "Abgelaufen, und ein neuer Link lässt sich nicht anfordern",
        "Expired, and no new link can be requested",
      ],
      "consent-http-500": ["Ein Einwilligungstext fehlt", "A consent's text cannot be loaded"],
    }),
  },
  {
    id: "offer-faults",
    path,
    de: "Störungen der Verbindung",
    en: "Faults of the connection",
    scenarios: scenariosIn({
      "http-401": ["Status 401 ohne Inhalt", "Status 401 without a body"],
      "http-403": ["Status 403 ohne Inhalt", "Status 403 without a body"],
      "http-404": ["Status 404 ohne Inhalt", "Status 404 without a body"],
      "http-302": ["Weiterleitung statt Antwort", "A redirect instead of a response"],
      "http-200": ["Status 200 ohne Inhalt", "Status 200 without a body"],
      "http-429": ["Zu viele Anfragen", "Too many requests"],
      "http-500": ["Status 500 ohne Inhalt", "Status 500 without a body"],
      "http-503": ["Status 503 ohne Inhalt", "Status 503 without a body"],
      "slow-3000": ["Angebot kommt nach 3 Sekunden", "The offer arrives after 3 seconds"],
      "slow-60000": ["Angebot kommt nach 60 Sekunden", "The offer arrives after 60 seconds"],
      hangup: ["Verbindung wird ohne Antwort geschlossen", "Connection is closed without a response"],
      cut: ["Verbindung reißt mitten in der Antwort ab", "Connection drops partway through the response"],
      garbage: ["Antwort ist kein JSON", "The response is not JSON"],
      badshape: ["JSON in falscher Form", "JSON of the wrong shape"],
      endless: ["Antwort endet nie", "The response never ends"],
      huge: ["Antwort mit 64 MB", "A response of 64 MB"],
      "state-SOMETHING_NEW": ["Unbekannter Code", "An unknown code"],
      unknown: ["Token, den es nicht gibt: 404", "A token that does not exist: 404"],
    }),
  },
];

const isUseCase = (text: string): text is OfferUseCase => Object.hasOwn(useCases, text);
/** The use case in a `demo-…` token, if that is one. */
export const knownUseCase = (text: string): OfferUseCase | undefined => (isUseCase(text) ? text : undefined);
