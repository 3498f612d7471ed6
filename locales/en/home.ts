export default {
  home: {
    title: "Ihre Anliegen bei {{brand}}",
    lead: "Hier erledigen Sie Vertragssachen direkt online, ohne Anmeldung.",
    offer: "Angebot ansehen und bestellen",
    offerText: "Mit dem Link aus unserer Nachricht an Sie",
    terminate: "Vertrag kündigen",
    terminateText: "In wenigen Minuten, mit Bestätigung",
    withdraw: "Vertrag widerrufen",
    withdrawText: "Innerhalb der Widerrufsfrist, ohne Begründung",
    email: "Werbung per E-Mail abbestellen",
    emailText: "Mit dem Link aus der Werbe-E-Mail",
    identity: "Identität bestätigen",
    identityText: "Mit dem Link aus unserer Nachricht an Sie",
    help: "Brauchen Sie Hilfe?",
    helpText: "Rufen Sie uns an: {{number}}",
  },
};
