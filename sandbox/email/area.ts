import { emailCalls } from "#app/backend/contract/email.ts";
import { aimedFaultOf, attemptMigrations, playAimed } from "../aimed-fault.ts";
import { hangUp } from "../faults.ts";
import { notFound } from "../problem.ts";
import type { Area } from "../sandbox.ts";
import type { ScenarioGroup } from "../scenarios.ts";
import { decline, declineMigrations } from "./declined.ts";
import { sendNewsletter } from "./newsletter.ts";

export const emailScenarios: readonly ScenarioGroup[] = [
  {
    id: "email",
    path: "/email-ablehnung?token={token}&brand=o2",
    de: "Werbe-Mails abbestellen",
    en: "Declining advertising mails",
    scenarios: [
      { token: "demo", de: "Abbestellen gelingt, auch mehrmals", en: "Declining works, repeatedly too" },
      {
        token: "lost",
        de: "Gelingt, die erste Antwort geht verloren",
        en: "Works, its first answer gets lost",
      },
      { token: "decline-once-http-503", de: "Scheitert beim ersten Mal", en: "Fails at the first attempt" },
      { token: "http-500", de: "Scheitert immer", en: "Always fails" },
      { token: "state-DOWNTIME", de: "Wartungsarbeiten", en: "Downtime" },
      { token: "hangup", de: "Verbindung wird geschlossen", en: "Connection is closed" },
      { token: "unknown", de: "Link, den es nicht gibt: 404", en: "A link that does not exist: 404" },
    ],
  },
];

/** Declining advertising mails, and the mails that are declined. */
export const email: Area = {
  migrations: [...declineMigrations, ...attemptMigrations],
  calls(api, sandbox) {
    const nameOf = (token: string) => token.split("~")[0] ?? "";
    const faultOf = (token: string) => aimedFaultOf(nameOf(token), ["decline"]);
    api.effect(
      emailCalls.declineEmail,
      ({ query: { token, brand } }) => {
        if (!["demo", "lost"].includes(nameOf(token)) && !faultOf(token)) throw notFound("Subscription");
        decline(sandbox.database, token, brand, sandbox.now().toISOString());
      },
      {
        before: ({ query: { token }, context }) =>
          playAimed(sandbox, faultOf(token), "decline", token, context),
        after: ({ query: { token }, context }, replayed) =>
          nameOf(token) === "lost" && !replayed ? hangUp(context) : undefined,
      },
    );
  },
  pages(app, sandbox) {
    // A person clicks the outbox' button and sees the mail there; a script reads the answer's status.
    app.post("/sandbox/outbox/newsletter", async (context) => {
      const form = await context.req.formData().catch(() => new FormData());
      const brand = String(form.get("brand") || "o2");
      const token = sendNewsletter(sandbox, context, brand, String(form.get("token") || "") || undefined);
      if (context.req.header("accept")?.includes("text/html"))
        return context.redirect("/sandbox/outbox", 303);
      return token === undefined
        ? context.json({ sent: false }, 409)
        : context.json({ sent: true, token }, 201);
    });
  },
};
