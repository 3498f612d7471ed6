/** Why a typed value is refused: `fields.<field>.<reason>`, reasons as the checks of the domain answer them. */
export default {
  form: {
    required: "{{path}} ist ein Pflichtfeld",
    invalid: "Diese Angabe können wir so nicht annehmen. Bitte prüfen Sie sie.",
  },
  fields: {
    salutation: {
      unknown: "Wählen Sie eine der Anreden oder lassen Sie die Auswahl leer.",
    },
    title: {
      tooLong: "Kürzen Sie den Titel auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Verwenden Sie im Titel nur Buchstaben, Punkte und Bindestriche, zum Beispiel „Prof. Dr.“.",
    },
    firstName: {
      missing: "Geben Sie Ihren Vornamen ein.",
      tooLong: "Kürzen Sie Ihren Vornamen auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Verwenden Sie im Vornamen nur Buchstaben, Leerzeichen, Bindestriche und Apostrophe.",
    },
    lastName: {
      missing: "Geben Sie Ihren Nachnamen ein.",
      tooLong: "Kürzen Sie Ihren Nachnamen auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Verwenden Sie im Nachnamen nur Buchstaben, Leerzeichen, Bindestriche und Apostrophe.",
    },
    birthDate: {
      missing: "Geben Sie Ihr Geburtsdatum ein.",
      incomplete: "Ihr Geburtsdatum ist nicht vollständig. Geben Sie Tag, Monat und Jahr ein.",
      shortYear: "Geben Sie Ihr Geburtsjahr mit vier Ziffern ein, zum Beispiel 1985.",
      notADate: "Dieses Geburtsdatum gibt es nicht. Prüfen Sie Tag, Monat und Jahr.",
      future: "Ihr Geburtsdatum liegt in der Zukunft. Prüfen Sie das Jahr.",
      tooYoung: "Sie müssen mindestens 18\u00a0Jahre alt sein, um zu bestellen.",
      tooOld: "Prüfen Sie Ihr Geburtsjahr. Demnach wären Sie über 120\u00a0Jahre alt.",
    },
    street: {
      missing: "Geben Sie Ihre Straße ein.",
      tooLong: "Kürzen Sie den Straßennamen auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Geben Sie den Straßennamen mit Buchstaben ein, ohne Sonderzeichen wie * oder #.",
      packstation:
        "Eine Packstation oder Postfiliale ist hier nicht möglich. Geben Sie die Straße ein, in der Sie wohnen.",
      postOfficeBox: "Ein Postfach ist hier nicht möglich. Geben Sie die Straße ein, in der Sie wohnen.",
    },
    houseNumber: {
      missing: "Geben Sie Ihre Hausnummer ein.",
      form: "Geben Sie die Hausnummer so ein: 12, 12a, 12-14 oder 3 1/2.",
    },
    postalCode: {
      missing: "Geben Sie Ihre Postleitzahl ein.",
      form: "Geben Sie Ihre Postleitzahl mit fünf Ziffern ein.",
      unknown: "Diese Postleitzahl gibt es in Deutschland nicht. Prüfen Sie die Ziffern.",
    },
    city: {
      missing: "Geben Sie Ihren Wohnort ein.",
      tooLong: "Kürzen Sie den Ortsnamen auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Geben Sie den Ort nur mit Buchstaben ein, zum Beispiel „Frankfurt (Oder)“.",
    },
    email: {
      missing: "Geben Sie Ihre E-Mail-Adresse ein.",
      tooLong: "Diese E-Mail-Adresse ist zu lang. Prüfen Sie Ihre Eingabe.",
      noAt: "In Ihrer E-Mail-Adresse fehlt das @-Zeichen.",
      form: "Prüfen Sie Ihre E-Mail-Adresse. Sie sieht zum Beispiel so aus: name@beispiel.de",
    },
    phone: {
      missing: "Geben Sie Ihre Telefonnummer ein.",
      form: "Geben Sie die Telefonnummer nur mit Ziffern ein, zum Beispiel 0152 28817386.",
      areaCode: "Ergänzen Sie die Vorwahl. Die Nummer beginnt mit 0 oder mit + und der Landesvorwahl.",
      unknownCountry: "Diese Landesvorwahl kennen wir nicht. Für Deutschland ist es +49.",
      tooShort: "Diese Telefonnummer ist zu kurz. Es fehlen Ziffern.",
      tooLong: "Diese Telefonnummer ist zu lang. Prüfen Sie die Ziffern.",
      unknown: "Diese Telefonnummer gibt es nicht. Prüfen Sie Vorwahl und Ziffern.",
    },
    consents: {
      changed: "Dieser Text hat sich gerade geändert. Bitte lesen Sie ihn und entscheiden Sie neu.",
    },
    addressChoice: {
      missing: "Wählen Sie, welche Adresse stimmt.",
      unknown: "Diesen Vorschlag gibt es nicht mehr. Wählen Sie bitte noch einmal.",
    },
    documentType: {
      missing: "Wählen Sie die Art Ihres Ausweises.",
      unknown: "Diese Ausweisart nehmen wir nicht an. Wählen Sie eine aus der Liste.",
    },
    documentNumber: {
      missing: "Geben Sie die Nummer Ihres Ausweises ein.",
      tooShort: "Diese Ausweisnummer ist zu kurz. Sie hat mindestens {{shortest}}\u00a0Zeichen.",
      tooLong: "Diese Ausweisnummer ist zu lang. Sie hat höchstens {{longest}}\u00a0Zeichen.",
      characters:
        "In der Ausweisnummer steht ein Zeichen, das dort nicht vorkommt. Vergleichen Sie sie mit Ihrem Ausweis.",
      form: "Diese Ausweisnummer passt nicht zur Ausweisart. Beim vorläufigen Personalausweis sind es ein Buchstabe und sieben Ziffern.",
      checkDigit:
        "Die letzte Ziffer passt nicht zur Ausweisnummer. Prüfen Sie die Nummer oder lassen Sie die zehnte Stelle weg.",
      zeroForO: "Der Buchstabe O kommt hier nicht vor. Meinten Sie die Ziffer 0, also {{suggestion}}?",
    },
    issuingAuthority: {
      missing: "Geben Sie ein, welche Behörde den Ausweis ausgestellt hat.",
      tooLong: "Kürzen Sie den Namen der Behörde auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Geben Sie die Behörde so ein, wie sie auf dem Ausweis steht, zum Beispiel „Stadt Köln“.",
    },
    nationality: {
      missing: "Wählen Sie Ihre Staatsangehörigkeit.",
      unknown: "Wählen Sie eine Staatsangehörigkeit aus der Liste.",
    },
    expiryDate: {
      missing: "Geben Sie ein, bis wann Ihr Ausweis gültig ist.",
      incomplete: "Das Gültigkeitsdatum ist nicht vollständig. Geben Sie Tag, Monat und Jahr ein.",
      shortYear: "Geben Sie das Jahr mit vier Ziffern ein, zum Beispiel 2031.",
      notADate: "Dieses Gültigkeitsdatum gibt es nicht. Prüfen Sie Tag, Monat und Jahr.",
      expired: "Dieser Ausweis ist abgelaufen. Bitte verwenden Sie einen gültigen.",
      tooFar: "So lange ist kein Ausweis gültig. Prüfen Sie das Jahr.",
    },
    paymentMethod: {
      missing: "Wählen Sie, wie Sie bezahlen möchten.",
      unknown: "Diese Zahlungsart gibt es für Ihr Angebot nicht. Wählen Sie eine andere.",
    },
    accountHolder: {
      missing: "Geben Sie ein, wem das Konto gehört.",
      tooLong: "Kürzen Sie den Namen auf höchstens {{max}}\u00a0Zeichen.",
      characters: "Geben Sie den Namen so ein, wie er auf Ihrer Bankkarte steht.",
    },
    iban: {
      missing: "Geben Sie Ihre IBAN ein.",
      form: "Prüfen Sie Ihre IBAN. Sie beginnt mit zwei Buchstaben und zwei Ziffern, zum Beispiel DE89.",
      country: "Mit {{country}} beginnt keine IBAN. Eine deutsche IBAN beginnt mit DE.",
      length:
        "Eine IBAN, die mit {{country}} beginnt, hat {{expected}}\u00a0Zeichen. Sie haben {{given}} eingegeben.",
      checkDigit: "In Ihrer IBAN steckt ein Tippfehler. Vergleichen Sie sie mit Ihrer Bankkarte.",
      notSepa:
        "Diese IBAN ist richtig, aber von Konten, die mit {{country}} beginnen, ist keine SEPA-Lastschrift möglich. Geben Sie ein Konto aus einem SEPA-Land an.",
      refused:
        "Von diesem Konto können wir nicht abbuchen. Prüfen Sie Ihre IBAN oder geben Sie ein anderes Konto an.",
      payoutNotSepa:
        "Auf Konten, die mit {{country}} beginnen, können wir nicht überweisen. Geben Sie ein Konto aus einem SEPA-Land an.",
      payoutRefused:
        "Auf dieses Konto können wir nicht überweisen. Prüfen Sie Ihre IBAN oder geben Sie ein anderes Konto an.",
    },
    payoutRequested: {
      missing:
        "Sie haben ein Konto angegeben. Kreuzen Sie die Auszahlung an oder leeren Sie die Felder zum Konto.",
    },
    sepaMandate: {
      missing:
        "Ohne Ihr SEPA-Mandat dürfen wir nicht abbuchen. Stimmen Sie zu oder wählen Sie eine andere Zahlungsart.",
    },
    serviceType: {
      missing: "Wählen Sie, was Sie kündigen möchten.",
      unknown: "Diese Vertragsart gibt es hier nicht. Wählen Sie eine aus der Liste.",
    },
    cancellationType: {
      unknown: "Wählen Sie, ob Sie ordentlich oder außerordentlich kündigen.",
    },
    identification: {
      missing:
        "Damit wir Ihren Vertrag finden, geben Sie eine dieser Nummern an: Rufnummer, Kundennummer oder Vertragsnummer. Stattdessen reichen auch Geburtsdatum und Adresse.",
      incomplete:
        "Ohne eine Nummer brauchen wir Geburtsdatum und vollständige Adresse. Ergänzen Sie diese Angabe.",
    },
    customerNumber: {
      form: "Prüfen Sie Ihre Kundennummer. Sie besteht nur aus Ziffern und Buchstaben.",
    },
    contractNumber: {
      form: "Prüfen Sie Ihre Vertragsnummer. Sie besteht nur aus Ziffern und Buchstaben.",
    },
    confirmation: {
      missing:
        "Geben Sie eine E-Mail-Adresse oder eine Telefonnummer an. Dorthin schicken wir Ihre Bestätigung.",
    },
    selectTerminationDate: {
      unknown: "Wählen Sie, ob der Vertrag zum nächstmöglichen oder zu einem späteren Zeitpunkt enden soll.",
    },
    terminationDate: {
      missing: "Geben Sie ein, wann Ihr Vertrag enden soll.",
      incomplete: "Das gewünschte Ende ist nicht vollständig. Geben Sie Tag, Monat und Jahr ein.",
      shortYear: "Geben Sie das Jahr mit vier Ziffern ein, zum Beispiel 2027.",
      notADate: "Dieses Datum gibt es nicht. Prüfen Sie Tag, Monat und Jahr.",
      past: "Das gewünschte Ende liegt in der Vergangenheit. Geben Sie heute oder einen späteren Tag ein.",
      onlyLater:
        "Sie haben ein Datum eingegeben, aber „Zum nächstmöglichen Zeitpunkt“ gewählt. Wählen Sie „Zu einem späteren Datum“ oder löschen Sie das Datum.",
    },
    reason: {
      missing: "Wählen Sie, warum Sie außerordentlich kündigen.",
      unknown: "Diesen Grund gibt es hier nicht. Wählen Sie einen aus der Liste.",
      onlySpecial:
        "Einen Grund brauchen wir nur bei einer außerordentlichen Kündigung. Ändern Sie die Art der Kündigung oder wählen Sie keinen Grund.",
    },
    moveDate: {
      missing: "Geben Sie ein, wann Sie umziehen.",
      incomplete: "Das Umzugsdatum ist nicht vollständig. Geben Sie Tag, Monat und Jahr ein.",
      shortYear: "Geben Sie das Jahr Ihres Umzugs mit vier Ziffern ein.",
      notADate: "Dieses Umzugsdatum gibt es nicht. Prüfen Sie Tag, Monat und Jahr.",
    },
    newAddress: {
      missing: "Geben Sie Ihre neue Adresse ein.",
      tooLong: "Kürzen Sie die neue Adresse auf höchstens {{max}}\u00a0Zeichen.",
    },
    country: {
      missing: "Geben Sie das Land ein, in das Sie ziehen.",
      tooLong: "Kürzen Sie den Namen des Landes auf höchstens {{max}}\u00a0Zeichen.",
    },
    reasonText: {
      missing: "Beschreiben Sie kurz den Grund Ihrer Kündigung.",
      tooLong: "Kürzen Sie Ihre Beschreibung auf höchstens {{max}}\u00a0Zeichen.",
    },
    dateOfDeath: {
      incomplete:
        "Das Sterbedatum ist nicht vollständig. Geben Sie Tag, Monat und Jahr ein oder lassen Sie alle drei Felder leer.",
      shortYear: "Geben Sie das Jahr mit vier Ziffern ein.",
      notADate: "Dieses Datum gibt es nicht. Prüfen Sie Tag, Monat und Jahr.",
      future: "Das Sterbedatum liegt in der Zukunft. Prüfen Sie Ihre Angabe.",
    },
    file: {
      tooLarge: "Diese Datei ist zu groß. Erlaubt sind höchstens 10\u00a0MB.",
      type: "Diese Datei können wir nicht öffnen. Laden Sie ein PDF, JPEG oder PNG hoch.",
      empty: "Diese Datei ist leer. Wählen Sie eine andere.",
    },
    contractReference: {
      missing:
        "Geben Sie an, welchen Vertrag Sie widerrufen: mit Bestellnummer, Vertragsnummer oder Rufnummer.",
      form: "Prüfen Sie die Bestellnummer, Vertragsnummer oder Rufnummer.",
    },
    method: {
      missing: "Wählen Sie, wie Sie Ihre Identität nachweisen möchten.",
      unknown: "Diesen Weg gibt es gerade nicht. Wählen Sie einen anderen.",
    },
  },
};
