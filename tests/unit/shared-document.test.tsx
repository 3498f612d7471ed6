import { randomUUID } from "node:crypto";
import { createStaticHandler, type EntryContext, type StaticHandlerContext } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FormState } from "#app/forms/form-state.ts";
import { renderDocument } from "#app/rendering/render-document.server.tsx";
import { sharedDocument } from "#app/rendering/shared-document.server.ts";
import { filled } from "#app/rendering/template.server.ts";
import { Kept } from "#app/ui/kept.tsx";

vi.mock("#app/operation/config.server.ts", () => ({ config: () => ({}) }));
beforeAll(() => vi.stubEnv("PROD", true));
afterAll(() => vi.unstubAllEnvs());

const inputs = ["firstName", "lastName", "city"];
/** What a route may name by mistake. */
const noInput = "kind";
type Values = FormState["values"];

/** A refused form: its inputs, one choice, and its name once more where a test asks for it. */
function Page({ form, again }: { form: FormState; again: (values: Values) => string }) {
  return (
    <html lang="de">
      <head />
      <body>
        <form>
          <input type="hidden" name="submissionId" value={form.submissionId} />
          {inputs.map((name) => (
            <input key={name} name={name} defaultValue={form.values[name] as string | undefined} />
          ))}
          <input type="radio" name={noInput} value="a" defaultChecked={form.values[noInput] === "a"} />
          <input
            type="radio"
            name="salutation"
            value="frau"
            defaultChecked={form.values.salutation === "frau"}
          />
        </form>
        <p>{again(form.values)}</p>
        <Kept part="scripts">
          <script type="module" async />
        </Kept>
      </body>
    </html>
  );
}

const { query } = createStaticHandler([{ id: "page", path: "/angebot/:token/meine-daten" }]);
const answered = (await query(
  new Request("http://localhost/angebot/demo/meine-daten"),
)) as StaticHandlerContext;

const frame: Omit<EntryContext, "staticHandlerContext"> = {
  manifest: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" },
  routeModules: {},
  branches: [],
  criticalCss: undefined,
  future: {},
  ssr: true,
  isSpaMode: false,
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};

/** One customer's refused post: the page that is sent, the page as rendered for nobody else, and how often it was rendered. */
function post(values: Values, { label = "Ort", again = () => "", traceId, sentId }: Partial<Asked> = {}) {
  const ids = { nonce: randomUUID(), traceId: traceId ?? randomUUID(), sentId: sentId ?? randomUUID() };
  const errors = { city: { code: "missing", message: `${label} fehlt` } };
  const form = (submissionId: string, own: Values) => ({
    submissionId,
    values: own,
    errors,
    constraints: {},
  });
  const entry: StaticHandlerContext = {
    ...answered,
    loaderData: {
      root: { traceId: ids.traceId, brand: "o2" },
      page: { form: form(randomUUID(), {}), label },
    },
    actionData: { page: { form: form(ids.sentId, values) } },
    statusCode: 422,
  };
  let renders = 0;
  const render = (staticHandlerContext: StaticHandlerContext) => {
    renders++;
    return renderDocument(
      {
        entry: { ...frame, staticHandlerContext },
        nonce: ids.nonce,
        frame: "o2 de",
        scripts: "",
      },
      (own) => <Page form={own.staticHandlerContext.actionData?.page.form} again={again} />,
    );
  };
  const sent = sharedDocument(
    { entry, nonce: ids.nonce, facts: ["o2 de"], scripts: "", inputs: [...inputs, noInput] },
    render,
  );
  const shared = renders;
  const html = typeof sent === "string" ? sent : filled(sent.body, sent.slots);
  return { html, alone: render(entry), renders: shared, ids };
}
interface Asked {
  label: string;
  again: (values: Values) => string;
  traceId: string;
  sentId: string;
}

/** The page as it is from its third time on; each with a label of its own, as tests share what is kept. */
const known = (label: string, values: Values, more: Partial<Asked> = {}) => {
  for (let times = 0; times < 2; times++) post(values, { label, ...more });
  return (typed: Values, own: Partial<Asked> = {}) => post(typed, { label, ...more, ...own });
};

