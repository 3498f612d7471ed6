import { customerScenarios } from "./customer/scenarios.ts";
import { emailScenarios } from "./email/area.ts";
import { identityScenarios } from "./identity/scenarios.ts";
import { novumScenarios } from "./novum/area.ts";
import { offerScenarios } from "./offer/scenarios.ts";
import { terminationScenarios } from "./termination/scenarios.ts";

/** A token to click or to script, and what it is for. */
export interface Scenario {
  token: string;
  de: string;
  en: string;
}

export interface ScenarioGroup {
  id: string;
  /** The portal's page (German path) that takes the token; `{token}` stands for it. */
  path: string;
  de: string;
  en: string;
  scenarios: readonly Scenario[];
}

/**
 * Everything that the sandbox can play, as plain data for the portal's /sandbox page, the OpenAPI document and
 * tests. `<token>~<anything>` is the same scenario with a state of its own.
 */
export const scenarioGroups: readonly ScenarioGroup[] = [
  ...offerScenarios,
  ...terminationScenarios,
  ...identityScenarios,
  ...customerScenarios,
  ...emailScenarios,
  ...novumScenarios,
];
