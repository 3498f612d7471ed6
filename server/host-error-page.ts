import type { Request, Response } from "express";
import de from "#locales/de/common.json" with { type: "json" };
import deTermination from "#locales/de/termination.json" with { type: "json" };
import deWithdrawal from "#locales/de/withdrawal.json" with { type: "json" };
import en from "#locales/en/common.json" with { type: "json" };
import enTermination from "#locales/en/termination.json" with { type: "json" };
import enWithdrawal from "#locales/en/withdrawal.json" with { type: "json" };
import tr from "#locales/tr/common.json" with { type: "json" };
import trTermination from "#locales/tr/termination.json" with { type: "json" };
import trWithdrawal from "#locales/tr/withdrawal.json" with { type: "json" };
import { requestedPage } from "./requested-page.ts";

const languages = ["de", "en", "tr"] as const;
type Language = (typeof languages)[number];

/** The links that every page needs (§§ 312k, 356a BGB: permanent and easy to reach), and the buttons of forms. */
const words = {
  de: { prefix: "", ...de, termination: deTermination.form.submit, withdrawal: deWithdrawal.form.submit },
  en: { prefix: "/en", ...en, termination: enTermination.form.submit, withdrawal: enWithdrawal.form.submit },
  tr: { prefix: "/tr", ...tr, termination: trTermination.form.submit, withdrawal: trWithdrawal.form.submit },
};

/** Answers that the host gives without the app. */
const pages = {
  "bad-request": {
    status: 400,
    de: [
      "Diese Adresse stimmt nicht",
      "Bitte prüfen Sie den Link. Vielleicht wurde er beim Kopieren verändert.",
    ],
    en: ["This address is not right", "Please check the link. It may have been changed when it was copied."],
    tr: ["Bu adres doğru değil", "Lütfen bağlantıyı kontrol edin. Kopyalanırken değişmiş olabilir."],
  },
  "unknown-host": {
    status: 421,
    de: [
      "Unter diesem Namen finden Sie uns nicht",
      "Bitte prüfen Sie den Anfang der Adresse, zum Beispiel mit dem Link in unserer Nachricht an Sie.",
    ],
    en: [
      "You will not find us under this name",
      "Please check how the address begins, for example with the link in our message to you.",
    ],
    tr: [
      "Bizi bu adla bulamazsınız",
      "Lütfen adresin başını kontrol edin; örneğin size gönderdiğimiz mesajdaki bağlantıyla karşılaştırın.",
    ],
  },
  "foreign-origin": {
    status: 403,
    de: [
      "Die Anfrage wurde nicht angenommen",
      "Sie kam nicht von einer unserer Seiten. Bitte öffnen Sie das Formular neu und senden Sie es noch einmal.",
    ],
    en: [
      "The request was not accepted",
      "It did not come from one of our pages. Please open the form again and send it once more.",
    ],
    tr: [
      "İstek kabul edilmedi",
      "İstek sayfalarımızdan gelmedi. Lütfen formu yeniden açın ve tekrar gönderin.",
    ],
  },
  "method-not-allowed": {
    status: 405,
    de: ["So kann diese Seite nicht aufgerufen werden", "Bitte öffnen Sie die Seite in Ihrem Browser."],
    en: ["This page cannot be called that way", "Please open the page in your browser."],
    tr: ["Bu sayfa bu şekilde açılamaz", "Lütfen sayfayı tarayıcınızda açın."],
  },
  "too-large": {
    status: 413,
    de: [
      "Das ist zu groß",
      "Bitte gehen Sie zurück und senden Sie weniger Text oder eine kleinere Datei (höchstens 10 MB).",
    ],
    en: ["This is too large", "Please go back and send less text or a smaller file (10 MB at most)."],
    tr: [
      "Bu çok büyük",
      "Lütfen geri dönün ve daha az metin veya daha küçük bir dosya (en fazla 10 MB) gönderin.",
    ],
  },
  "unsupported-form": {
    status: 415,
    de: [
      "Dieses Format kennen wir nicht",
      "Bitte senden Sie das Formular so, wie es auf unserer Seite steht.",
    ],
    en: ["We do not know this format", "Please send the form as it is on our page."],
    tr: ["Bu biçimi tanımıyoruz", "Lütfen formu sayfamızda olduğu gibi gönderin."],
  },
  "too-many-requests": {
    status: 429,
    de: [
      "Das waren zu viele Anfragen",
      "Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal. Ihre Angaben sind nicht verloren.",
    ],
    en: ["That was too many requests", "Please wait a minute, then try again. What you entered is not lost."],
    tr: [
      "Çok fazla istek gönderildi",
      "Lütfen bir dakika bekleyip yeniden deneyin. Girdikleriniz kaybolmadı.",
    ],
  },
  overloaded: {
    status: 503,
    de: [
      "Gerade ist sehr viel los",
      "Bitte versuchen Sie es in einigen Sekunden noch einmal. Ihre Angaben sind nicht verloren.",
    ],
    en: [
      "There is a lot going on right now",
      "Please try again in a few seconds. What you entered is not lost.",
    ],
    tr: ["Şu anda çok yoğunuz", "Lütfen birkaç saniye sonra yeniden deneyin. Girdikleriniz kaybolmadı."],
  },
  "internal-error": {
    status: 500,
    de: ["Das hat nicht geklappt", "Bitte versuchen Sie es in einigen Minuten noch einmal."],
    en: ["That did not work", "Please try again in a few minutes."],
    tr: ["Bu işlem yapılamadı", "Lütfen birkaç dakika sonra yeniden deneyin."],
  },
} satisfies Record<string, { status: number } & Record<Language, [headline: string, text: string]>>;

