import { customerCalls } from "../app/backend/contract/customer.ts";
import { identityCalls } from "../app/backend/contract/identity.ts";
import { offerCalls } from "../app/backend/contract/offer.ts";
import { serviceCalls } from "../app/backend/contract/services.ts";
import { openCalls, prefilledCalls, terminationCalls } from "../app/backend/contract/termination.ts";
import { withdrawalCalls } from "../app/backend/contract/withdrawal.ts";

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
};
