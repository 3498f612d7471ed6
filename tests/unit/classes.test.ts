import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adapting } from "#app/rendering/adaptive-styles.server.ts";

const textOf = (pattern: string[]) =>
  globSync(pattern, { exclude: ["**/node_modules/**"] })
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

const withoutComments = textOf(["app/**/*.css"]).replaceAll(/\/\*[\s\S]*?\*\//g, "");
const selectors = `${withoutComments.replaceAll(/\{[^{}]*\}/g, "{}")} ${adapting}`;
const ruled = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));

test("each class of a component has a rule", () => {
  // By its class alone a browser finds server content again.
  const components = textOf(["app/**/*.tsx"]).replaceAll(/<ServerContent [^>]*>/g, "");
  const fixed = [...components.matchAll(/className=(?:"([^"]*)"|\{([^{}]*)\})/g)].flatMap(
    ([, literal, expression = ""]) => {
      if (literal !== undefined) return literal.split(" ");
      const texts = expression.replaceAll(/[!=]== "[^"]*"/g, "").matchAll(/"([^"]*)"/g);
      return [...texts].flatMap(([, text = ""]) => text.split(" "));
    },
  );
  const names = new Set(fixed.filter(Boolean));
  expect(names.size).toBeGreaterThan(100);
  expect([...names].filter((name) => !ruled.has(name))).toEqual([]);
});

test("each rule's class is set somewhere", () => {
  const sources = textOf(["app/**/*.{ts,tsx,js}", "sandbox/**/*.{ts,tsx}"]);
  const isSet = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources) ||
    sources.includes(`${name.slice(0, name.lastIndexOf("-") + 1) || name}\${`);
  expect([...ruled].filter((name) => !isSet(name))).toEqual([]);
});
