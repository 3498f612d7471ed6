import { expect, test } from "vitest";
import { asData, type Browser, dataOf, type Page } from "../support/browser.ts";
import { all, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const read = async (customer: Browser, path: string) => dataOf(await customer.get(path, asData));

/** Every text and value of the data, except what no page shows: trace id, events, and internal names. */
function wordsOf(value: unknown, key = ""): string[] {
  if (["traceId", "tracking", "submissionId", "type", "method", "code", "encType"].includes(key)) return [];
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => wordsOf(inner, name));
}

/** A page's whole text and attributes. */
const saidBy = (page: Page) =>
  [
    textOf(page.document),
    page.title,
    ...all(page.document).flatMap(({ attributes }) => Object.values(attributes)),
    ...all(page.document).map((element) => textOf(element)),
  ].join("\n");

/** The data separates blocks by blanks. */
const withoutBlanks = (text: string) => text.replace(/\s/g, "");

test("has no more than the page at any step", async () => {
  const customer = portal.browser();
  const token = "demo~as-data";
  await goToSummary(customer, token);
  for (const step of ["", "/meine-daten", "/ausweisdaten", "/zahlung", "/zusammenfassung"]) {
    const path = `/angebot/${token}${step}`;
    const page = await customer.get(path);
    const data = await read(customer, path);
    expect(data).toMatchObject({ page: page.name, status: 200, brand: "o2", title: page.title });
    const said = withoutBlanks(saidBy(page));
    const addresses = [...page.html.matchAll(/(?<=href=")[^"]+/g)].map(([href]) =>
      new URL(href, portal.origin + path).href.slice(portal.origin.length),
    );
    for (const word of wordsOf(data))
      if (word.startsWith(`/angebot/${token}`)) expect([path, ...addresses]).toContain(word);
      else expect(said).toContain(withoutBlanks(word));
    expect(JSON.stringify(data)).not.toMatch(/DE89\s?3704|L01X00T471/);
  }
});

test("a form can be filled in and sent from its data", async () => {
  const customer = portal.browser();
  const path = "/angebot/demo~as-data-form/meine-daten";
  await customer.get("/angebot/demo~as-data-form");
  const { form } = await read(customer, path);
  const field = (name: string) => form.fields.find((row: { name: string }) => row.name === name);
  expect(field("firstName")).toMatchObject({ required: true, constraints: { maxLength: 50 } });
  expect(field("title")).toMatchObject({ required: false });
  expect(field("salutation").options.map(({ value }: { value: string }) => value)).toEqual([
    "frau",
    "herr",
    "",
  ]);

  expect([form.action, form.submissionId]).toEqual([path, undefined]);
  const answer = await customer.post(form.action, { email: "ayse" }, asData);
  expect(answer.headers.get("Content-Type"), "no problem: the page").toBe("application/json");
  const wrong = dataOf(answer);
  expect(wrong).toMatchObject({
    page: "personal-data",
    status: 422,
    title: expect.stringMatching(/^Fehler: /),
  });
  expect(wrong.form.values).toMatchObject({ email: "ayse" });
  expect(wrong.form.errors).toContainEqual({
    field: "firstName",
    code: "missing",
    message: "Geben Sie Ihren Vornamen ein.",
  });

  const sent = await customer.post(form.action, { ...form.values, ...entered.personalData }, asData);
  expect(sent).toMatchObject({ status: 303, location: "/angebot/demo~as-data-form/ausweisdaten" });
  expect(dataOf(sent)).toEqual({ status: 303, next: sent.location });
});

test("names of choices are separate from their hints", async () => {
  const customer = portal.browser();
  const choices = async (path: string, name: string): Promise<Record<string, string>[]> =>
    (await read(customer, path)).form.fields.find((field: { name: string }) => field.name === name).options;
  expect(await choices("/idv/demo~choices", "method")).toContainEqual({
    value: "photo",
    label: "Foto-Ident",
    hint: "Sie fotografieren Ihren Ausweis und Ihr Gesicht, ohne Gespräch. Etwa 5 Minuten, Ergebnis nach 1 Werktag",
  });
  expect(await choices("/kuendigung", "cancellationType")).toContainEqual({
    value: "regular",
    label: "Ordentlich kündigen",
    hint: "Mit der gesetzlichen oder vereinbarten Frist, ohne Angabe von Gründen",
  });
  expect(await choices("/kuendigung", "numberPorting")).toEqual([
    { value: "yes", label: "Ich möchte meine Rufnummer zu einem anderen Anbieter mitnehmen" },
  ]);
});

