import type { Context } from "hono";
import { serviceCalls } from "../../app/backend/contract/services.ts";
import type { Area } from "../area.ts";
import { actOut, parseFault } from "../faults.ts";
import { askedLanguage, html, message, originOf, page } from "../page.ts";
import { sandboxTexts } from "../texts.ts";
import { issueCode, loginMigrations, otherCustomer, redeemCode } from "./bearers.ts";

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Allows a path, or an address on this machine or this host. Anything else would be an open redirect. */
function allowedReturn(context: Context, target: string): boolean {
  if (/^\/(?![/\\])/.test(target)) return true;
  if (!URL.canParse(target)) return false;
  const url = new URL(target);
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  const own = new URL(`http://${context.req.header("host") ?? "localhost"}`);
  return loopback.test(url.hostname) || url.hostname === own.hostname;
}

function withParameters(target: string, parameters: Record<string, string>): string {
  const [before = "", hash] = target.split("#");
  return `${before}${before.includes("?") ? "&" : "?"}${new URLSearchParams(parameters)}${hash ? `#${hash}` : ""}`;
}

function formPage(context: Context, target: string, state: string) {
  const lang = askedLanguage(context);
  const text = sandboxTexts[lang].sandbox.login;
  return page(context, {
    title: text.title,
    lang,
    formTargets: originOf(target),
    body: html`<div class="card"><h1>${text.title}</h1>
<p class="soft">${text.hint}</p>
<form method="post" action="/sandbox/login">
<input type="hidden" name="redirect_uri" value="${target}"><input type="hidden" name="state" value="${state}">
<button class="primary" name="action" value="login">${text.login}</button>
<button name="action" value="other">${text.other}</button>
<button name="action" value="cancel">${text.cancel}</button>
</form></div>`,
  });
}

const refused = (context: Context) => message(context, "login", { status: 400 });

/** The provider's login: a page that hands out a code, and the call that turns the code into a bearer token. */
export const login: Area = {
  migrations: loginMigrations,
  calls(api, sandbox) {
    api.read(serviceCalls.exchangeCode, ({ query }) => ({ data: redeemCode(sandbox, query.code) }), {
      // A code that names a fault (`http-503`, `garbage`, …) plays it.
      before: async ({ query, context }) => {
        const fault = parseFault(query.code);
        return fault && fault.kind !== "code" ? actOut(fault, context, sandbox.machineNow()) : undefined;
      },
    });
  },
  pages(app, sandbox) {
    app.get("/sandbox/login", (context) => {
      const { redirect_uri: target = "", state = "" } = context.req.query();
      return allowedReturn(context, target) ? formPage(context, target, state) : refused(context);
    });
    app.post("/sandbox/login", async (context) => {
      const form = await context.req.formData();
      const target = String(form.get("redirect_uri") ?? "");
      const state = String(form.get("state") ?? "");
      if (!allowedReturn(context, target)) return refused(context);
      const action = form.get("action");
      const answer: Record<string, string> =
        action === "cancel"
          ? { error: "access_denied" }
          : { code: action === "other" ? otherCustomer : issueCode(sandbox) };
      return context.redirect(withParameters(target, { ...answer, ...(state && { state }) }), 303);
    });
  },
};
