/** Texts that a use case words differently: by use case or by its family, then file and key. */
export default {
  vvl: {
    offer: {
      offer: {
        title: "Ihre Vertragsverlängerung",
        lead: "Das haben wir für Ihre Vertragsverlängerung zusammengestellt. Prüfen Sie alles in Ruhe. Verbindlich bestellen Sie erst im letzten Schritt.",
        order: "Weiter zur Vertragsverlängerung",
        resume: "Vertragsverlängerung fortsetzen",
      },
      summary: {
        order: "Ihre Vertragsverlängerung",
      },
      confirmation: {
        title: "Vielen Dank für Ihre Vertragsverlängerung",
        nextMail: "Sie bekommen eine E-Mail mit allen Unterlagen zu Ihrer Vertragsverlängerung.",
      },
    },
  },
  tm: {
    offer: {
      offer: {
        title: "Ihr Tarifwechsel",
        lead: "Das haben wir für Ihren Tarifwechsel zusammengestellt. Prüfen Sie alles in Ruhe. Verbindlich bestellen Sie erst im letzten Schritt.",
        order: "Weiter zum Tarifwechsel",
        resume: "Tarifwechsel fortsetzen",
      },
      summary: {
        order: "Ihr Tarifwechsel",
      },
      confirmation: {
        title: "Vielen Dank, Ihr Tarifwechsel ist beauftragt",
      },
    },
  },
  coc: {
    offer: {
      offer: {
        title: "Ihre Vertragsübernahme",
        order: "Weiter zur Vertragsübernahme",
      },
      confirmation: {
        title: "Vielen Dank, Ihre Vertragsübernahme ist beauftragt",
      },
    },
  },
};
