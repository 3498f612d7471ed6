import { createConfig, lintFromString } from "@redocly/openapi-core";

/** What Redocly's recommended rules object to in a document. */
export async function openApiProblems(document: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
    // Paths of the specification: /angebot/preview/{token} and /angebot/{token}/login.
    rules: { "no-ambiguous-paths": "off" },
  });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
