import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type NodePath, parseSync, traverse, type types } from "@babel/core";
import { expect, test } from "vitest";

/** A component or a function of one: what it uses, by file and name, and what of it would need a browser. */
interface Component {
  uses: string[];
  acts: string[];
}
const components = new Map<string, Component>();
/** What stands behind `import.meta.env.SSR &&`: no browser has its code. */
const serverOnly: Component = { uses: [], acts: [] };

const isOnServer = (path: NodePath): boolean =>
  path.findParent(
    (above) => above.isLogicalExpression() && /import\.meta\.env\.SSR/.test(`${above.get("left")}`),
  ) !== null;

for (const file of globSync("app/**/*.tsx")) {
  const tree = parseSync(readFileSync(file, "utf8"), {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ["typescript", "jsx"] },
  });
  if (!tree) throw new Error(`${file} cannot be read.`);
  const imported = new Map<string, string>();
  const inComponent = (path: NodePath): Component => {
    const outermost = path.findParent(
      ({ parentPath }) => parentPath?.isProgram() === true || parentPath?.isExportDeclaration() === true,
    );
    const node = outermost?.node as types.FunctionDeclaration | types.VariableDeclaration | undefined;
    const named = node?.type === "VariableDeclaration" ? node.declarations[0]?.id : node?.id;
    const name = `${file} ${(named as types.Identifier | undefined)?.name ?? "default"}`;
    const known = components.get(name) ?? { uses: [], acts: [] };
    components.set(name, known);
    return known;
  };
  traverse(tree, {
    ImportDeclaration({ node }) {
      const from = node.source.value.replace("#app", resolve("app"));
      const path = resolve(file, "..", from).replace(`${resolve(".")}/`, "");
      for (const { local } of node.specifiers) imported.set(local.name, `${path} ${local.name}`);
    },
    ReferencedIdentifier(path: NodePath<types.Identifier | types.JSXIdentifier>) {
      const used = imported.get(path.node.name) ?? `${file} ${path.node.name}`;
      inComponent(path).uses.push(used);
      if (isOnServer(path)) serverOnly.uses.push(used);
    },
    JSXAttribute(path) {
      const name = String(path.node.name.name);
      if (!/^on[A-Z]/.test(name)) return;
      inComponent(path).acts.push(`${file}: ${name}`);
      if (isOnServer(path)) serverOnly.acts.push(`${file}: ${name}`);
    },
    CallExpression(path) {
      const { callee } = path.node;
      if (callee.type === "Identifier" && callee.name === "useEffect")
        inComponent(path).acts.push(`${file}: useEffect`);
    },
  });
}

/** Of these, the page's own script (`rendering/dialog-button.js`) or the browser does what there is to do. */
const scripted = ["app/ui/modal.tsx", "app/ui/accordion.tsx"];

/** Handlers and effects in all that a component uses. */
function actsIn({ uses, acts }: Component, seen = new Set<string>()): string[] {
  const within = uses.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const component = components.get(name);
    return component ? actsIn(component, seen) : [];
  });
  return [...acts, ...within];
}

test("what only the server renders has no handlers, which no browser would run", () => {
  expect(serverOnly.uses.length).toBeGreaterThan(10);
  const dead = actsIn(serverOnly).filter((act) => !scripted.some((file) => act.startsWith(file)));
  expect(dead).toEqual([]);
});
