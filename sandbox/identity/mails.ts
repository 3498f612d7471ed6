import { countMails, sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { texts } from "../texts.ts";
import { customerOf } from "./customer.ts";
import { isFinal, type Verification } from "./machine.ts";

type Kind = keyof (typeof texts)["de"]["sandbox"]["identityMails"];

/** @param number the coupon's */
export function mail(sandbox: Sandbox, { token, language }: Verification, kind: Kind, number = "") {
  const { firstName, lastName, email } = customerOf(sandbox, token);
  const { identityMails, receipt } = texts[language].sandbox;
  const { subject, text } = identityMails[kind];
  sendMail(sandbox, {
    to: email,
    subject,
    kind: `idv-${kind}`,
    reference: token,
    text: `${receipt.hello} ${firstName} ${lastName},\n\n${text.replace("{{number}}", number)}`,
    attachments: kind === "coupon" ? ["coupon.pdf"] : [],
  });
}

/** Mails an attempt's result, in the transaction of the event that ended it. */
export function mailResult(sandbox: Sandbox, verification: Verification): void {
  const { state } = verification;
  if (state === "success" || state === "completed") mail(sandbox, verification, state);
  if (state === "failed") mail(sandbox, verification, isFinal(verification) ? "final" : "failed");
}

/** How often the coupon was sent. */
export const couponMailsSent = (sandbox: Sandbox, { token }: Verification): number =>
  countMails(sandbox, "idv-coupon", token);
