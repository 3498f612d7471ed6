import type { Context } from "hono";
import { addDays, berlinClock, berlinDate, formatDateTime } from "../../app/domain/calendar.ts";
import { type Language, languageCodes } from "../../app/domain/languages.ts";
import { withPrefix } from "../../app/i18n/locale.ts";
import type { Area } from "../area.ts";
import { customerScenarioOf } from "../customer/area.ts";
import { idvScenarioOf } from "../identity/token.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { sendMail } from "../outbox/outbox.ts";
import { askedLanguage, html, page } from "../page.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import { type CopyDate, clockMigrations, copyOf, type Refused, setClock } from "./clock.ts";

const path = "/sandbox/clock";
const addressOf = (token: string, language: Language) =>
  `${path}?${new URLSearchParams({ token, language })}`;

const isToken = (text: string) => pages.some(({ scenarioOf }) => scenarioOf(text) !== undefined);

/** The token and the language of the portal's page that led here: the ribbon is the same on all of them, without a token. */
function cameFrom(context: Context): { token: string; language?: string | undefined } {
  const referrer = context.req.header("referer") ?? "";
  if (!URL.canParse(referrer)) return { token: "" };
  const { pathname, searchParams } = new URL(referrer);
  const parts = pathname.split("/").filter(Boolean).map(decoded);
  const named = ["token", "id", "data"].map((name) => searchParams.get(name) ?? "");
  return { token: [...parts, ...named].find(isToken) ?? "", language: parts[0] };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A clock for each copy of a token: what it shows, and what comes to the copy by time. @param areas whose dates it lists */
export function clockArea(areas: readonly Area[]): Area {
  const clockOf = (sandbox: Sandbox, named: string) => {
    const token = copyOf(sandbox, named);
    const now = sandbox.now(token);
    const dates = areas
      .flatMap((area) => area.dates?.(sandbox, token) ?? [])
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    return {
      token,
      now,
      aheadSeconds: Math.round((now.getTime() - sandbox.machineNow().getTime()) / 1000),
      dates,
    };
  };
  return {
    migrations: clockMigrations,
    pages(app, sandbox) {
      app.get(`${path}.json`, (context) => {
        const token = context.req.query("token") ?? "";
        return context.json(asData(clockOf(sandbox, token)), 200, { "cache-control": "no-store" });
      });
      app.get(path, (context) => {
        const token = context.req.query("token");
        const language = languageIn(context, context.req.query("language"));
        if (token) return clockPage(context, clockOf(sandbox, token), language);
        const from = cameFrom(context);
        if (from.token)
          return context.redirect(addressOf(from.token, languageIn(context, from.language)), 303);
        return searchPage(context, languageIn(context, context.req.query("language") ?? from.language));
      });
      app.post(path, async (context) => {
        const form = await context.req.formData().catch(() => new FormData());
        const text = (name: string) => String(form.get(name) ?? "").trim();
        const token = text("token");
        const language = languageIn(context, text("language"));
        const refused = sandbox.database.transaction(() => {
          const before = clockOf(sandbox, token);
          const why = setClock(sandbox, token, { to: text("to"), add: text("add") });
          for (const one of before.dates)
            if (one.at > before.now && one.at <= sandbox.now(token)) mailNotice(sandbox, before.token, one);
          return why;
        });
        const clock = clockOf(sandbox, token);
        if (context.req.header("accept")?.includes("text/html"))
          return refused
            ? clockPage(context, clock, language, refused)
            : context.redirect(addressOf(clock.token, language), 303);
        if (!refused) return context.json(asData(clock), 200, { "cache-control": "no-store" });
        const message = sandboxTexts.en.sandbox.clock.refused[refused];
        return context.json({ code: "CLOCK_REFUSED", message, ...asData(clock) }, 422);
      });
    },
  };
}

/** What the provider writes by itself once a date has come. */
function mailNotice(sandbox: Sandbox, token: string, { name, at, notice }: CopyDate): void {
  if (!notice) return;
  const { to, customer, brand, language, href } = notice;
  const { open, ...notices } = sandboxTexts[language].sandbox.notices;
  if (!isNoticed(name, notices)) return;
  const { subject, text } = notices[name];
  sendMail(sandbox, {
    to,
    at,
    subject,
    kind: `notice-${name}`,
    reference: token,
    letter: {
      brand,
      language,
      customer,
      blocks: [{ text }],
      action: href ? { label: open, href } : undefined,
    },
  });
}
const isNoticed = <Notices extends object>(name: PropertyKey, notices: Notices): name is keyof Notices =>
  Object.hasOwn(notices, name);

const languageIn = (context: Context, asked: string | undefined): Language =>
  languageCodes.find((code) => code === asked) ?? askedLanguage(context);

interface Clock {
  token: string;
  now: Date;
  aheadSeconds: number;
  dates: CopyDate[];
}

/** As scripts get it. */
const asData = (clock: Clock) => ({ ...clock, dates: clock.dates.map(({ name, at }) => ({ name, at })) });

/** As a time is posted, and as `datetime-local` has it. */
const minuteOf = (date: string, time: string) => `${date}T${time.slice(0, 5)}`;

/** The pages of the portal that a token may open. */
const pages = [
  { name: "offer", scenarioOf: offerScenarioOf, path: "/angebot/" },
  { name: "identity", scenarioOf: idvScenarioOf, path: "/idv/" },
  { name: "customer", scenarioOf: customerScenarioOf, path: "/kundendaten/" },
] as const;

const formOf = (
  token: string,
  language: Language,
  fields: unknown,
) => html`<form method="post" action="${path}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="language" value="${language}">
${fields}</form>`;

function clockPage(context: Context, clock: Clock, language: Language, refused?: Refused): Response {
  const { token, now, aheadSeconds, dates } = clock;
  const text = sandboxTexts[language].sandbox.clock;
  const { date, time } = berlinClock(now);
  return page(context, {
    title: text.title,
    lang: language,
    status: refused ? 422 : 200,
    body: html`<h1>${text.title}</h1>
${refused ? html`<div class="card" role="alert"><p>${text.refused[refused]}</p></div>` : ""}
<div class="card"><dl><dt>${text.copy}</dt><dd><code>${token}</code></dd>
<dt>${text.now}</dt><dd><strong>${formatDateTime(now, language)}</strong></dd></dl>
<p class="soft small">${aheadSeconds > 0 ? text.ahead : text.real}</p>
${formOf(
  token,
  language,
  html`<button name="add" value="P1D">${text.day}</button><button name="add" value="P14D">${text.days}</button>`,
)}
${formOf(
  token,
  language,
  html`<label>${text.to}<input type="datetime-local" name="to" min="${minuteOf(date, time)}" required></label>
<button class="primary">${text.set}</button>`,
)}</div>
${dates.length === 0 ? "" : html`<h2>${text.dates}</h2>`}
${dates.map((one) => dateCard(clock, one, language))}
<p class="soft small">${text.portal}</p>
<ul>${pages
      .filter(({ scenarioOf }) => scenarioOf(token) !== undefined)
      .map(
        ({ name, path: to }) =>
          html`<li><a href="${withPrefix(to + encodeURIComponent(token), language)}">${text.pages[name]}</a></li>`,
      )}
<li><a href="/sandbox/outbox?reference=${encodeURIComponent(token)}">${text.pages.outbox}</a></li>
<li><a href="/sandbox/token?token=${encodeURIComponent(token)}">${text.pages.token}</a></li></ul>
<form method="post" action="/sandbox/token/reset"><input type="hidden" name="token" value="${token}"><button>${text.reset}</button></form>`,
  });
}

/** What comes, when, and buttons to the day before and the day after. */
function dateCard({ token, now }: Clock, { name, at }: CopyDate, language: Language) {
  const text = sandboxTexts[language].sandbox.clock;
  const today = berlinClock(now);
  const day = berlinDate(at);
  const dayBefore = addDays(day, -1);
  const buttons = [
    ...(dayBefore > today.date ? [{ to: minuteOf(dayBefore, today.time), label: text.before }] : []),
    ...(day >= today.date ? [{ to: minuteOf(addDays(day, 1), "00:00"), label: text.after }] : []),
  ];
  return html`<div class="card"><dl><dt>${text.names[name]}</dt><dd>${formatDateTime(at, language)}${at <= now ? html`<br><span class="soft">${text.past}</span>` : ""}</dd></dl>
${
  buttons.length === 0
    ? ""
    : formOf(
        token,
        language,
        buttons.map(({ to, label }) => html`<button name="to" value="${to}">${label}</button>`),
      )
}</div>`;
}

/** Where no token is known. */
function searchPage(context: Context, language: Language): Response {
  const text = sandboxTexts[language].sandbox.clock;
  return page(context, {
    title: text.title,
    lang: language,
    body: html`<h1>${text.title}</h1>
<div class="card"><p>${text.lead}</p><form method="get" action="${path}">
<label>${text.copy}<input name="token" placeholder="demo~x" required></label>
<input type="hidden" name="language" value="${language}"><button class="primary">${text.show}</button></form></div>`,
  });
}
