import { customerScenarios } from "./customer/scenarios.ts";
import { emailScenarios } from "./email/scenarios.ts";
import { identityScenarios } from "./identity/scenarios.ts";
import { novumScenarios } from "./novum/scenarios.ts";
import { offerScenarios } from "./offer/scenarios.ts";
import type { ScenarioGroup } from "./scenario.ts";
import { listScenarios } from "./services/scenarios.ts";
import { terminationScenarios } from "./termination/scenarios.ts";

/**
 * All scenarios as data for the portal's /sandbox page, the OpenAPI document and tests. `<token>~<anything>` is the
 * same scenario with separate state.
 */
export const scenarioGroups: readonly ScenarioGroup[] = [
  ...offerScenarios,
  ...terminationScenarios,
  ...identityScenarios,
  ...customerScenarios,
  ...emailScenarios,
  ...novumScenarios,
  ...listScenarios,
];
