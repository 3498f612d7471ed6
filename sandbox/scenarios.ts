import { customerScenarios } from "./customer/scenarios.ts";
import { emailScenarios } from "./email/scenarios.ts";
import { identityScenarios } from "./identity/scenarios.ts";
import { novumScenarios } from "./novum/scenarios.ts";
import { offerScenarios } from "./offer/scenarios.ts";
import type { Scenario, ScenarioGroup } from "./scenario.ts";
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

/** A group's list. What was told before is named in one line: many tokens mean the same at several pages, or for several calls. */
function listOf({ scenarios }: ScenarioGroup, told: Set<string>): string {
  const meaningOf = ({ token, en }: Scenario) => `${token.replace(/^(?:state|accept)-/, "")}: ${en}`;
  const again = scenarios.filter((scenario) => told.has(meaningOf(scenario)));
  const first = scenarios.filter((scenario) => !told.has(meaningOf(scenario)));
  for (const scenario of first) told.add(meaningOf(scenario));
  const lines = first.map(({ token, en }) => `- \`${token}\`: ${en}`);
  if (again.length > 0) lines.push(`- as above: ${again.map(({ token }) => `\`${token}\``).join(", ")}`);
  return lines.join("\n");
}

/** The same as a document: docs/scenarios.md. */
export function scenarioDocument(): string {
  const told = new Set<string>();
  return [
    "# Scenarios of the sandbox",
    "Tokens choose what is played; `<token>~<anything>` is the same scenario with a state of its own. `{token}` in a path is where it goes. Generated from `sandbox/scenarios.ts`.",
    "| also | plays |\n| --- | --- |\n" +
      [
        [
          "`<call>-<fault>`, `<call>-once-<fault>`",
          "a fault at one call: verify, load, preview, previewreset, accept, summary, documents, reset. Faults are `http-<status>`, `slow-<ms>`, `hangup`, `cut`, `garbage`, `badshape`, `endless`, `huge`, a code",
        ],
        [
          'login code `other-customer` (on the login page: "somebody else")',
          "a bearer that every offer and order refuses (403)",
        ],
        ["a login code written like a fault", "it at `/api/auth/token`"],
        [
          "street `Ausfall <fault>`; `Ausfall`, `Korrektur`, `Auswahl`, `Fehlerliste`",
          "it at the address check; 503, corrected, three candidates, refused",
        ],
        [
          "IBAN DE17123456780000000001, DE87123456780000000002, DE60123456780000000003",
          "refused with an errors list, check out of order (503), not valid",
        ],
      ]
        .map(([what, plays]) => `| ${what} | ${plays} |`)
        .join("\n"),
    ...scenarioGroups.flatMap((group) => [`## ${group.en}`, `\`${group.path}\`\n\n${listOf(group, told)}`]),
    "",
  ].join("\n\n");
}
