import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { barrierCalls } from "#app/backend/contract/barrier.ts";
import { serviceCalls } from "#app/backend/contract/services.ts";
import { openCalls, prefilledCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import type { FormDefinition } from "#app/forms/define-form.server.ts";
import type { Scope } from "#app/session/scope.ts";
import { oldestBeside } from "#server/build.ts";
import { incompatible, type Shape, type Shapes } from "../support/shapes.ts";

// The last release's shapes are in `tests/support/released-shapes.json`, which `npm run release` writes (`npm run record-shapes`).
const file = join(import.meta.dirname, "../support/released-shapes.json");

const { defined } = vi.hoisted(() => ({ defined: [] as unknown[] }));
vi.mock("#app/session/scope.ts", async (load) => {
  const real = await load<typeof import("#app/session/scope.ts")>();
  const listed =
    <Given extends unknown[], Made>(define: (...given: Given) => Made) =>
    (...given: Given) => {
      const made = define(...given);
      defined.push(made);
      return made;
    };
  return { defineScope: listed(real.defineScope), defineFlash: listed(real.defineFlash) };
});

const modules = import.meta.glob(
  "../../app/{forms,middleware,outcome,routes,session,tracking}/**/*.{ts,tsx}",
);

/** What is stored of each kind until the provider has it. */
const bodyOf = {
  termination: openCalls.declare.body,
  selfcare: prefilledCalls.declare.body,
  withdrawal: withdrawalCalls.declare.body,
  objection: serviceCalls.declineEmail.query,
  revocation: serviceCalls.revokeConsents.body,
  revocationByName: serviceCalls.revokeConsentsByName.body,
  barrier: barrierCalls.reportBarrier.body,
} satisfies Record<DeclarationKind, z.ZodType | undefined>;

const shapeOf = (schema: z.ZodType): Shape =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override: withoutWords })),
  );
function withoutWords({ jsonSchema }: { jsonSchema: { description?: unknown; examples?: unknown } }): void {
  delete jsonSchema.description;
  delete jsonSchema.examples;
}

async function currentShapes(): Promise<Shapes> {
  for (const load of Object.values(modules)) await load();
  const scopes = (defined as Scope<unknown>[]).map(({ name, schema }) => [name, shapeOf(schema)]);
  const { tableOf } = await import("#app/declarations/queue-database.ts");
  const { forms } = await import("#app/forms.server.ts");
  const { pageTable } = await import("#app/page-table.server.ts");
  const { parameters } = await import("#app/request/parameters.server.ts");
  const bodies = Object.entries(bodyOf).flatMap(([kind, body]) => (body ? [[kind, shapeOf(body)]] : []));
  const fields = Object.entries<FormDefinition>(forms).map(([page, form]) => [
    page,
    [...Object.keys(form.schema.shape), ...(form.hidden ?? [])].sort(),
  ]);
  const links = Object.entries(parameters).map(([name, pages]) => [name, [...new Set(pages)].sort()]);
  return {
    version: JSON.parse(readFileSync("package.json", "utf8")).version,
    scopes: Object.fromEntries(scopes.sort()),
    declarations: Object.fromEntries(bodies),
    tables: { declaration: tableOf({ integer: "INTEGER", seq: "SEQ" }) },
    forms: Object.fromEntries(fields),
    pages: Object.fromEntries(Object.entries(pageTable).map(([name, { path }]) => [name, path])),
    links: Object.fromEntries(links),
  };
}
const current = await currentShapes();
if (process.env.RECORD_SHAPES) writeFileSync(file, `${JSON.stringify(current, null, 1)}\n`);
const released: Shapes = JSON.parse(readFileSync(file, "utf8"));

/** A portal of this version, and of the last release, run side by side, unless `oldestBeside` says otherwise. */
const excused = semver.gt(oldestBeside, released.version);

test("what the last release shares with a portal beside it can be read by this one, and the other way round", () => {
  expect(excused ? [] : incompatible(released, current)).toEqual([]);
});

test("every kind of what is shared has been found", () => {
  for (const scope of ["offer", "login state", "handover", "draft"])
    expect(current.scopes).toHaveProperty([scope]);
  expect(Object.keys(current.declarations)).toEqual(Object.keys(bodyOf));
  expect(current.scopes.offer?.required).toContain("order");
  expect(current.pages).toMatchObject({ termination: "/kuendigung" });
  expect(current.forms.termination).toContain("reason");
  for (const shape of [...Object.values(current.scopes), ...Object.values(current.declarations)])
    expect(shape).not.toEqual({});
});

const changed = (change: (shapes: Shapes) => unknown) => {
  const shapes = structuredClone(current);
  change(shapes);
  return incompatible(current, shapes);
};
const cartOf = ({ scopes }: Shapes) => scopes.offer as Shape & { properties: object; required: string[] };

test.each<[string, (shapes: Shapes) => unknown]>([
  ["an optional member", (shapes) => Object.assign(cartOf(shapes).properties, { color: { type: "string" } })],
  ["another scope", (shapes) => Object.assign(shapes.scopes, { color: { type: "string" } })],
])("%s may be new", (_, change) => expect(changed(change)).toEqual([]));

test.each<[string, (shapes: Shapes) => unknown, string]>([
  [
    "a member that is needed",
    (shapes) => {
      Object.assign(cartOf(shapes).properties, { color: { type: "string" } });
      cartOf(shapes).required.push("color");
    },
    "scope offer.color is new, and needed",
  ],
  [
    "a member that may now be left out",
    (shapes) => cartOf(shapes).required.splice(cartOf(shapes).required.indexOf("order"), 1),
    "scope offer.order is needed by one of them alone",
  ],
  [
    "another type",
    (shapes) => Object.assign(cartOf(shapes).properties, { order: { type: "number" } }),
    "scope offer.order takes other values",
  ],
  ["a scope that is gone", ({ scopes }) => delete scopes["login state"], "scope login state is gone"],
  ["a page", ({ pages }) => Object.assign(pages, { color: "/farbe" }), "pages: color is new"],
  [
    "another path",
    ({ pages }) => Object.assign(pages, { termination: "/ende" }),
    "pages: termination is another one, or gone",
  ],
  ["a field", ({ forms }) => forms.withdrawal?.push("color"), "forms: withdrawal is another one, or gone"],
  ["a link's parameter", ({ links }) => Object.assign(links, { color: [] }), "links: color is new"],
  [
    "a column",
    ({ tables }) => tables.declaration?.push("ALTER"),
    "tables: declaration is another one, or gone",
  ],
])("%s takes a raised oldestBeside", (_, change, word) => expect(changed(change)).toEqual([word]));
