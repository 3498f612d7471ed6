import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { languageOf } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";

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
  if (sandbox.database.one("SELECT token FROM declined_mails WHERE token = ?", token)) return undefined;
  const language = languageOf(context.req.header("accept-language"));
  const { subject, text, decline, consents } = sandboxTexts[language].sandbox.newsletter;
  const link = new URL("/email-ablehnung", new URL(context.req.url).origin);
  link.searchParams.set("token", token);
  link.searchParams.set("brand", brand);
  const consentsPage = new URL(`/einwilligungen${link.search}`, link);
  sendMail(sandbox, {
    to: "kim.beispiel@example.com",
    subject,
    kind: "newsletter",
    reference: token,
    letter: {
      brand,
      language,
      customer: { firstName: "Kim", lastName: "Beispiel" },
      blocks: [{ text }, { text: `${consents}\n${consentsPage.href}` }],
      action: { label: decline, href: link.href },
    },
    headers: {
      "List-Unsubscribe": `<${link.href}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  return token;
}
