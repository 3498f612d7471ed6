import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Request, Response } from "express";
import { dataTypes, problemType, problemTypes } from "#app/browser/portal-mark.ts";
import { newErrorNumber } from "#app/domain/error-number.server.ts";
import { defaultLocale, type Locale, withPrefix } from "#app/i18n/locale.ts";
import { escapedHtml } from "#app/platform/escaped-html.server.ts";
import { relayCard } from "#app/shell/help-row.ts";
import type { PortalBuild } from "#server/build.ts";
import { requestedPage } from "./requested-page.ts";
import { hostTexts } from "./texts.ts";

/** Responses that the host gives without the app. Texts: `host.<name>`. */
const statuses = {
  "bad-request": 400,
  "address-too-long": 414,
  "unknown-host": 421,
  "foreign-origin": 403,
  "method-not-allowed": 405,
  "too-large": 413,
  "unsupported-form": 415,
  "too-many-requests": 429,
  overloaded: 503,
  "internal-error": 500,
} satisfies Record<Exclude<keyof (typeof hostTexts)["de"]["host"], "outage" | "cookies">, number>;

type HostErrorPage = keyof typeof statuses;

/** The hotline, and for declarations, which the law gives a time, the other ways to send them. */
function otherWays(request: Request, language: Locale): string {
  const { contact, hotline, name } = visitorOf(request);
  if (!contact || !hotline) return "";
  const { common, receipt } = hostTexts[language];
  const { title, lead, email, post, phone } = receipt.otherWays;
  const hours = hotline.hours ? ` (${common.help.hours.replace("{{hours}}", hotline.hours)})` : "";
  const relay = `<a href="${withPrefix("/barrierefreiheit", language)}#${relayCard}">${common.help.callRelayed}</a>`;
  const call = `<a href="${hotline.href}">${escapedHtml(hotline.number)}</a>${escapedHtml(hours)}, ${relay}`;
  if (!requestedPage(request).row?.declaration) return `<p>${common.shell.hotline}: ${call}</p>\n`;
  const address = escapedHtml([name, ...contact.address].join(", "));
  const mail = escapedHtml(contact.email);
  return `<h2>${title}</h2>
${request.method === "POST" ? `<p>${lead}</p>\n` : ""}<ul>
<li>${email} <a href="mailto:${mail}">${mail}</a></li>
<li>${post} ${address}</li>
<li>${phone} ${call}</li>
</ul>
`;
}

/**
 * A form that was turned away, to be sent again just as it is, with a button labelled as the law requires. An order
 * goes back to its summary: what is ordered, and at what price, must be shown above its button (§ 312j BGB).
 */
function formAgain(request: Request, fields: [string, string][], language: Locale): string {
  if (fields.length === 0) return "";
  const { common, termination, withdrawal } = hostTexts[language];
  const page = requestedPage(request).row?.name ?? "";
  const address = escapedHtml(request.originalUrl);
  if (page === "summary") return `<p><a href="${address}">${common.actions.back}</a></p>\n`;
  const legal: Record<string, string> = {
    termination: termination.form.submit,
    "selfcare-termination": termination.form.submit,
    withdrawal: withdrawal.form.submit,
  };
  const isNamed = fields.some(([name]) => name === "submissionId");
  const sent: typeof fields = isNamed ? fields : [["submissionId", randomUUID()], ...fields];
  const inputs = sent.map(
    ([name, value]) => `<input type="hidden" name="${escapedHtml(name)}" value="${escapedHtml(value)}">`,
  );
  return `<form method="post" action="${address}">
${inputs.join("\n")}
<button>${legal[page] ?? common.unexpected.again}</button>
</form>
`;
}

interface Details {
  /** The fields of a form that was turned away, which the page can send again. */
  fields?: [name: string, value: string][];
  /** The size limit of a form, in words; without it, the page is about files. */
  limit?: string | undefined;
}

/**
 * A short page, or a problem (RFC 9457) to scripts, without app or backend, in the language and brand of a page here. A
 * bot gets one line, as from the app.
 */
export function sendHostErrorPage(
  request: Request,
  response: Response,
  name: HostErrorPage,
  { fields = [], limit }: Details = {},
): void {
  const visitor = visitorOf(request);
  const { brand = "", locale: language = defaultLocale, traceId = randomUUID(), links } = visitor;
  const { common, host } = hostTexts[language];
  const { title } = host[name];
  const text = wording(language, name, limit);
  const isDeclaration = requestedPage(request).row?.declaration === true;
  // Probably the settings' fault, or ours: a customer who wants to declare something must learn how else.
  const isOurs =
    name === "foreign-origin" ||
    response.locals.wanted !== undefined ||
    (name === "overloaded" && isDeclaration);
  const status = statuses[name];
  response.locals.pattern ??= `(${name})`;
  const number = newErrorNumber();
  // For the access log, in which the line is found by the number that the customer sees.
  Object.assign(response.locals, { traceId, errorNumber: number });
  response.status(status).set(headers).vary("Accept, Accept-Language, Cookie");
  response.set("Content-Security-Policy", contentSecurityPolicy(request.app.locals.redirectOrigins));
  if (visitor.isBot) {
    response.type("text").send(`${status} ${STATUS_CODES[status]}\n`);
    return;
  }
  // React Router's data requests take anything, and show no page.
  const preferred = request.accepts(["html", ...dataTypes]);
  if (request.path.endsWith(".data") || (preferred && preferred !== "html")) {
    const type = `${problemTypes}${name}`;
    const problem = { type, title, status, state: name, detail: text, traceId, errorNumber: number };
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
${formAgain(request, fields, language)}${isOurs ? otherWays(request, language) : ""}<p>${common.help.errorNumber}: ${number}</p>
</main>
<footer>
<p><a href="${withPrefix("/kuendigung", language)}">${common.shell.terminate}</a></p>
<p><a href="${withPrefix("/widerruf", language)}">${common.shell.withdraw}</a></p>
${legalLinks.map((link) => linkLine(links?.[link], common.shell[link])).join("")}</footer>
</body>
</html>
`);
}

function wording(language: Locale, name: HostErrorPage, limit: string | undefined): string {
  const { host } = hostTexts[language];
  if (name !== "too-large") return host[name].text;
  return limit ? host[name].text.replace("{{limit}}", limit) : host[name].textWithFile;
}

const legalLinks = ["imprint", "privacy"] as const;
const linkLine = (to: string | undefined, text: string) =>
  to ? `<p><a href="${escapedHtml(to)}">${text}</a></p>\n` : "";

/** The visitor as the app sees them; empty until a development build is ready, and of a brand that is away. */
export function visitorOf(
  request: Request,
): Partial<NonNullable<ReturnType<PortalBuild["entry"]["module"]["visitorFacts"]>>> {
  const address = `http://${request.headers.host}${request.originalUrl}`;
  const url = new URL(URL.canParse(address) ? address : "http://localhost");
  return request.app.locals.visitorFacts?.(url, request.headers) ?? {};
}

const style =
  "body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff}main,footer{max-width:34rem;margin:3rem auto;padding:0 1rem}a{color:inherit}h1{font-size:1.75rem;line-height:1.2}";
const headers = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};

/** A form that is sent again may be redirected as from its own page (`security-headers.server.ts`). */
const contentSecurityPolicy = (redirectOrigins: string[] = []) =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${["'self'", ...redirectOrigins].join(" ")}; frame-ancestors 'none'`;
