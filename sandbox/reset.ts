import type { Area } from "./area.ts";
import { message } from "./page.ts";

const done = {
  de: {
    title: "Zurückgesetzt",
    text: "Alle Bestellungen, Anmeldungen und E-Mails der Sandbox sind gelöscht. Jeder Link beginnt wieder von vorn.",
    next: "Zur Übersicht der Sandbox",
  },
  en: {
    title: "Reset",
    text: "All orders, logins and e-mails of the sandbox are deleted. Every link starts afresh.",
    next: "To the overview of the sandbox",
  },
  tr: {
    title: "Sıfırlandı",
    text: "Sandbox’taki tüm siparişler, girişler ve e-postalar silindi. Her bağlantı baştan başlar.",
    next: "Sandbox’a genel bakış",
  },
};

/** Resets the whole sandbox. Only by POST, so that no link scanner triggers it. */
export const resetPage: Area = {
  pages(app, sandbox) {
    app.post("/sandbox/reset", (context) => {
      sandbox.database.clear();
      if (!context.req.header("accept")?.includes("text/html")) return context.body(null, 204);
      return message(context, done, { next: "/sandbox" });
    });
  },
};
