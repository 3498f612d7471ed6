type Rule = [wrong: RegExp, message: string];

/** What is right in one language is wrong in another: quotation marks, percentages, the word for a thing. */
const conventions: Record<string, Rule[]> = {
  de: [
    [/”|(?<!„[^“]*)“/, "has no German quotes: use „…“"],
    [/[\p{L}\d]…/u, "has no blank before …"],
    [/[\d}] ?%/, "has no unbroken blank before %"],
    [/\b(?:z\. ?B|d\. ?h|u\. ?a)\./, "has an abbreviation: write it out"],
    [/\b(?:du|dein\w*|dir|dich|euch|euer\w*)\b/i, "does not say Sie"],
    [/\b(?:drücken|tippen) Sie|\bnoch einmal drücken/i, "does not say klicken"],
    [/E\u2011Mail-/, "lets E-Mail-Adresse break: use U+2011"],
    [/\b(?:Email|eMail|E-mail|e-Mail|Mailadresse)/, "does not say E-Mail"],
    [/MBit/, "does not say Mbit"],
    // Without `lang`, a screen reader reads it as German. Loan words such as Link are German.
    [/(?<![\p{L}{])(?:the|of|your|and|with|please|for|you|are|this)(?![\p{L}}])/iu, "has English words"],
    [/Identität[^.?!]* nachweisen/, "does not say Identität bestätigen"],
  ],
  en: [
    [/„/, "has no English quotes: use “…”"],
    [/ …/, "has a blank before …"],
    [/[\d}]\s%/, "has a blank before %"],
    [/\bemail/i, "does not say e-mail"],
    [/\bclick/i, "does not say press"],
    [
      /\bcustomer data\b|\bevidence\b|\bprove\b/i,
      "does not say customer details, supporting document, confirm",
    ],
    [
      /fibre|instalment|cancelled|labelled|acknowledgement|(?:col|hon|fav)our|\bgrey|centre|(?:author|organ|recogn|real)is/i,
      "is not American English",
    ],
    [/\d (?:Jan|Feb|March|Apr|May|June|July|Aug|Sep|Oct|Nov|Dec)/, "has a date that is not American"],
  ],
  tr: [
    [/„/, "has no Turkish quotes: use “…”"],
    [/ …/, "has a blank before …"],
    [/[\d}]\s?%/, "has its % after the number"],
    [/\be-?mail|\beposta/i, "does not say e-posta"],
    [/\b(?:dahil|hala|halde)\b/i, "lacks a circumflex: dâhil, hâlâ, hâlde"],
    [/\b(?:sen|sana|senin|seni)\b/i, "does not say siz"],
    [/düğmesine\P{P}* tıkla/u, "does not say basın"],
    [/[şŞ]u an/, "lets şu an break: use U+00A0"],
    [/\}\}(?:’\p{L}| m[iıuü]\b)/u, "has a suffix whose vowel the value decides"],
  ],
};

const units = new RegExp(
  `(?:\\d|number\\}\\}) (?:${[
    "Monate?n?|Tage?n?|Zeichen|Minuten?|Versuche?|Werktage?n?|Raten?|Jahre",
    "months?|days?|characters|minutes?|attempts?|business days?|installments?",
    "ay|ayda|gün|karakter|dakika|deneme|taksit|iş günü",
    "[GM]B|[GM]bit/s\\w*",
  ].join("|")})(?!\\p{L})`,
  "u",
);

/** A field's name has a line of its own, and scripts find the field by it. */
const fieldName = /^(?:\p{L}+ )?e-(?:mail|posta)(?:-Adresse| address| adresi)?$/iu;

/** Where a text in a language breaks its conventions, or lets apart what belongs on one line. */
export function languageProblems(language: string, text: string, key = ""): string[] {
  const withoutPlaceholders = text.replace(/\{\{\s*\w+/g, "{{x");
  const rules: Rule[] = [
    ...(conventions[language] ?? []),
    [units, "lets a number and its unit break: use U+00A0"],
    [/\d \d/, "lets a number break: use U+00A0"],
    [/(?:§|\bSection|\bmd\.|\bArt(?:\.|icle|ikel)) \d/i, "lets a section and its number break: use U+00A0"],
  ];
  if (!fieldName.test(text)) rules.push([/\be-(?:mail|posta)/i, "lets E-Mail break: use U+2011"]);
  if (key.endsWith(".missing")) rules.push([/prüf|\bcheck\b|kontrol/i, "asks to check what is empty"]);
  return rules.filter(([wrong]) => wrong.test(withoutPlaceholders)).map(([, message]) => message);
}