const hostile = [
  '&quot;"<b>',
  "</script><script>alert(1)</script>",
  "O'Neil & Söhne",
  "\\u003c\\",
  "a\u2028b\n\u0000",
  "😀",
  "$&$1$`",
  "`",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a customer may type
  "${alert(1)}",
  "value=",
  'value="x"',
  '","',
  "data 0",
  "frau",
  "root",
  "page",
  " ",
  "demo",
  "x".repeat(100_000),
];

test("a refused form is rendered once for all who typed something else into the same inputs", () => {
  const next = known("once", { firstName: "Erika", lastName: "Mustermann" });
  for (const values of [
    { firstName: "Otto", lastName: "Normal" },
    { firstName: "Ada", lastName: "King" },
  ])
    expect(next(values)).toMatchObject({ renders: 0 });
});

const numbered = hostile.map((typed, at) => ({ typed, at, start: typed.slice(0, 40) }));

test.each(numbered)("$start is shown as if the page were rendered for it alone", ({ typed, at }) => {
  const next = known(`hostile ${at}`, { firstName: "Erika", lastName: "Mustermann" });
  for (const values of [
    { firstName: typed, lastName: "Muster" },
    { firstName: "Otto", lastName: typed },
    { firstName: typed, lastName: typed },
  ]) {
    const page = next(values);
    expect(page.html).toBe(page.alone);
    const after = next({ firstName: "Ada", lastName: "King" });
    expect(after.html).toBe(after.alone);
    expect(after.renders).toBe(0);
  }
});

test("a page that was kept from a hostile post holds none of it", () => {
  for (const { typed, at } of numbered) {
    const next = known(`from ${at}`, { firstName: typed, lastName: `${typed}!` });
    const page = next({ firstName: "Ada", lastName: "King" });
    expect(page.html).toBe(page.alone);
  }
});

test("what is chosen, empty, posted twice or not asked for makes a page of its own", () => {
  const next = known("own", { firstName: "Erika" });
  for (const values of [
    { firstName: "Erika", salutation: "frau" },
    { firstName: "Erika", salutation: "" },
    { firstName: "" },
    {},
    { firstName: ["Erika", "Otto"] },
    { firstName: "Erika", unknown: "x" },
    { lastName: "Erika" },
  ] as Values[]) {
    const page = next(values);
    expect(page.renders).toBe(1);
    expect(page.html).toBe(page.alone);
  }
});

test("a choice that is taken for an input is shown to each customer as it is", () => {
  const next = known("choice", { firstName: "Erika", [noInput]: "b" });
  const page = next({ firstName: "Otto", [noInput]: "a" });
  expect(page.html).toBe(page.alone);
});

test.each<[string, Asked["again"]]>([
  ["shows what was typed a second time", ({ firstName }) => `Hello ${firstName}`],
  ["depends on what was typed", ({ firstName = "" }) => `${firstName.length} letters`],
])("a page that %s is rendered for each customer", (why, again) => {
  const next = known(why, { firstName: "Erika" }, { again });
  for (const firstName of ["Otto", "Ada", "Otto"]) {
    const page = next({ firstName });
    expect(page.html).toBe(page.alone);
    expect(page.renders).toBeGreaterThan(0);
  }
});

test("an id of a customer's making that is a word of the page, or another id, cuts up nobody else's", () => {
  const id = randomUUID();
  for (const own of [{ sentId: id }, { traceId: id }]) {
    const next = known(`${id} ${Object.keys(own)}`, { firstName: "Erika" }, own);
    const page = next({ firstName: "Otto" }, { sentId: randomUUID(), traceId: randomUUID() });
    expect(page.html).toBe(page.alone);
    expect(page.html).toContain(id);
  }
  const mine = known("mine", { firstName: "Erika" })({ firstName: id }, { traceId: id });
  expect(mine.html).toBe(mine.alone);
  const next = known("twins", { firstName: "Erika" }, { sentId: id, traceId: id });
  const page = next({ firstName: "Otto" }, { sentId: randomUUID(), traceId: randomUUID() });
  expect(page.html).toBe(page.alone);
});
