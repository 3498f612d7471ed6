import { inLanguage, type Translated } from "../language.ts";
import { countMails, sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { customerOf } from "./customer.ts";
import { isFinal, type Verification } from "./machine.ts";

const texts = {
  de: {
    coupon: [
      "Ihr Coupon für die Identitätsprüfung",
      "im Anhang finden Sie Ihren Coupon. Vorgangsnummer: {{number}}.",
    ],
    success: [
      "Ihre Identität ist bestätigt",
      "Ihre Identitätsprüfung war erfolgreich. Wir bearbeiten jetzt Ihre Bestellung.",
    ],
    failed: [
      "Ihre Identitätsprüfung ist fehlgeschlagen",
      "wir konnten Ihre Identität nicht bestätigen. Öffnen Sie Ihren Link und versuchen Sie es noch einmal.",
    ],
    final: [
      "Ihre Identitätsprüfung ist fehlgeschlagen",
      "wir konnten Ihre Identität nicht bestätigen, und alle Versuche sind aufgebraucht. Bitte rufen Sie uns an.",
    ],
    completed: [
      "Identitätsprüfung abgeschlossen",
      "Ihre Identitätsprüfung ist abgeschlossen. Sie müssen nichts mehr tun.",
    ],
    hello: "Guten Tag",
  },
  en: {
    coupon: [
      "Your coupon for the identity check",
      "Please find your coupon attached. Reference number: {{number}}.",
    ],
    success: [
      "Your identity is confirmed",
      "Your identity check was successful. We are now working on your order.",
    ],
    failed: [
      "Your identity check failed",
      "We could not confirm your identity. Open your link and try again.",
    ],
    final: [
      "Your identity check failed",
      "We could not confirm your identity and all attempts are used up. Please call us.",
    ],
    completed: [
      "Identity check completed",
      "Your identity check is completed. There is nothing more for you to do.",
    ],
    hello: "Hello",
  },
  tr: {
    coupon: ["Kimlik doğrulama kuponunuz", "Kuponunuz ektedir. İşlem numarası: {{number}}."],
    success: ["Kimliğiniz doğrulandı", "Kimlik doğrulamanız başarılı oldu. Şimdi siparişinizi işliyoruz."],
    failed: [
      "Kimlik doğrulamanız başarısız oldu",
      "Kimliğinizi doğrulayamadık. Bağlantınızı açıp tekrar deneyin.",
    ],
    final: [
      "Kimlik doğrulamanız başarısız oldu",
      "Kimliğinizi doğrulayamadık ve tüm deneme haklarınız bitti. Lütfen bizi arayın.",
    ],
    completed: [
      "Kimlik doğrulama tamamlandı",
      "Kimlik doğrulamanız tamamlandı. Yapmanız gereken bir şey yok.",
    ],
    hello: "Merhaba",
  },
} satisfies Translated<Record<string, string | [subject: string, text: string]>>;

type Kind = "coupon" | "success" | "failed" | "final" | "completed";

function mail(sandbox: Sandbox, { token, language }: Verification, kind: Kind, number = "") {
  const { firstName, lastName, email } = customerOf(sandbox, token);
  const [subject = "", text = ""] = inLanguage(texts, language)[kind];
  sendMail(sandbox, {
    to: email,
    subject,
    kind: `idv-${kind}`,
    reference: token,
    text: `${inLanguage(texts, language).hello} ${firstName} ${lastName},\n\n${text.replace("{{number}}", number)}`,
    attachments: kind === "coupon" ? ["coupon.pdf"] : [],
  });
}

/** Mails an attempt's result, in the transaction of the event that ended it. */
export function mailResult(sandbox: Sandbox, verification: Verification): void {
  if (verification.state === "success") mail(sandbox, verification, "success");
  if (verification.state === "completed") mail(sandbox, verification, "completed");
  if (verification.state === "failed")
    mail(sandbox, verification, isFinal(verification) ? "final" : "failed");
}

/** Sends the coupon. */
export function mailCoupon(sandbox: Sandbox, verification: Verification, referenceNumber: string): void {
  mail(sandbox, verification, "coupon", referenceNumber);
}

/** How often the coupon was sent. */
export const couponMailsSent = (sandbox: Sandbox, { token }: Verification): number =>
  countMails(sandbox, "idv-coupon", token);
