import { customerScenarios } from "./customer/scenarios.ts";
import { emailScenarios } from "./email/scenarios.ts";
import { identityScenarios } from "./identity/scenarios.ts";
import { novumScenarios } from "./novum/scenarios.ts";
import { offerScenarios } from "./offer/scenarios.ts";
import type { ScenarioGroup } from "./scenario.ts";
import { listScenarios } from "./services/scenarios.ts";
import { terminationScenarios } from "./termination/scenarios.ts";

/**
 * All scenarios as data for the portal's /sandbox page, `docs/scenarios.md` and tests. `<token>~<anything>` is the
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

/** The same as a document: docs/scenarios.md. */
export const scenarioDocument = () =>
  [
    "# Scenarios of the sandbox",
    "Tokens choose what is played; `<token>~<anything>` is the same scenario with a state of its own. `{token}` in a path is where it goes. Generated from `sandbox/scenarios.ts`.",
    "Faults (`http-<status>`, `slow-<ms>`, `hangup`, `cut`, `garbage`, `badshape`, `endless`, `huge`, a code) can be aimed at one call: `<call>-<fault>` or `<call>-once-<fault>` with verify, load, preview, previewreset, accept, summary, documents, reset.",
    'The login code `other-customer` (on the sandbox\'s login page: "somebody else") is exchanged for a bearer of that name, which every offer and order refuses (403). A login code written like a fault plays it at `/api/auth/token`; so does a street `Ausfall <fault>` at the address check (`Ausfall` alone: 503; `Korrektur`: corrected; `Auswahl`: three candidates; `Fehlerliste`: refused).',
    "IBANs with an outcome: DE17123456780000000001 is refused with an errors list, DE87123456780000000002 finds the check out of order (503), DE60123456780000000003 is not valid.",
    ...scenarioGroups.flatMap(({ en, path, scenarios }) => [
      `## ${en}`,
      `\`${path}\``,
      scenarios.map(({ token, en: text }) => `- \`${token}\`: ${text}`).join("\n"),
    ]),
    "",
  ].join("\n\n");
