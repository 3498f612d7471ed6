import { keysOf } from "#app/domain/keys-of.ts";
import { barrierCalls } from "./barrier.ts";
import { customerCalls } from "./customer.ts";
import { identityCalls } from "./identity.ts";
import { offerCalls } from "./offer-calls.ts";
import { serviceCalls } from "./services.ts";
import { openCalls, prefilledCalls, terminationCalls } from "./termination.ts";
import { withdrawalCalls } from "./withdrawal.ts";

/** Every call of specification §7 and our additions, by the name that it has in the OpenAPI document. */
export const calls = {
  ...offerCalls,
  ...identityCalls,
  ...serviceCalls,
  ...terminationCalls,
  terminate: openCalls.declare,
  loadTermination: openCalls.load,
  terminationDownload: openCalls.download,
  terminatePrefilled: prefilledCalls.declare,
  loadPrefilledTermination: prefilledCalls.load,
  prefilledTerminationDownload: prefilledCalls.download,
  withdraw: withdrawalCalls.declare,
  loadWithdrawal: withdrawalCalls.load,
  withdrawalDownload: withdrawalCalls.download,
  ...customerCalls,
  ...barrierCalls,
};
export type CallName = keyof typeof calls;
const shared = ["checkAddress", "checkIban"] as const satisfies CallName[];
/** A call by which something is done: of those that are sent by POST or PATCH, all but the checks, and the login's code, which it uses up. */
export type ActingCall =
  | "exchangeCode"
  | Exclude<
      { [Name in CallName]: (typeof calls)[Name]["method"] extends "GET" ? never : Name }[CallName],
      (typeof shared)[number]
    >;
/** Of every link with a token. */
const ofLinks = ["abilities", "sendNewLink"] as const satisfies CallName[];
const named = <Name extends CallName>(rows: Record<Name, unknown>): Name[] => keysOf(rows);

/**
 * The calls of each journey, by the names of `page-table.server.ts`: the tags of the OpenAPI document, and what
 * `check-provider --journeys` asks. A call that several journeys share is in each.
 */
export const callsOfJourney = {
  offer: [
    ...named(offerCalls),
    "exchangeCode",
    "nationalities",
    "consent",
    "novumEntry",
    ...ofLinks,
    ...shared,
  ],
  identity: [...named(identityCalls), ...ofLinks],
  customer: [...named(customerCalls), ...ofLinks, ...shared],
  termination: [
    ...named(terminationCalls),
    ...(["terminate", "loadTermination", "terminationDownload"] as const),
    ...(["terminatePrefilled", "loadPrefilledTermination", "prefilledTerminationDownload"] as const),
  ],
  withdrawal: ["withdraw", "loadWithdrawal", "withdrawalDownload"],
  "email-rejection": ["declineEmail", "givenConsents", "revokeConsents", "revokeConsentsByName"],
  barrier: named(barrierCalls),
} satisfies Record<string, CallName[]>;
export type CallJourney = keyof typeof callsOfJourney;
