import { countMails, sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { filled, sandboxTexts } from "../texts.ts";
import { identifiedCustomer } from "./customer.ts";
import { isFinal, type Verification } from "./machine.ts";

type Kind = Exclude<keyof (typeof sandboxTexts)["de"]["sandbox"]["identityMails"], "open">;

/** @param number the coupon's */
export function mail(
  sandbox: Sandbox,
  { token, language, brand, returnUrl }: Verification,
  kind: Kind,
  number = "",
) {
  const { email, ...customer } = identifiedCustomer(sandbox, token);
  const { identityMails } = sandboxTexts[language].sandbox;
  const { subject, text } = identityMails[kind];
  const open = kind === "failed" || kind === "coupon" ? identityMails.open : undefined;
  sendMail(sandbox, {
    to: email,
    subject,
    kind: `idv-${kind}`,
    reference: token,
    letter: {
      brand,
      language,
      customer,
      blocks: [{ text: filled(text, { number }) }],
      action: open && returnUrl ? { label: open, href: returnUrl } : undefined,
    },
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
