import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { inLanguage, languageOf, type Texts } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { isDeclined } from "./declined.ts";

const texts: Record<"subject" | "text" | "decline", Texts> = {
  subject: {
    de: "Neue Tarife für Sie",
    en: "New plans for you",
    tr: "Sizin için yeni tarifeler",
  },
  text: {
    de: "Diesen Monat gibt es mehr Datenvolumen zum gleichen Preis.",
    en: "This month you get more data for the same price.",
    tr: "Bu ay aynı fiyata daha fazla internet.",
  },
  decline: {
    de: "Keine Werbung mehr per E-Mail:",
    en: "No more advertising by e-mail:",
    tr: "Artık e-postayla reklam almak istemiyorum:",
  },
};

/**
 * Puts an advertising mail into the outbox, with unsubscribe link and headers (RFC 2369, RFC 8058).
 * @param token of an earlier mail, to write to the same address again
 * @returns the token, or undefined if the address has unsubscribed
 */
export function sendNewsletter(
  sandbox: Sandbox,
  context: Context,
  brand: string,
  token = `demo~${randomUUID()}`,
): string | undefined {
  if (isDeclined(sandbox.database, token)) return undefined;
  const language = languageOf(context.req.header("accept-language"));
  const link = new URL("/email-ablehnung", new URL(context.req.url).origin);
  link.searchParams.set("token", token);
  link.searchParams.set("brand", brand);
  sendMail(sandbox, {
    to: "kim.beispiel@example.com",
    subject: inLanguage(texts.subject, language),
    kind: "newsletter",
    reference: token,
    text: [inLanguage(texts.text, language), "", inLanguage(texts.decline, language), link.href].join("\n"),
    headers: {
      "List-Unsubscribe": `<${link.href}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  return token;
}
