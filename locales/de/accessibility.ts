/** Accessibility statement (§ 14 BFSG, annex 3): what, how met, known gaps, contact, authority. */
export default {
  statement: {
    title: "Erklärung zur Barrierefreiheit",
    lead: "Alle sollen unseren Online-Service nutzen können. Hier lesen Sie, was wir dafür tun, was noch fehlt und wer Ihnen hilft.",
    service: "Worum es geht",
    serviceText:
      "Diese Erklärung gilt für den Online-Service von {{brand}}. Hier nehmen Sie Angebote an, bestätigen Ihre Identität, ändern Kundendaten, bestellen Werbung ab und kündigen oder widerrufen Verträge.",
    serviceSteps:
      "Viele Vorgänge beginnen mit einem Link aus einer Nachricht von uns. Formulare führen Sie Schritt für Schritt. Am Ende steht immer eine Bestätigung.",
    law: "Rechtliche Grundlage",
    lawText:
      "Seit dem 28. Juni 2025 gilt für Telekommunikationsdienste das Barrierefreiheitsstärkungsgesetz (BFSG). Maßstab ist die europäische Norm EN 301 549 mit den Richtlinien WCAG 2.1, Stufe AA. Wir richten uns nach der neueren Fassung WCAG 2.2, Stufe AA.",
    how: "So erfüllen wir die Anforderungen",
    measures: {
      keyboard: "Alles lässt sich mit der Tastatur bedienen. Sie sehen immer, wo Sie gerade sind.",
      zoom: "Die Seiten passen auf Bildschirme ab 320\u00a0Pixel Breite. Sie lassen sich auf 400\u00a0Prozent vergrößern.",
      contrast: "Texte und Bedienelemente heben sich deutlich vom Hintergrund ab.",
      reader: "Überschriften, Felder und Meldungen sind für Vorleseprogramme beschriftet.",
      errors: "Bei Fehlern steht oben auf der Seite und neben dem Feld, was Sie ändern können.",
      script: "Alle Vorgänge funktionieren auch ohne JavaScript und bei langsamer Verbindung.",
      motion: "Bewegung lässt sich in den Einstellungen Ihres Geräts abschalten. Wir richten uns danach.",
      words: "Wir schreiben kurze Sätze und vermeiden Fachwörter.",
    },
    gaps: "Was noch nicht barrierefrei ist",
    known: {
      documents:
        "PDF-Dokumente wie Vertragszusammenfassung und Preisliste sind noch nicht alle für Vorleseprogramme aufbereitet. Es gibt sie nur auf Deutsch. Am Telefon gehen wir den Inhalt gern mit Ihnen durch.",
      partners:
        "Zum Bezahlen, zum Anmelden und für die Identitätsprüfung wechseln Sie teils auf Seiten unserer Partner. Dort können Barrieren bestehen. Ihre Identität können Sie auch vor Ort bestätigen.",
      signs: "Inhalte in Gebärdensprache und in Leichter Sprache fehlen noch.",
    },
    checked: "So prüfen wir",
    checkedText:
      "Wir prüfen alle Seiten mit automatischen Werkzeugen, mit der Tastatur und auf kleinen Bildschirmen. Eine unabhängige Stelle hat sie noch nicht geprüft. Stand dieser Erklärung: {{date}}.",
    contact: "Sie stoßen auf eine Barriere?",
    contactText:
      "Sagen Sie uns, auf welcher Seite es hakt und was Sie erledigen wollten. Wir helfen Ihnen weiter und kümmern uns um das Problem.",
    imprint: "Weitere Kontaktwege finden Sie im Impressum",
    authority: "Zuständige Behörde",
    authorityText:
      "Können wir Ihnen nicht helfen? Dann können Sie sich an die Marktüberwachung der Bundesländer wenden:",
  },
};
