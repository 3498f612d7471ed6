import { createContext } from "react-router";
import type { RequestContext } from "./context.server.ts";

/** Mails in the brand's name that anybody can have sent: one an hour to each recipient, from all portals of one store. */
export interface MailBudget {
  take(recipient: string): Promise<boolean>;
  /** It was not sent after all. */
  giveBack(recipient: string): Promise<void>;
}

/** Set by the host. Without one, as in `npm run preview`, the provider alone bounds its mails. */
export const mailBudgetContext = createContext<MailBudget>({
  take: async () => true,
  giveBack: async () => {},
});

/** Whose inbox: the same for each spelling of an address, and for what its owner may add behind a plus sign. */
function inboxOf(email: string): string {
  const [name = "", host] = email.toLowerCase().split("@");
  return `${name.split("+")[0]}@${host}`;
}

/** Whether a mail may go to an address that somebody has typed; it then counts as sent. */
export const mayMail = (context: RequestContext, email: string) =>
  context.get(mailBudgetContext).take(`address ${inboxOf(email)}`);

/** Whether a mail may go to the owner of a link; it then counts as sent. */
export const mayMailOwner = (context: RequestContext, token: string) =>
  context.get(mailBudgetContext).take(`owner ${token}`);

/** It was not sent to the owner of the link after all. */
export const notMailedToOwner = (context: RequestContext, token: string) =>
  context.get(mailBudgetContext).giveBack(`owner ${token}`);
