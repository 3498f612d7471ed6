/** Offer error states, idv outcomes (headline, text, variants) and what can be done about them. */
export default {
  actions: {
    retry: "Erneut versuchen",
    checkAgain: "Noch einmal prüfen",
    dialogRetry: "Jetzt erneut versuchen",
    wait: "Stand jetzt prüfen",
    restart: "Von vorne beginnen",
    reset: "Neustart erneut versuchen",
    payAgain: "Jetzt bezahlen",
    otherPaymentMethod: "Andere Zahlungsart wählen",
    toPersonalData: "Persönliche Daten ergänzen",
    toIdData: "Ausweisdaten ergänzen",
    login: "Zur Anmeldung",
    showOrder: "Bestellung ansehen",
    checkLink: "Hilfe zum Link",
    hotline: "{{hotline}} anrufen",
    shop: "Shop in Ihrer Nähe finden",
    close: "Schließen",
  },
  labels: {
    traceId: "Vorgangsnummer",
    hotline: "Hotline",
    orderedProducts: "Ihre Bestellung",
  },
  offer: {
    BirthdateNotPresent: {
      headline: "Ihr Geburtsdatum fehlt noch",
      text: "Für dieses Angebot brauchen wir Ihr Geburtsdatum. Ergänzen Sie es bei Ihren persönlichen Daten. Danach geht es hier weiter.",
    },
    DocumentsNotLoaded: {
      headline: "Ihre Vertragsunterlagen lassen sich nicht laden",
      text: "Bevor Sie bestellen, müssen Sie die Vertragszusammenfassung lesen können. Es ist noch nichts bestellt, und Ihre Angaben bleiben gespeichert. Bitte versuchen Sie es noch einmal.",
    },
    Downtime: {
      headline: "Wir arbeiten gerade an unseren Systemen",
      text: "Angebote lassen sich deshalb im Moment weder öffnen noch bestellen. Ihr Angebot geht nicht verloren. Bitte öffnen Sie Ihren Link später noch einmal.",
      textWithEnd:
        "Angebote lassen sich deshalb im Moment weder öffnen noch bestellen. Die Arbeiten dauern voraussichtlich bis {{downtimeEnd}}. Ihr Angebot geht nicht verloren. Bitte öffnen Sie Ihren Link danach noch einmal.",
    },
    Forbidden: {
      headline: "Dieses Angebot ist nicht für Sie freigegeben",
      text: "Vielleicht wurde es für jemand anderen erstellt, oder Sie sind mit einem anderen Kundenkonto angemeldet. Gehört das Angebot doch Ihnen? Dann rufen Sie uns bitte an.",
    },
    IdentificationDataMissing: {
      headline: "Ihre Ausweisdaten fehlen noch",
      text: "Wir müssen wissen, mit wem wir den Vertrag schließen. Nehmen Sie bitte Ihren Ausweis zur Hand und tragen Sie die Daten ein.",
    },
    NoHardwareStock: {
      headline: "Ein Gerät aus Ihrem Angebot ist ausverkauft",
      text: "Deshalb können Sie dieses Angebot nicht annehmen. Es ist nichts bestellt. Am Telefon oder im Shop finden wir gern ein anderes Gerät mit Ihnen.",
    },
    NoPaymentMethodsAvailable: {
      headline: "Online gibt es für dieses Angebot keine Zahlungsart",
      text: "Das liegt nicht an Ihren Angaben. Am Telefon oder im Shop sagen wir Ihnen, wie Sie trotzdem bestellen können.",
    },
    NotFound: {
      headline: "Dieses Angebot finden wir nicht",
      text: "Wahrscheinlich ist der Link nicht vollständig. Öffnen Sie ihn am besten direkt aus unserer E-Mail oder SMS, statt ihn abzutippen.",
    },
    OfferAbandonedPayment: {
      headline: "Die Zahlung wurde nicht abgeschlossen",
      text: "Sie haben die Zahlung begonnen, aber nicht zu Ende geführt. Es wurde nichts abgebucht und nichts bestellt. Sie können das Angebot noch einmal von vorne durchgehen.",
    },
    OfferBlocked: {
      headline: "Dieses Angebot ist gesperrt",
      text: "Sie können es online nicht annehmen. Warum das so ist und wie es weitergeht, klären wir am Telefon oder im Shop mit Ihnen.",
    },
    OfferCancelled: {
      headline: "Dieses Angebot wurde storniert",
      text: "Es lässt sich nicht mehr annehmen. Haben Sie weiter Interesse? Dann rufen Sie uns bitte an.",
    },
    OfferConsumed: {
      headline: "Dieses Angebot wurde bereits angenommen",
      text: "Die Bestellung ist bei uns eingegangen. Ein zweites Mal lässt sich das Angebot nicht bestellen. Fragen dazu beantworten wir Ihnen am Telefon.",
      textWithOrder:
        "Ihre Bestellung ist bei uns eingegangen. Ein zweites Mal lässt sich das Angebot nicht bestellen. Hier sehen Sie, was Sie bestellt haben.",
    },
    OfferExpired: {
      headline: "Dieses Angebot ist abgelaufen",
      text: "Die Frist, in der Sie es annehmen konnten, ist vorbei. Rufen Sie uns an: Wir prüfen gern, ob wir ein neues Angebot für Sie haben.",
    },
    OfferResetFailed: {
      headline: "Der Neustart hat nicht geklappt",
      text: "Wir konnten Ihr Angebot nicht auf den Anfang zurücksetzen. Bestellt wurde dabei nichts. Versuchen Sie es noch einmal. Klappt es wieder nicht, hilft Ihnen unsere Hotline.",
    },
    OfferSummaryNotLoaded: {
      headline: "Ihre Bestellübersicht lässt sich nicht laden",
      text: "Das betrifft nur die Anzeige. An Ihrer Bestellung ändert sich nichts. Bitte bestellen Sie nicht noch einmal, sondern laden Sie die Übersicht neu.",
    },
    OfferIncompatibleState: {
      headline: "Dieser Schritt passt nicht mehr zum Stand Ihres Angebots",
      text: "Das passiert zum Beispiel, wenn das Angebot in einem zweiten Fenster geöffnet ist. Beginnen Sie bitte noch einmal von vorne.",
    },
    OfferPaymentWaitForCapture: {
      headline: "Ihre Zahlung wird noch bestätigt",
      text: "Wir warten auf die Antwort Ihres Zahlungsanbieters. Das dauert meist nur wenige Minuten. Diese Seite aktualisiert sich von selbst. Bitte bestellen Sie nicht noch einmal.",
      textStopped:
        "Wir warten noch auf die Antwort Ihres Zahlungsanbieters. Es dauert länger als üblich. Bitte bestellen Sie nicht noch einmal, sondern prüfen Sie den Stand später wieder.",
    },
    OfferMismatch: {
      headline: "Das Angebot und Ihre Kundendaten passen nicht zusammen",
      text: "Deshalb können Sie es online nicht annehmen. Am Telefon oder im Shop gleichen wir die Daten mit Ihnen ab.",
    },
    OfferTechError: {
      headline: "Ihr Angebot lässt sich gerade nicht bearbeiten",
      text: "Bei uns ist ein Fehler aufgetreten. Versuchen Sie es in ein paar Minuten noch einmal oder rufen Sie uns an. Sie bestellen dabei nichts doppelt.",
    },
    PaymentAborted: {
      headline: "Sie haben die Zahlung abgebrochen",
      text: "Es wurde nichts abgebucht und nichts bestellt. Wenn Sie möchten, können Sie jetzt bezahlen.",
    },
    PaymentFailed: {
      headline: "Die Zahlung hat nicht geklappt",
      text: "Ihr Zahlungsanbieter hat die Zahlung abgelehnt. Es wurde nichts abgebucht, und Ihre Bestellung ist noch nicht abgeschlossen. Wählen Sie bitte eine andere Zahlungsart oder andere Zahlungsdaten.",
    },
    PersonalDataMissing: {
      headline: "Ihre persönlichen Daten fehlen noch",
      text: "Bevor Sie bestellen können, brauchen wir Ihren Namen, Ihre Adresse und Ihre Kontaktdaten.",
    },
    ReservationAmountCanNotBeBlocked: {
      headline: "Der Betrag ließ sich nicht reservieren",
      text: "Ihre Bank oder Ihr Kartenanbieter hat das nicht zugelassen, zum Beispiel wegen eines Limits. Es wurde nichts abgebucht und nichts bestellt. Wählen Sie bitte eine andere Zahlungsart.",
    },
    ReservationCallHotline: {
      headline: "Bitte schließen Sie Ihre Bestellung mit uns am Telefon ab",
      text: "Ihre Bestellung ist noch nicht abgeschlossen: Wir haben eine Frage, die sich online nicht klären lässt. Rufen Sie uns an oder kommen Sie in einen Shop.",
    },
    ReservationFoundNoOrder: {
      headline: "Zu diesem Angebot finden wir keine Bestellung",
      text: "Bitte bestellen Sie nicht noch einmal, bevor Sie mit uns gesprochen haben. Unsere Hotline sieht nach, was mit Ihrer Bestellung geschehen ist.",
    },
    ReservationRetryDowntime: {
      headline: "Wegen Wartungsarbeiten nehmen wir gerade keine Bestellungen an",
      text: "Ihre Bestellung ist noch nicht bei uns eingegangen. Bitte versuchen Sie es später noch einmal.",
      textWithEnd:
        "Ihre Bestellung ist noch nicht bei uns eingegangen. Die Arbeiten dauern voraussichtlich bis {{downtimeEnd}}. Bitte versuchen Sie es danach noch einmal.",
    },
    ReservationRetryLater: {
      headline: "Ihre Bestellung geht gerade nicht durch",
      text: "Es ist noch nichts bestellt. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.",
    },
    ReservationRetryModal: {
      headline: "Das hat beim ersten Mal nicht geklappt",
      text: "Ein neuer Versuch gelingt oft sofort. Sie bestellen dabei nichts doppelt.",
    },
    TechnicalProblem: {
      headline: "Wir haben gerade ein technisches Problem",
      text: "Unsere Systeme antworten nicht, wie sie sollen. Das liegt nicht an Ihren Eingaben. Versuchen Sie es bitte gleich noch einmal. Sie bestellen dabei nichts doppelt.",
    },
    Unauthorized: {
      headline: "Bitte melden Sie sich an",
      text: "Dieses Angebot ist durch eine Anmeldung geschützt. Sobald Sie angemeldet sind, geht es hier weiter.",
    },
    Unexpected: {
      headline: "Da ist etwas schiefgegangen",
      text: "Bei uns ist ein unerwarteter Fehler aufgetreten. Versuchen Sie es noch einmal: Sie bestellen dabei nichts doppelt. Klappt es wieder nicht, rufen Sie uns an und nennen Sie die Vorgangsnummer.",
    },
  },
  idv: {
    IdvCompleted: {
      headline: "Identitätsprüfung abgeschlossen",
      text: "Für Sie ist hier nichts mehr zu tun. Wie es mit Ihrer Bestellung weitergeht, erfahren Sie per E-Mail.",
    },
    IdvNoMethodsAvailable: {
      headline: "Online ist für Sie gerade keine Identitätsprüfung möglich",
      text: "Kommen Sie mit Ihrem Ausweis in einen Shop oder rufen Sie uns an: Wir nennen Ihnen andere Wege.",
    },
    IdvSuccess: {
      headline: "Identitätsprüfung erfolgreich",
      text: "Vielen Dank, Ihre Identität ist bestätigt. Wir bearbeiten jetzt Ihre Bestellung und melden uns per E-Mail.",
    },
    NoMoreIdvPossible: {
      headline: "Identitätsprüfung fehlgeschlagen",
      text: "Wir konnten Ihre Identität nicht bestätigen, und alle Versuche sind aufgebraucht. Am Telefon oder im Shop finden wir eine Lösung.",
    },
    NotFound: {
      headline: "Diese Identitätsprüfung finden wir nicht",
      text: "Wahrscheinlich ist der Link nicht vollständig. Öffnen Sie ihn am besten direkt aus unserer E-Mail oder SMS.",
    },
    OfferCancelled: {
      headline: "Die Bestellung wurde storniert",
      text: "Deshalb müssen Sie Ihre Identität nicht mehr nachweisen. Haben Sie Fragen zur Stornierung? Dann rufen Sie uns bitte an.",
    },
    OfferConsumed: {
      headline: "Ihr Angebot ist angenommen",
      text: "Ihre Identität müssen Sie dafür nicht noch einmal nachweisen. Wie es mit Ihrer Bestellung weitergeht, erfahren Sie per E-Mail.",
    },
    OfferExpired: {
      headline: "Die Zeit für Ihre Identitätsprüfung ist abgelaufen",
      text: "Auch das Angebot dazu gilt nicht mehr. Haben Sie weiter Interesse? Dann rufen Sie uns bitte an.",
    },
    ReservationCallHotline: {
      headline: "Bitte rufen Sie uns zu Ihrer Identitätsprüfung an",
      text: "Bevor Sie Ihre Identität nachweisen können, müssen wir noch etwas zu Ihrer Bestellung mit Ihnen klären.",
    },
    TechnicalProblem: {
      headline: "Die Identitätsprüfung ist gerade nicht erreichbar",
      text: "Wir haben ein technisches Problem. Das liegt nicht an Ihnen und kostet Sie keinen Versuch. Versuchen Sie es bitte gleich noch einmal.",
    },
    Downtime: {
      headline: "Die Identitätsprüfung ist wegen Wartung unterbrochen",
      text: "Wir arbeiten an unseren Systemen. Das kostet Sie keinen Versuch. Bitte öffnen Sie Ihren Link später noch einmal.",
      textWithEnd:
        "Wir arbeiten an unseren Systemen, voraussichtlich bis {{downtimeEnd}}. Das kostet Sie keinen Versuch. Bitte öffnen Sie Ihren Link danach noch einmal.",
    },
    Unexpected: {
      headline: "Bei der Identitätsprüfung ist etwas schiefgegangen",
      text: "Bei uns ist ein unerwarteter Fehler aufgetreten. Versuchen Sie es noch einmal. Klappt es wieder nicht, rufen Sie uns an und nennen Sie die Vorgangsnummer.",
    },
  },
  /** Result labels of the identity verification as the specification words them. */
  idvResult: {
    failed: "Identitätsprüfung fehlgeschlagen",
    pending: "Identitätsprüfung in Bearbeitung",
  },
};
