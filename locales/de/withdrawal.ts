export default {
  form: {
    title: "Vertrag widerrufen",
    lead: "Widerrufen Sie einen Vertrag, den Sie online oder am Telefon geschlossen haben. Einen Grund brauchen Sie nicht.",
    submit: "Widerruf bestätigen",
    firstName: "Vorname",
    lastName: "Nachname",
    contractReference: "Welcher Vertrag?",
    contractReferenceHint: "Bestellnummer, Vertragsnummer oder Rufnummer",
    email: "E-Mail-Adresse",
    emailHint: "Dorthin senden wir sofort die Eingangsbestätigung.",
    notTermination: "Sie möchten einen laufenden Vertrag beenden?",
    terminate: "Verträge hier kündigen",
  },
  confirmation: {
    title: "Ihr Widerruf ist eingegangen",
    sentTo: "Wir haben diese Bestätigung an {{to}} gesendet.",
    first: "Dieser Widerruf war schon bei uns eingegangen. Es gilt der Inhalt von damals, wie er hier steht.",
    receipt: "Eingangsbestätigung",
    declaration: "Hiermit widerrufe ich den unten genannten Vertrag.",
    id: "Vorgangsnummer",
    receivedAt: "Eingegangen am",
    name: "Name",
    contract: "Vertrag",
    email: "E-Mail-Adresse",
    next: "So geht es weiter",
    nextMoney: "Ihr Geld zahlen wir Ihnen innerhalb von 14\u00a0Tagen zurück.",
    nextDevice: "Haben Sie ein Gerät bekommen? Dann senden Sie es bitte innerhalb von 14\u00a0Tagen zurück.",
    keep: "Speichern Sie die Adresse dieser Seite als Lesezeichen: Damit finden Sie die Bestätigung wieder.",
    download: "Bestätigung als PDF",
  },
  states: {
    NotFound: {
      headline: "Diese Eingangsbestätigung finden wir nicht",
      text: "Prüfen Sie bitte, ob die Adresse vollständig ist. Wenn Sie widerrufen haben, liegt die Bestätigung auch in Ihrem E-Mail-Postfach.",
    },
  },
  errors: {
    toForm: "Zum Widerrufsformular",
    formHeadline: "Ihren Widerruf konnten wir noch nicht bestätigen",
    formText:
      "Unser System antwortet gerade nicht. Alle Angaben stehen noch hier. Klicken Sie bitte noch einmal auf „Widerruf bestätigen“. Auch wenn Ihr Widerruf schon angekommen ist, gilt er nur einmal. Hotline: {{hotline}}, Vorgangsnummer: {{traceId}}",
    formTextWithEnd:
      "Wir arbeiten an unseren Systemen, voraussichtlich bis {{downtimeEnd}}. Alle Angaben stehen noch hier. Klicken Sie bitte danach noch einmal auf „Widerruf bestätigen“. Auch wenn Ihr Widerruf schon angekommen ist, gilt er nur einmal. Hotline: {{hotline}}, Vorgangsnummer: {{traceId}}",
    refusedText:
      "So konnten wir Ihren Widerruf nicht annehmen. Prüfen Sie bitte Ihre Angaben oder rufen Sie uns an: {{hotline}}, Vorgangsnummer: {{traceId}}",
  },
};
