import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";

/** The choice that this session made last for a verification. */
export interface Choice {
  method: string;
  submissionId: string;
  /** Where it led: the provider, or the coupon. */
  target: string;
}

export function choiceOf(context: RequestContext, token: string): Promise<Choice | undefined> {
  return context.get(sessionContext).get<Choice>(`idv:${token}`);
}

export function keepChoice(context: RequestContext, token: string, choice: Choice): void {
  context.get(sessionContext).set(`idv:${token}`, choice);
}

/** A short message for the next page: shown once. */
type IdvNotice = "chosenAlready" | "notChosen" | "mailed" | "notMailed" | "notDownloaded";

export function leaveIdvNotice(context: RequestContext, token: string, notice: IdvNotice): void {
  context.get(sessionContext).set(`idv-notice:${token}`, notice);
}

export async function takeIdvNotice(context: RequestContext, token: string): Promise<IdvNotice | undefined> {
  const session = context.get(sessionContext);
  const notice = await session.get<IdvNotice>(`idv-notice:${token}`);
  if (notice) session.remove(`idv-notice:${token}`);
  return notice;
}

/** The submission id of a mail whose end is unclear: the next try sends it again, so that it is one mail. */
export function keepMailing(context: RequestContext, token: string, submissionId: string | undefined): void {
  const session = context.get(sessionContext);
  if (submissionId) session.set(`idv-mail:${token}`, submissionId);
  else session.remove(`idv-mail:${token}`);
}

export function mailingOf(context: RequestContext, token: string): Promise<string | undefined> {
  return context.get(sessionContext).get<string>(`idv-mail:${token}`);
}
