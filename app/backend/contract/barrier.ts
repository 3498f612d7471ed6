import { z } from "zod";
import { call } from "./call.ts";
import { language, receiptFacts } from "./common.ts";

const barrierReport = z
  .object({
    receivedAt: receiptFacts.receivedAt,
    receiptUrl: receiptFacts.receiptUrl,
    id: z.uuid().meta({ description: "Also its `Idempotency-Key`." }),
    reference: z.string().meta({ description: "Its number as the customer has it: `3F0C-2F1A`." }),
    description: z.string().meta({ description: "What does not work, in the customer's words." }),
    page: z.string().optional().meta({ description: "Where: an address, or what the page is called." }),
    name: z.string().optional(),
    email: z.email().optional().meta({ description: "Where a reply is wanted. Absent: none is." }),
    acknowledge: z.boolean().optional().meta({
      description: "False: `email` has had an acknowledgement within the hour, so that none is mailed now.",
    }),
    language,
  })
  .meta({ description: "A barrier that a customer reports (§ 14 BFSG)." });
export type BarrierReport = z.infer<typeof barrierReport>;

export const barrierCalls = {
  reportBarrier: call("POST /api/{brand}/barriers", "Somebody reports a barrier", {
    body: barrierReport,
    answer: "nothing",
    repeatable: true,
    duty: "Pass it to those who care for accessibility. With `email`: mail an acknowledgement there, unless `acknowledge` is false, with `reference` and the link `receiptUrl`, and reply to what was reported; send nothing else to it. Anybody may report, without a login: the address is not verified, so that the acknowledgement never repeats the text.",
    addition:
      "The portal has received it, says so to the customer, sends it ten times, and then leaves it to staff: it lists it for its operator (`npm run declarations`) with all that is needed to reply.",
  }),
};
