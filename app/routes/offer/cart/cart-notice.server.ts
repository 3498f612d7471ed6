import { z } from "zod";
import { carriedDraft, carriedParameter } from "#app/forms/carried-draft.server.ts";
import { keepCarried } from "#app/forms/draft.server.ts";
import { pathTo } from "#app/pages.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";

/** A short message for the next page of this offer. */
export const cartNotice = defineFlash(
  "offer notice",
  z.enum([
    "sessionLost",
    "sessionEnded",
    "notOrdered",
    "stepMissing",
    "orderChanged",
    "reset",
    "consentsUnsaved",
    "handedOver",
  ]),
);

type CartNotice = z.infer<typeof cartNotice.schema>;

/** An offer that has been found takes over what its customer typed before: its form has it where nothing is stored, once. */
export async function takeOverCarried(context: RequestContext, token: string, url: URL): Promise<void> {
  const brought = carriedDraft(context, url);
  if (!brought?.page.startsWith(`${pathTo("offer", { token })}/`)) return;
  const key = parameterOf<"offer">(url, carriedParameter) ?? "";
  if (!(await context.get(sessionContext).claim(takenOver, key))) return;
  if (Object.keys(brought.values).length > 0) keepCarried(context, brought.page, brought.values);
  const { data } = cartNotice.schema.safeParse(brought.notice);
  if (data) leaveNotice(context, token, data);
}
/** By what an address carried: a page that is loaded again takes nothing over. */
const takenOver = defineScope("taken over", z.literal(true), { lifetimeSeconds: 1800 });

export function leaveNotice(context: RequestContext, token: string, notice: CartNotice): void {
  context.get(sessionContext).write(cartNotice, token, notice);
}
