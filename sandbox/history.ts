import { berlinClock } from "../app/domain/calendar.ts";
import { languages } from "../app/domain/languages.ts";
import type { Area } from "./area.ts";
import type { LoggedCall } from "./call-log.ts";
import type { Database } from "./database.ts";
import { askedLanguage, html, page } from "./page.ts";
import type { Sandbox } from "./sandbox.ts";
import { sandboxTexts } from "./texts.ts";

/** Columns that may contain a token or the id of a declaration, in any area's tables. */
const keys = ["token", "id", "reference", "scenario", "termination", "call"];

/** The conditions that find a token's rows, by table. */
function tablesWith(database: Database, subjects: string[]) {
  const columns = database.all<{ name: string; key: string }>(
    `SELECT m.name, c.name AS key FROM sqlite_master m, pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.name <> 'calls' AND c.name IN (${keys.map((key) => `'${key}'`).join()})`,
  );
  // The column `call` of an idempotency key contains its method and path.
  const has = ({ name, key }: { name: string; key: string }) =>
    name === "idempotency"
      ? subjects.map(() => "instr(call || '/', '/' || ? || '/') > 0").join(" OR ")
      : `"${key}" IN (${subjects.map(() => "?").join()})`;
  const conditions = columns.filter(({ name, key }) => (key === "call") === (name === "idempotency"));
  return Object.entries(Object.groupBy(conditions, ({ name }) => name)).map(([name, found = []]) => ({
    name,
    where: found.map(has).join(" OR "),
    values: found.flatMap(() => (name === "idempotency" ? subjects.map(encodeURIComponent) : subjects)),
  }));
}

const subjectsOf = (database: Database, token: string) => [
  token,
  ...database
    .all<{ subject: string }>(
      "SELECT DISTINCT subject FROM calls WHERE token = ? AND subject <> token",
      token,
    )
    .map(({ subject }) => subject),
];

/** Everything that the sandbox knows about a token: its calls, latest first, and the rows they left. */
function historyOf({ database }: Sandbox, token: string) {
  const calls = database.all<LoggedCall>(
    "SELECT at, call, status, code, traceId, idempotencyKey, effect FROM calls WHERE token = ? ORDER BY rowid DESC LIMIT 200",
    token,
  );
  const state = tablesWith(database, subjectsOf(database, token)).flatMap(({ name, where, values }) => {
    const rows = database.all<Record<string, unknown>>(`SELECT * FROM "${name}" WHERE ${where}`, ...values);
    return name === "idempotency" || rows.length === 0 ? [] : [[name, rows] as const];
  });
  return { token, calls, state: Object.fromEntries(state) };
}

/** Deletes everything about this token. */
function reset({ database }: Sandbox, token: string): void {
  database.transaction(() => {
    for (const { name, where, values } of tablesWith(database, subjectsOf(database, token)))
      database.run(`DELETE FROM "${name}" WHERE ${where}`, ...values);
    database.run("DELETE FROM calls WHERE token = ?", token);
  });
}

/** One token's state and history, for people and as JSON, with a reset for that token alone. */
export const history: Area = {
  migrations: [
    {
      name: "history-1",
      sql: `CREATE TABLE calls (
        token TEXT NOT NULL, subject TEXT NOT NULL, at TEXT NOT NULL, call TEXT NOT NULL, status INTEGER NOT NULL,
        code TEXT, traceId TEXT, idempotencyKey TEXT, effect TEXT NOT NULL);
        CREATE INDEX calls_by_token ON calls (token);
        CREATE INDEX calls_by_subject ON calls (subject)`,
    },
  ],
  pages(app, sandbox) {
    app.get("/sandbox/token.json", (context) =>
      context.json(historyOf(sandbox, context.req.query("token") ?? ""), 200, {
        "cache-control": "no-store",
      }),
    );
    app.post("/sandbox/token/reset", async (context) => {
      const token = String((await context.req.formData()).get("token") ?? "");
      reset(sandbox, token);
      return context.redirect(`/sandbox/token?token=${encodeURIComponent(token)}`, 303);
    });
    app.get("/sandbox/token", (context) => {
      const token = context.req.query("token") ?? "";
      const { calls, state } = historyOf(sandbox, token);
      const lang = askedLanguage(context);
      const { common, sandbox: own } = sandboxTexts[lang];
      const text = own.history;
      return page(context, {
        title: token || text.title,
        lang,
        body: html`<h1>${text.title}${token ? html`: <code>${token}</code>` : ""}</h1>
<form method="get" class="card"><label>${text.token}<input name="token" value="${token}"></label><button>${text.show}</button></form>
<p><a href="/sandbox/clock?token=${encodeURIComponent(token)}">${common.shell.clock}</a></p>
${calls.length === 0 ? html`<div class="card"><p>${text.none}</p></div>` : ""}
${Object.entries(state).map(
  ([name, rows]) => html`<details class="card"><summary>${name} (${rows.length})</summary>
<pre>${JSON.stringify(rows, null, 2)}</pre></details>`,
)}
${calls.map(
  ({ at, call, status, code, traceId, idempotencyKey, effect }) => html`<article class="card"><h2>${call}</h2>
<dl><dt>${text.time}</dt><dd>${berlinClock(new Date(at)).time}${languages[lang].clock}</dd>
<dt>${text.answer}</dt><dd>${status || text.noAnswer} ${code ?? ""}</dd><dt>${text.effect}</dt><dd>${text.effects[effect]}</dd>
${traceId ? html`<dt>Trace-ID</dt><dd><code>${traceId}</code></dd>` : ""}
${idempotencyKey ? html`<dt>Idempotency-Key</dt><dd><code>${idempotencyKey}</code></dd>` : ""}</dl></article>`,
)}
<form method="post" action="/sandbox/token/reset"><input type="hidden" name="token" value="${token}"><button>${text.reset}</button></form>`,
      });
    });
  },
};
