import { barrierCalls } from "../../app/backend/contract/barrier.ts";
import { formatDateTime } from "../../app/domain/calendar.ts";
import { playAimed } from "../aimed-fault.ts";
import type { ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { terminationScenarioOf } from "../termination/scenarios.ts";
import { sandboxTexts } from "../texts.ts";

/** To an address that nobody has verified: without the text, which may be anything. */
function acknowledge(sandbox: Sandbox, { brand, body }: ApiRequest<typeof barrierCalls.reportBarrier>): void {
  const { id, reference, email, acknowledge = true, page = "", receivedAt, receiptUrl, language } = body;
  if (!email || !acknowledge) return;
  const { barrier, receipt, sandbox: own } = sandboxTexts[language];
  const at = receivedAt ? new Date(receivedAt) : sandbox.now(page);
  sendMail(sandbox, {
    to: email,
    subject: `${barrier.confirmation.title} (${reference})`,
    kind: "barrier-acknowledgement",
    reference: id,
    copy: page || id,
    letter: {
      brand,
      language,
      customer: { firstName: "", lastName: "" },
      blocks: [
        {
          rows: [
            [receipt.head.reference, reference],
            [receipt.rows.receivedAt, formatDateTime(at, language)],
          ],
        },
        { text: barrier.confirmation.text },
      ],
      action: receiptUrl ? { label: own.receipt.open, href: receiptUrl } : undefined,
    },
  });
}

/** Reports of barriers. The scenarios are those of terminations, by the page that a report names. */
export const barriers: Area = {
  calls(api, sandbox) {
    api.effect(barrierCalls.reportBarrier, (request) => acknowledge(sandbox, request), {
      before: ({ body, context }) =>
        playAimed(sandbox, terminationScenarioOf(body.page)?.fault, "post", body.id, context),
      lose: ({ body }) => terminationScenarioOf(body.page)?.lost,
      words: ({ body }) => body.page,
    });
  },
};