test("a guard redirects as it does a page", async () => {
  const guarded = await portal.browser().get("/angebot/demo~none/zahlung", asData);
  expect([guarded.status, dataOf(guarded).next]).toEqual([302, guarded.location]);
});

test.each([
  ["/angebot/state-OFFER_EXPIRED", 410, "OfferExpired"],
  ["/angebot/state-DOWNTIME", 503, "Downtime"],
  ["/no-such-page", 404, "NotFound"],
  ["/entry/novum", 404, "NotFound"],
  ["/selfcarekuendigung/error", 404, "NotFound"],
])("%s is a problem", async (path, status, state) => {
  const customer = portal.browser();
  const answer = await customer.get(path, asData);
  const page = await customer.get(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  expect(dataOf(answer)).toMatchObject({ status, state, title: page.heading, page: page.name });
  expect(dataOf(answer).type).toMatch(new RegExp(`:${state}$`));
  expect(dataOf(answer).detail).not.toBe("");
  expect(page.state).toBe(state);
});

test.each([
  ["/idv/success/erfolgreich", 200, "IdvSuccess"],
  ["/idv/completed/abgeschlossen", 200, "IdvCompleted"],
  ["/idv/consumed/angenommen", 200, "OfferConsumed"],
])("%s is a state, but no problem", async (path, status, state) => {
  const answer = await portal.browser().get(path, asData);
  const page = await portal.browser().get(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, "application/json"]);
  expect(dataOf(answer)).toMatchObject({ status, state, title: page.heading, page: page.name });
  expect(dataOf(answer).detail).not.toBe("");
  expect(dataOf(answer).type).toBeUndefined();
});

test("a page that comes back by itself says where", async () => {
  const path = "/idv/pending/in-arbeit";
  expect((await read(portal.browser(), path)).next).toBe(`${path}?attempt=1`);
});

test("a form that the provider refuses is a problem that includes the form", async () => {
  const answer = await portal.browser().post("/kundendaten/unknown", { phone: "030 23125 444" }, asData);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
  expect(dataOf(answer)).toMatchObject({
    type: expect.stringMatching(/:NotFound$/),
    title: "Dieser Link funktioniert nicht",
    form: { values: { phone: "030 23125 444" } },
  });
  expect(dataOf(answer).detail).toMatch(/\S/);
});

test("a downtime says when it ends", async () => {
  const { downtime } = await read(portal.browser(), "/angebot/state-DOWNTIME");
  expect(Number.isNaN(Date.parse(downtime))).toBe(false);
});

test.each([
  ["a foreign origin", { Origin: "https://evil.example" }, 403, "foreign-origin"],
  ["a type that is no form's", { "Content-Type": "text/plain" }, 415, "unsupported-form"],
  ["a reserved field", {}, 400, "bad-request"],
])("%s is a problem with the same status as for people", async (_, headers, status, state) => {
  const answer = await fetch(`${portal.origin}/kundendaten/demo`, {
    method: "POST",
    body: new URLSearchParams({ __intent__: "1" }).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "application/json",
      Cookie: "trace-id=the-customers-own",
      ...headers,
    },
  });
  expect([answer.status, answer.headers.get("Content-Type")?.split(";")[0]]).toEqual([
    status,
    "application/problem+json",
  ]);
  expect(await answer.json()).toMatchObject({ status, state, traceId: "the-customers-own" });
});

/** Of a page, and of a refusal that the host makes itself. */
async function typesFor(accept: string | undefined) {
  const headers = new Headers(accept ? { Accept: accept } : {});
  const answers = [
    await fetch(`${portal.origin}/`, { headers }),
    await fetch(`${portal.origin}/`, { method: "PUT", headers }),
  ];
  for (const answer of answers) expect(answer.headers.get("Vary")).toMatch(/\bAccept\b/);
  return answers.map(({ headers }) => headers.get("Content-Type")?.split(";")[0]);
}

const asPages = [
  undefined,
  "*/*",
  "text/html",
  "text/html,application/json;q=0.9",
  "image/*,application/json;q=0",
];
test.each(asPages)("%s gets the page", async (accept) => {
  expect(await typesFor(accept)).toEqual(["text/html", "text/html"]);
});

const asJson = [
  "Application/JSON",
  "application/*",
  "text/html;q=0.1, application/problem+json",
  "application/json; charset=UTF-8",
];
test.each(asJson)("%s gets data", async (accept) => {
  expect(await typesFor(accept)).toEqual(["application/json", "application/problem+json"]);
});
