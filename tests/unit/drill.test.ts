import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fasterRules } from "../../tools/drill/rules.ts";

const shipped = readFileSync(join(import.meta.dirname, "../../deploy/alerts.yaml"), "utf8");

test("the drill's rules are the shipped ones on a faster clock, and count the same", () => {
  const rules = fasterRules(shipped, 60);
  expect(rules).not.toMatch(/\[\d+[smhdw]\]|for: \d+[smhdw]$|offset \d+[smhdw]\b/m);
  expect(rules.match(/alert: \w+/g)).toEqual(shipped.match(/alert: \w+/g));
  const faster = (line: string) => fasterRules(line, 60);
  expect(faster("rate(a[5m]) offset 1w")).toBe("rate(a[5000ms]) offset 10080000ms");
  expect(faster("  group_interval: 5m")).toBe("  group_interval: 5000ms");
  expect(faster("        for: 1m")).toBe("        for: 1000ms");
  expect(faster("max(portal_declarations_oldest_seconds) > 900")).toBe(
    "max(portal_declarations_oldest_seconds) > 15",
  );
  expect(faster("increase1h >= 10 > 14.4 * 0.005")).toBe("increase1h >= 10 > 14.4 * 0.005");
});
