import { identityCalls } from "./identity.ts";
import { offerCalls } from "./offer.ts";
import { serviceCalls } from "./services.ts";

/** Every call of specification §7 and our additions, by name. */
export const calls = { ...offerCalls, ...identityCalls, ...serviceCalls };
export type CallName = keyof typeof calls;
