import { customerCalls } from "./customer.ts";
import { identityCalls } from "./identity.ts";
import { offerCalls } from "./offer.ts";
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
};
