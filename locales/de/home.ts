export default {
  home: {
    title: "Was möchten Sie erledigen?",
    lead: "Ihr Online-Service bei {{brand}}. Ohne Anmeldung, rund um die Uhr.",
    now: "Direkt online",
    offer: "Angebot ansehen und bestellen",
    offerText: "Mit dem Link aus unserer Nachricht",
    terminate: "Vertrag kündigen",
    terminateText: "In wenigen Minuten, mit Bestätigung",
    withdraw: "Vertrag widerrufen",
    withdrawText: "Ohne Begründung, innerhalb der Widerrufsfrist",
    link: "Mit einem Link von uns",
    linkText:
      "Dafür brauchen Sie den Link aus unserer E-Mail, unserer SMS oder unserem Brief. Er gilt nur für Sie.",
    identity: "Identität bestätigen",
    identityText:
      "Nach einer Bestellung senden wir Ihnen einen Link. Damit wählen Sie, wie Sie sich ausweisen: zum Beispiel per Video, mit dem Online-Ausweis oder in einer Filiale. Halten Sie Ihren Ausweis bereit.",
    customer: "Kundendaten ändern",
    customerText:
      "Mit dem Link aus unserer Nachricht ändern Sie Ihre Adresse, Ihre E-Mail-Adresse, Ihre Telefonnummer oder Ihre Bankverbindung.",
    email: "Werbung per E-Mail abbestellen",
    emailText:
      "Unten in jeder Werbe-E-Mail steht ein Link zum Abbestellen. Öffnen Sie ihn und klicken Sie auf „Werbung per E-Mail abbestellen“. Das kostet nichts.",
    help: "Hilfe",
    helpText: "Sie kommen nicht weiter oder haben keinen Link? Rufen Sie uns an.",
  },
};
