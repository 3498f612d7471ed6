import { customerCalls } from "./customer.ts";
import { emailCalls } from "./email.ts";
import { entryCalls } from "./entry.ts";
import { identityCalls } from "./identity.ts";
import { offerCalls } from "./offer.ts";
import { serviceCalls } from "./services.ts";
import { terminationCalls } from "./termination.ts";
import { withdrawalCalls } from "./withdrawal.ts";

/** Every call of specification §7 and our additions, by name. */
export const calls = {
  ...offerCalls,
  ...identityCalls,
  ...serviceCalls,
  ...terminationCalls,
  ...withdrawalCalls,
  ...customerCalls,
  ...emailCalls,
  ...entryCalls,
};