type HostErrorPage = keyof typeof pages;

function languageOf(request: Request): Language {
  const prefix = request.originalUrl.split(/[/?]/)[1];
  if (prefix === "en" || prefix === "tr") return prefix;
  return (request.acceptsLanguages([...languages]) || "de") as Language;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A form that was turned away, to be sent again just as it is, by a button with the words that the law wants. An order
 * goes back to its summary: what is ordered, at what price, has to be above its button (§ 312j BGB).
 */
function formAgain(request: Request, fields: [string, string][], language: Language): string {
  if (fields.length === 0) return "";
  const { actions, unexpected, termination, withdrawal } = words[language];
  const page = requestedPage(request).row?.name ?? "";
  const address = escaped(request.originalUrl);
  if (page === "summary") return `<p><a href="${address}">${actions.back}</a></p>\n`;
  const legal: Record<string, string> = { termination, "selfcare-termination": termination, withdrawal };
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${address}">
${inputs.join("\n")}
<button>${legal[page] ?? unexpected.again}</button>
</form>
`;
}

/**
 * Sends a short page, or a problem (RFC 9457) to scripts, that needs neither app nor backend.
 * @param fields what was posted, for a page that can send it again
 */
export function sendHostErrorPage(
  request: Request,
  response: Response,
  name: HostErrorPage,
  fields: [name: string, value: string][] = [],
): void {
  const language = languageOf(request);
  const [headline, text] = pages[name][language];
  const {
    prefix,
    shell: { terminate, withdraw },
  } = words[language];
  const { status } = pages[name];
  response.locals.pattern ??= `(${name})`;
  response.status(status).set(headers).vary("Accept, Accept-Language");
  if (request.accepts(["html", "json", problemType]) !== "html") {
    const type = `tag:selfservice-portal,2026:${name}`;
    const problem = { type, title: headline, status, state: name, detail: text };
    response.type(problemType).send(JSON.stringify({ ...problem, page: "unexpected-error" }));
    return;
  }
  response.type("html").send(`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${headline}</title>
<style>${style}</style>
</head>
<body>
<main data-page="unexpected-error" data-state="${name}">
<h1>${headline}</h1>
<p>${text}</p>
${formAgain(request, fields, language)}</main>
<footer>
<p><a href="${prefix}/kuendigung">${terminate}</a></p>
<p><a href="${prefix}/widerruf">${withdraw}</a></p>
</footer>
</body>
</html>
`);
}

const problemType = "application/problem+json";
const style =
  "body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff}main,footer{max-width:34rem;margin:3rem auto;padding:0 1rem}a{color:inherit}h1{font-size:1.75rem;line-height:1.2}";
const headers = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};
