import { randomUUID } from "node:crypto";
import type { Area } from "../area.ts";
import type { Language } from "../language.ts";
import { iconOf } from "../letterhead.ts";
import { askedLanguage, html, message, page } from "../page.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import { type Letter, logoOfMail, mailHtml, mailText } from "./mail.ts";

/** A mail that the provider would send. */
export interface Mail {
  to: string;
  subject: string;
  letter: Letter;
  /** Type, e.g. `order-confirmation`. */
  kind: string;
  /** The offer token, order id, termination id, … that it belongs to. */
  reference: string;
  /** The token whose copy it belongs to, by whose clock it is sent; `reference` by default. */
  copy?: string | undefined;
  /** When it is sent, if not at the present time of that copy. */
  at?: Date;
  /** File names of attachments, or addresses that the provider would fetch them from. */
  attachments?: (string | undefined)[];
  /** Headers that matter to mail programs, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
}

/** As it was sent: once as text and once as HTML, of the same words. */
interface Sent extends Omit<Mail, "letter" | "copy" | "at"> {
  id: string;
  at: string;
  text: string;
}

type Row = Record<"id" | "at" | "recipient" | "attachments" | "headers", string> &
  Pick<Sent, "subject" | "text" | "kind" | "reference">;

/** Puts a mail into the outbox, in the transaction of its cause. */
export function sendMail({ database, now }: Sandbox, mail: Mail): void {
  const {
    to,
    attachments = [],
    headers = {},
    letter,
    copy = mail.reference,
    at = now(copy),
    ...about
  } = mail;
  database.insert("mails", {
    id: randomUUID(),
    at: at.toISOString(),
    recipient: to,
    ...about,
    brand: letter.brand,
    text: mailText(letter),
    html: mailHtml(mail.subject, letter),
    attachments: JSON.stringify(attachments.filter(Boolean)),
    headers: JSON.stringify(headers),
  });
}

/** How many mails of this kind were sent. */
export const countMails = ({ database }: Sandbox, kind: string, reference: string): number =>
  database.one<{ count: number }>(
    "SELECT count(*) AS count FROM mails WHERE kind = ? AND reference = ?",
    kind,
    reference,
  )?.count ?? 0;

/** Latest first. */
function mails({ database }: Sandbox, reference: string | undefined): Sent[] {
  const columns = "id, at, recipient, subject, text, kind, reference, attachments, headers";
  const rows = reference
    ? database.all<Row>(
        `SELECT ${columns} FROM mails WHERE reference = ? ORDER BY rowid DESC LIMIT 200`,
        reference,
      )
    : database.all<Row>(`SELECT ${columns} FROM mails ORDER BY rowid DESC LIMIT 200`);
  return rows.map(({ recipient, attachments, headers, ...row }) => ({
    ...row,
    to: recipient,
    attachments: JSON.parse(attachments) as string[],
    headers: JSON.parse(headers) as Record<string, string>,
  }));
}

const timeIn = (language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long", timeZone: "Europe/Berlin" });

/** A text with its URLs as links. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));

function headersOf({ headers = {} }: Sent, label: string) {
  const rows = Object.entries(headers);
  if (rows.length === 0) return "";
  return html`<details class="small"><summary>${label}</summary>
${rows.map(([name, value]) => html`<div><code>${name}: ${value}</code></div>`)}</details>`;
}

/** The mails of the sandbox, for people (`/sandbox/outbox`) and for tests (`/sandbox/outbox.json?reference=`). */
export const outbox: Area = {
  migrations: [
    {
      name: "outbox-1",
      sql: `CREATE TABLE mails (
        id TEXT PRIMARY KEY, at TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL,
        kind TEXT NOT NULL, reference TEXT NOT NULL, attachments TEXT NOT NULL);
        CREATE INDEX mails_by_reference ON mails (reference)`,
    },
    { name: "outbox-2", sql: "ALTER TABLE mails ADD COLUMN headers TEXT NOT NULL DEFAULT '{}'" },
    {
      name: "outbox-3",
      sql: `ALTER TABLE mails ADD COLUMN html TEXT NOT NULL DEFAULT '';
        ALTER TABLE mails ADD COLUMN brand TEXT NOT NULL DEFAULT 'O2'`,
    },
  ],
  pages(app, sandbox) {
    app.get("/sandbox/outbox.json", (context) =>
      context.json(mails(sandbox, context.req.query("reference")), 200, { "cache-control": "no-store" }),
    );
    app.get("/sandbox/outbox/:id", (context) => {
      const mail = sandbox.database.one<{ html: string; brand: string }>(
        "SELECT html, brand FROM mails WHERE id = ? AND html != ''",
        context.req.param("id"),
      );
      if (!mail) return message(context, "mail", { status: 404 });
      // A link leaves the frame, which no page of the portal can be shown in.
      const framed = mail.html.replace("<head>", '<head><base target="_top">');
      return context.html(framed.replaceAll(logoOfMail, iconOf(mail.brand)), 200, {
        // As mail programs show it: no script, and nothing loaded.
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation",
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "x-content-type-options": "nosniff",
      });
    });
    app.get("/sandbox/outbox", (context) => {
      const list = mails(sandbox, context.req.query("reference"));
      const lang = askedLanguage(context);
      const text = sandboxTexts[lang].sandbox.outbox;
      const time = timeIn(lang);
      return page(context, {
        title: text.title,
        lang,
        body: html`<h1>${text.title}</h1>
<p class="soft">${text.lead}</p>
${list.length === 0 ? html`<div class="card"><p>${text.empty}</p></div>` : ""}
${list.map(
  (mail) => html`<article class="card"><h2>${mail.subject}</h2>
<div class="soft small">${text.to} ${mail.to} · ${time.format(new Date(mail.at))}</div>
<iframe src="/sandbox/outbox/${mail.id}" title="${mail.subject}" loading="lazy"></iframe>
<details class="small"><summary>${text.asText}</summary><pre>${withLinks(mail.text)}</pre></details>
${headersOf(mail, text.headers)}
${mail.attachments?.length ? html`<p class="soft small">${text.attachments}: ${withLinks(mail.attachments.join(" · "))}</p>` : ""}</article>`,
)}
<form method="post" action="/sandbox/outbox/newsletter"><button>${text.newsletter}</button></form>
<form method="post" action="/sandbox/reset"><button>${text.reset}</button></form>`,
      });
    });
  },
};
