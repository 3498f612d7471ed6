import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import de from "#locales/de/common.json" with { type: "json" };
import deHost from "#locales/de/host.json" with { type: "json" };
import deTermination from "#locales/de/termination.json" with { type: "json" };
import deWithdrawal from "#locales/de/withdrawal.json" with { type: "json" };
import en from "#locales/en/common.json" with { type: "json" };
import enHost from "#locales/en/host.json" with { type: "json" };
import enTermination from "#locales/en/termination.json" with { type: "json" };
import enWithdrawal from "#locales/en/withdrawal.json" with { type: "json" };
import tr from "#locales/tr/common.json" with { type: "json" };
import trHost from "#locales/tr/host.json" with { type: "json" };
import trTermination from "#locales/tr/termination.json" with { type: "json" };
import trWithdrawal from "#locales/tr/withdrawal.json" with { type: "json" };
import { requestedPage } from "./requested-page.ts";

/** Texts, the links that every page needs (§§ 312k, 356a BGB: permanent and easy to reach), the buttons of forms. */
const words = {
  de: {
    ...de,
    prefix: "",
    host: deHost,
    termination: deTermination.form.submit,
    withdrawal: deWithdrawal.form.submit,
  },
  en: {
    ...en,
    prefix: "/en",
    host: enHost,
    termination: enTermination.form.submit,
    withdrawal: enWithdrawal.form.submit,
  },
  tr: {
    ...tr,
    prefix: "/tr",
    host: trHost,
    termination: trTermination.form.submit,
    withdrawal: trWithdrawal.form.submit,
  },
};
type Language = keyof typeof words;

/** Answers that the host gives without the app. Texts: `host.<name>`. */
const statuses = {
  "bad-request": 400,
  "unknown-host": 421,
  "foreign-origin": 403,
  "method-not-allowed": 405,
  "too-large": 413,
  "unsupported-form": 415,
  "too-many-requests": 429,
  overloaded: 503,
  "internal-error": 500,
} satisfies Record<keyof typeof deHost, number>;

type HostErrorPage = keyof typeof statuses;

function languageOf(request: Request): Language {
  const prefix = request.originalUrl.split(/[/?]/)[1];
  if (prefix === "en" || prefix === "tr") return prefix;
  return (request.acceptsLanguages(Object.keys(words)) || "de") as Language;
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
  const isNamed = fields.some(([name]) => name === "submissionId");
  const sent: typeof fields = isNamed ? fields : [["submissionId", randomUUID()], ...fields];
  const inputs = sent.map(
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
  const { prefix, host, shell, unexpected } = words[language];
  const { title, text } = host[name];
  const status = statuses[name];
  const { brand = "", traceId = randomUUID() } = visitorOf(request);
  response.locals.pattern ??= `(${name})`;
  // For the log's line: it is found by the number that the customer reads.
  response.locals.traceId = traceId;
  response.status(status).set(headers).vary("Accept, Accept-Language");
  if (request.accepts(["html", "json", problemType]) !== "html") {
    const type = `tag:selfservice-portal,2026:${name}`;
    const problem = { type, title, status, state: name, detail: text, traceId };
    response.type(problemType).send(JSON.stringify({ ...problem, page: "unexpected-error" }));
    return;
  }
  response.type("html").send(`<!DOCTYPE html>
<html lang="${language}" data-brand="${brand}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main data-page="unexpected-error" data-state="${name}">
<h1>${title}</h1>
<p>${text}</p>
${formAgain(request, fields, language)}<p>${unexpected.trace}: ${traceId}</p>
</main>
<footer>
<p><a href="${prefix}/kuendigung">${shell.terminate}</a></p>
<p><a href="${prefix}/widerruf">${shell.withdraw}</a></p>
</footer>
</body>
</html>
`);
}

function visitorOf(request: Request): { brand?: string; traceId?: string } {
  const address = `http://${request.headers.host}${request.originalUrl}`;
  const url = new URL(URL.canParse(address) ? address : "http://localhost");
  return request.app.locals.visitorFacts?.(url, request.headers.cookie) ?? {};
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
