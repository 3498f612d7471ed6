import type { Area } from "./area.ts";
import { html, page } from "./page.ts";

/** Resets the whole sandbox. Only by POST, so that no link scanner triggers it. */
export const resetPage: Area = {
  pages(app, sandbox) {
    app.post("/sandbox/reset", (context) => {
      sandbox.database.clear();
      if (!context.req.header("accept")?.includes("text/html")) return context.body(null, 204);
      return page(context, {
        title: "Zurückgesetzt",
        body: html`<div class="card"><h1>Zurückgesetzt</h1>
<p>Alle Bestellungen, Anmeldungen und E-Mails der Sandbox sind gelöscht. Jeder Link beginnt wieder von vorn.</p>
<a class="button primary" href="/sandbox">Zur Übersicht der Sandbox</a></div>`,
      });
    });
  },
};
