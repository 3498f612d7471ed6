import type { Context } from "hono";
import { html, raw } from "hono/html";
import { type Language, languageOf } from "./language.ts";
import { sandboxTexts } from "./texts.ts";

export { html };

type Markup = ReturnType<typeof html>;

const style = `
:root{color-scheme:light dark;--ink:#17212b;--soft:#5b6875;--line:#d5dce3;--ground:#f4f6f8;--card:#fff;--accent:#0b5cad;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#eef2f6;--soft:#a7b3bf;--line:#3a4653;--ground:#12181f;--card:#1b232c;--accent:#7db8f5;--on:#0b1520}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{background:#ffd54a;color:#1d1a05;padding:.5rem 1rem;font-weight:600;text-align:center}
main{max-width:34rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}h2{font-size:1.125rem;margin:0 0 .25rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
.soft{color:var(--soft)}.small{font-size:.875rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}dt{color:var(--soft)}dd{margin:0;text-align:right}
form{display:grid;gap:.75rem;margin:1rem 0 0}
label{display:grid;gap:.25rem;font-weight:600}
input{font:inherit;padding:.7rem .75rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--card);color:inherit;width:100%}
button,.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;text-decoration:none;padding:.75rem 1rem;border-radius:.5rem;border:1px solid var(--accent);background:var(--card);color:var(--accent);cursor:pointer}
.primary{background:var(--accent);color:var(--on)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
iframe{display:block;width:100%;height:32rem;margin:.75rem 0;border:1px solid var(--line);border-radius:.5rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}
a{color:var(--accent)}summary{cursor:pointer}`;

/**
 * A page of the sandbox.
 * @param content.formTargets origins that a form's response may redirect to (browsers apply `form-action` to
 * redirects after a post)
 */
export function page(
  context: Context,
  content: {
    title: string;
    body: Markup;
    lang?: Language;
    status?: number;
    formTargets?: string[];
  },
): Response {
  const { title, body, lang = "de", status = 200, formTargets = [] } = content;
  const document = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title} – Sandbox</title>
<style>${raw(style)}</style>
</head>
<body>
<header>${sandboxTexts[lang].sandbox.banner}</header>
<main>${body}</main>
</body>
</html>
`;
  return context.html(document as string, status as 200, {
    "content-security-policy": [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      // The empty icon, so that browsers do not request one.
      "img-src data:",
      "frame-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ["form-action 'self'", ...formTargets].join(" "),
    ].join("; "),
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
  }) as Response;
}

/** The browser's language, for pages that belong to no order. */
export const askedLanguage = (context: Context) => languageOf(context.req.header("accept-language"));

/** A page with one message, in the browser's language. */
export function message(
  context: Context,
  name: keyof (typeof sandboxTexts)["de"]["sandbox"]["messages"],
  { status = 200, next }: { status?: number; next?: string } = {},
): Response {
  const lang = askedLanguage(context);
  const { messages } = sandboxTexts[lang].sandbox;
  const { title, text } = messages[name];
  return page(context, {
    title,
    lang,
    status,
    body: html`<div class="card"><h1>${title}</h1>
<p>${text}</p>${next ? html`<a class="button primary" href="${next}">${messages.reset.next}</a>` : ""}</div>`,
  });
}

/** The origin of an absolute URL, as a list for `formTargets`; empty for a path. */
export function originOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : [];
}
