/** Declining advertising mails, and the Novum entry. */
export default {
  rejection: {
    title: "Werbung per E‑Mail abbestellen",
    lead: "Möchten Sie keine Werbung von {{brand}} mehr per E-Mail bekommen? Bestätigen Sie das hier. Es kostet nichts.",
    submit: "Werbung per E-Mail abbestellen",
    stillText: "Wichtige Nachrichten zu Ihrem Vertrag bekommen Sie weiterhin, zum Beispiel Ihre Rechnung.",
  },
  done: {
    title: "Sie haben die Werbung abbestellt",
    text: "An Ihre E-Mail-Adresse senden wir keine Werbung von {{brand}} mehr. Eine E-Mail, die schon unterwegs ist, kann Sie noch erreichen.",
    still: "Wichtige Nachrichten zu Ihrem Vertrag bekommen Sie weiterhin.",
    at: "Eingegangen am {{at}}",
    home: "Zur Startseite",
  },
  problem: {
    failedTitle: "Das hat gerade nicht geklappt",
    failed:
      "Das liegt an uns. Klicken Sie bitte noch einmal auf „Werbung per E-Mail abbestellen“. Klappt es wieder nicht, rufen Sie uns an.",
    failedWithEnd:
      "Wir arbeiten an unseren Systemen, voraussichtlich bis {{downtimeEnd}}. Klicken Sie bitte danach noch einmal auf „Werbung per E-Mail abbestellen“ oder rufen Sie uns an.",
  },
  states: {
    incomplete: {
      headline: "Diesem Link fehlt etwas",
      text: "Öffnen Sie bitte den ganzen Link unten in unserer E-Mail. Klappt das nicht, bestellen wir die Werbung am Telefon für Sie ab.",
    },
    unknownToken: {
      headline: "Diesen Link kennen wir nicht",
      text: "Vielleicht wurde er beim Kopieren verändert. Öffnen Sie ihn bitte direkt aus unserer E-Mail. Klappt das nicht, bestellen wir die Werbung am Telefon für Sie ab.",
    },
    unknownBrand: {
      headline: "Diese Marke kennen wir nicht",
      text: "Der Link gehört zu keiner unserer Marken. Öffnen Sie ihn bitte direkt aus der E-Mail, die Sie bekommen haben.",
    },
  },
  novum: {
    headline: "Diesem Link fehlt etwas",
    text: "Ohne die Nummer am Ende des Links finden wir Ihr Angebot nicht. Öffnen Sie bitte den ganzen Link aus unserer Nachricht.",
    landing: "So sieht der Link aus",
  },
};
