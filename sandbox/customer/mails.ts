import type { Language } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import type { ChangedField, Customer } from "./customers.ts";

/** Notifies the old address too, so that no account is taken over unnoticed. */
export function mailChanged(
  sandbox: Sandbox,
  { brand, language }: { brand: string; language: Language },
  details: { id: string; reference: string; before: Customer; after: Customer; changed: ChangedField[] },
): void {
  const { receipt, sandbox: own } = sandboxTexts[language];
  const text = own.customer;
  const { before, after } = details;
  for (const to of new Set([before.email, after.email])) {
    if (!to) continue;
    sendMail(sandbox, {
      to,
      subject: text.subject,
      kind: "customer-data-changed",
      reference: details.id,
      letter: {
        brand,
        language,
        customer: after,
        blocks: [
          { text: text.changed },
          { list: details.changed.map((field) => text[field]) },
          { rows: [[receipt.head.reference, details.reference]] },
          { text: text.notYou },
        ],
      },
    });
  }
}
