import { serviceCalls } from "../../app/backend/contract/services.ts";
import { aimedFaultOf, attemptMigrations, playAimed } from "../aimed-fault.ts";
import type { Area } from "../area.ts";
import { unknownRefusal } from "../problem.ts";
import { wordsOf } from "../words.ts";
import { sendNewsletter } from "./newsletter.ts";

export const email: Area = {
  migrations: [
    {
      name: "email-1",
      sql: "CREATE TABLE declined_mails (token TEXT PRIMARY KEY, brand TEXT NOT NULL, at TEXT NOT NULL)",
    },
    ...attemptMigrations,
  ],
  calls(api, sandbox) {
    const nameOf = (token: string) => token.split("~")[0] ?? "";
    const faultOf = (token: string) => aimedFaultOf(nameOf(token), ["decline"]);
    api.effect(
      serviceCalls.declineEmail,
      ({ query: { token, brand } }) => {
        if (!["demo", "lost"].includes(nameOf(token)) && !faultOf(token) && !wordsOf(token))
          throw unknownRefusal("Subscription");
        // The first time is recorded.
        sandbox.database.insert(
          "declined_mails",
          { token, brand, at: sandbox.now(token).toISOString() },
          "IGNORE",
        );
      },
      {
        before: ({ query: { token }, context }) =>
          playAimed(sandbox, faultOf(token), "decline", token, context),
        lose: ({ query: { token } }) => (nameOf(token) === "lost" ? { kind: "hangup" } : undefined),
        words: ({ query }) => query.token,
      },
    );
  },
  pages(app, sandbox) {
    // A person's click returns to the outbox; a script reads the status.
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
