/** Customer data behind a personal link. */
export default {
  page: {
    title: "Meine Kundendaten",
    lead: "Füllen Sie nur aus, was sich ändert. Was Sie leer lassen, bleibt, wie es ist.",
    name: "Name",
    customerNumber: "Kundennummer",
    contact: "Kontakt",
    email: "Neue E-Mail-Adresse",
    phone: "Neue Telefonnummer",
    stored: "Gespeichert: {{masked}}",
    noneYet: "Noch nichts gespeichert",
    account: "Bankverbindung",
    accountHolder: "Name auf dem neuen Konto",
    iban: "Neue IBAN",
    submit: "Änderungen speichern",
    help: "Ihr Name hat sich geändert?",
    helpText: "Dafür brauchen wir einen Nachweis. Rufen Sie uns bitte an.",
  },
  problem: {
    nothingTitle: "Sie haben nichts geändert",
    nothing: "Ihre Angaben sind so schon gespeichert. Ändern Sie etwas oder schließen Sie die Seite.",
    failedTitle: "Das Speichern hat nicht geklappt",
    failed:
      "Ihre Eingaben sind noch da. Versuchen Sie es in einigen Minuten noch einmal. Es wird nichts doppelt gespeichert.",
    failedWithEnd:
      "Wir arbeiten an unseren Systemen, voraussichtlich bis {{downtimeEnd}}. Ihre Eingaben sind noch da. Speichern Sie sie bitte danach noch einmal. Es wird nichts doppelt gespeichert.",
    refusedTitle: "Wir können Ihre Angaben so nicht speichern",
    refused: "Prüfen Sie bitte Ihre Eingaben oder rufen Sie uns an.",
  },
  conflict: {
    title: "Ihre Daten wurden inzwischen geändert",
    text: "Seit Sie diese Seite geöffnet haben, wurden Ihre Daten an anderer Stelle geändert. Vergleichen Sie bitte beide Stände. Von Ihrer Eingabe ist noch nichts gespeichert.",
    compare: "Beide Stände im Vergleich",
    stored: "Jetzt gespeichert",
    entered: "Ihre Eingabe",
    unchanged: "nicht geändert",
    submit: "Meine Eingabe speichern",
    keep: "Gespeicherte Angaben behalten",
  },
  receipt: {
    title: "Ihre Änderungen sind gespeichert",
    lead: "Eingegangen am {{at}}. Wenn wir Ihre E-Mail-Adresse kennen, senden wir Ihnen eine Bestätigung.",
    changed: "Das haben wir geändert",
    reference: "Vorgangsnummer",
    again: "Weitere Angaben ändern",
  },
  fields: {
    address: "Adresse",
    email: "E-Mail-Adresse",
    phone: "Telefonnummer",
    bankAccount: "Bankverbindung",
  },
  states: {
    NotFound: {
      headline: "Dieser Link funktioniert nicht",
      text: "Zu diesem Link haben wir keine Kundendaten gefunden. Öffnen Sie ihn bitte noch einmal direkt aus unserer Nachricht oder rufen Sie uns an.",
    },
    LinkExpired: {
      headline: "Dieser Link ist abgelaufen",
      text: "Zu Ihrer Sicherheit gilt der Link nur für kurze Zeit. Rufen Sie uns an, dann senden wir Ihnen einen neuen.",
    },
    Unauthorized: {
      headline: "Hier brauchen Sie einen neuen Link",
      text: "Mit diesem Link dürfen wir Ihnen die Daten nicht mehr zeigen. Rufen Sie uns an, dann senden wir Ihnen einen neuen.",
    },
    Forbidden: {
      headline: "Diese Daten können wir Ihnen hier nicht zeigen",
      text: "Rufen Sie uns bitte an. Wir helfen Ihnen gern weiter.",
    },
    Downtime: {
      headline: "Wir arbeiten gerade an unseren Systemen",
      text: "Ihre Kundendaten sind im Moment nicht erreichbar. Versuchen Sie es bitte später noch einmal.",
      textWithEnd:
        "Ihre Kundendaten sind im Moment nicht erreichbar. Die Arbeiten dauern voraussichtlich bis {{downtimeEnd}}. Versuchen Sie es bitte danach noch einmal.",
    },
    TechnicalProblem: {
      headline: "Ihre Kundendaten lassen sich gerade nicht laden",
      text: "Das liegt an uns. Versuchen Sie es bitte noch einmal oder rufen Sie uns an.",
    },
  },
};
