import type { Context, Hono } from "hono";
import { keysOf } from "../../app/domain/keys-of.ts";
import type { Area } from "../area.ts";
import { askedLanguage, html, message, originOf, page } from "../page.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import { attemptUrl, identityDates, move, registerIdentityCalls } from "./calls.ts";
import {
  canMove,
  deleteVerification,
  identityMigrations,
  type Move,
  messageCode,
  moveNames,
  type Verification,
  verificationOf,
} from "./machine.ts";
import { nameOf } from "./methods.ts";
import { type IdvScenario, idvScenarioOf } from "./token.ts";

/** What each button of the provider's page does. */
const buttons = {
  success: ["approve"],
  failure: ["refuse"],
  review: ["submit"],
  start: ["start"],
  abort: ["abort"],
} satisfies Record<string, Exclude<Move, "choose">[]>;
const buttonNames = keysOf(buttons);

/** Back to the portal page that the customer came from. */
const wayBack = ({ returnUrl, token }: Verification) => returnUrl ?? `/idv/${encodeURIComponent(token)}`;

interface Known {
  verification: Verification;
  scenario: IdvScenario;
}

function known(sandbox: Sandbox, context: Context): Known | undefined {
  const token = context.req.param("token") ?? "";
  const scenario = idvScenarioOf(token);
  return scenario && { scenario, verification: verificationOf(sandbox, token, scenario) };
}

/** The attempt is current and still open. */
const isCurrent = ({ choices, state }: Verification, context: Context) =>
  String(choices) === context.req.param("choice") && (state === "methodChosen" || state === "started");

function providerPage(context: Context, { verification, scenario }: Known, isWrong = false) {
  const { language, method, state } = verification;
  const text = sandboxTexts[language].sandbox.identity;
  return page(context, {
    title: text.title,
    lang: language,
    formTargets: originOf(wayBack(verification)),
    body: html`<div class="card"><h1>${text.title}</h1>
${method ? html`<p><strong>${nameOf(method, language)}</strong></p>` : ""}
${state === "started" ? html`<p>${text.started}</p>` : ""}
<p class="soft small">${text.hint}</p>
<form method="post">
${
  scenario.code
    ? html`<label>${text.code} <small>${isWrong ? text.wrongCode : text.codeHint}</small>
<input name="code" inputmode="numeric" autocomplete="one-time-code"></label>`
    : ""
}
${buttonNames
  .filter((name) => name !== "start" || state !== "started")
  .map(
    (name) =>
      html`<button${name === "success" ? html` class="primary"` : ""} name="action" value="${name}">${text[name]}</button>`,
  )}
</form></div>`,
  });
}

/** A page for the provider's staff, or a branch, to process a verification. */
function officePage(context: Context, { verification }: Known) {
  const possible = moveNames
    .filter((name) => name !== "choose")
    .filter((name) => canMove(verification, name));
  const { token, state, method, failures } = verification;
  const lang = askedLanguage(context);
  const text = sandboxTexts[lang].sandbox.office;
  return page(context, {
    title: text.title,
    lang,
    body: html`<div class="card"><h1>${text.title}</h1>
<dl><dt>${text.token}</dt><dd>${token}</dd>
<dt>${text.state}</dt><dd><strong>${state}</strong></dd>
<dt>${text.method}</dt><dd>${method ? nameOf(method, lang) : text.noMethod}</dd>
<dt>${text.failures}</dt><dd>${failures}</dd></dl>
<p class="soft small">${text.lead}</p>
<form method="post">
${[...possible, "reset" as const].map(
  (name) => html`<button name="action" value="${name}">${text.moves[name]}</button>`,
)}
</form></div>
<p><a href="${`/idv/${encodeURIComponent(token)}`}">${text.customer}</a></p>`,
  });
}

const gone = (context: Context) => message(context, "identity", { status: 404 });

export const identity: Area = {
  migrations: identityMigrations,
  calls: registerIdentityCalls,
  pages: registerIdentityPages,
  dates: identityDates,
};

/** The ident provider's page for customers, and the one for its staff. Both only advance the state machine. */
function registerIdentityPages(app: Hono, sandbox: Sandbox): void {
  app.get("/sandbox/ident/:token", (context) => {
    const found = known(sandbox, context);
    return found
      ? context.redirect(attemptUrl({ ...sandbox, publicUrl: "" }, found.verification), 303)
      : gone(context);
  });

  app.get("/sandbox/ident/:token/office", (context) => {
    const found = known(sandbox, context);
    return found ? officePage(context, found) : gone(context);
  });
  app.post("/sandbox/ident/:token/office", async (context) => {
    const found = known(sandbox, context);
    if (!found) return gone(context);
    const action = String((await context.req.formData()).get("action") ?? "");
    const { token } = found.verification;
    if (action === "reset") deleteVerification(sandbox, token);
    const wanted = moveNames.find((name) => name === action);
    if (wanted && wanted !== "choose") move(sandbox, token, found.scenario, wanted);
    return context.redirect(`/sandbox/ident/${encodeURIComponent(token)}/office`, 303);
  });

  app.get("/sandbox/ident/:token/:choice", (context) => {
    const found = known(sandbox, context);
    if (!found) return gone(context);
    // An older choice, or an attempt that has ended.
    if (!isCurrent(found.verification, context)) return context.redirect(wayBack(found.verification), 303);
    return providerPage(context, found);
  });
  app.post("/sandbox/ident/:token/:choice", async (context) => {
    const found = known(sandbox, context);
    if (!found) return gone(context);
    const { verification, scenario } = found;
    const form = await context.req.formData();
    const action = String(form.get("action") ?? "");
    const isGivenUp = action === "abort" || action === "start";
    if (scenario.code && !isGivenUp && form.get("code") !== messageCode(verification))
      return providerPage(context, found, true);
    const button = buttonNames.find((name) => name === action);
    if (button && isCurrent(verification, context))
      for (const name of buttons[button]) move(sandbox, verification.token, scenario, name);
    return context.redirect(wayBack(verification), 303);
  });
}
