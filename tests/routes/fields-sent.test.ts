import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { calls } from "#app/backend/contract/calls.ts";
import { createSandbox } from "#sandbox/app.ts";
import { unreadMembers } from "../../tools/check-provider/members.ts";
import { type Fields, mainForm, type Page } from "../support/browser.ts";
import { openDetails } from "../support/customer.ts";
import { typedInto } from "../support/filled-forms.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { dateFields, inDays, reasonFields } from "../support/termination.ts";

// Whatever a form asks for reaches the provider: a field that is shown and forgotten would be noticed by customers only.
const sandbox = createSandbox({ database: ":memory:" });
/** What the provider was sent: names of fields, texts and numbers. */
const sent = new Set<string>();
/** Where the provider was sent something: `customer.address.value.street`. */
const paths = new Set<string>();
/** What it was sent that the contract does not have: `reportBarrier device`. */
const beyond = new Set<string>();
/** What it refuses in an order. */
let refused: { field?: string; code?: string; message?: string }[] = [];
const provider = createServer(
  getRequestListener(async (request) => {
    if (request.headers.get("Content-Type")?.includes("json")) {
      const body = await request.clone().json();
      keep(body);
      for (const member of beyondContract(request, body)) beyond.add(member);
    }
    if (refused.length > 0 && request.url.includes("/accept/"))
      return Response.json({ errors: refused }, { status: 422 });
    return sandbox.app.fetch(request);
  }),
).listen(0, "127.0.0.1");
await once(provider, "listening");
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const portal = await startPortal({ API_BASE_URL: origin, REDIRECT_ORIGINS: origin });
afterAll(async () => {
  await portal.stop();
  provider.closeAllConnections();
  provider.close();
  sandbox.close();
});
beforeEach(forget);
afterEach(() => {
  expect([...beyond], "sent, and not in the contract").toEqual([]);
  beyond.clear();
});

function forget() {
  sent.clear();
  paths.clear();
  refused = [];
}

/** The members of a call's body that no provider knows of. */
function beyondContract({ method, url }: Request, body: unknown): string[] {
  const { pathname } = new URL(url);
  const isAt = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
  const [name, call] =
    Object.entries<Call>(calls).find(([, one]) => one.method === method && isAt(one.path)) ?? [];
  return call?.body
    ? unreadMembers(call.body, body).map((member) => `${name} ${member}`)
    : [`${method} ${pathname}`];
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function keep(value: unknown, path: string[] = []): void {
  if (value === false || value === null) return;
  paths.add(path.join("."));
  if (typeof value !== "object") return void sent.add(plain(String(value)));
  for (const [name, one] of Object.entries(value)) {
    // A termination's texts once more, as they were typed: whatever it is, it is there.
    if (name === "written") continue;
    if (one !== false) sent.add(plain(name));
    keep(one, [...path, name]);
  }
}

/** What the provider knows a field by that it does not know by its value, or by its name where it is a ticked box. */
const knownAs: Record<string, string[]> = {
  sepaMandate: ["sepaMandate", "mandateGivenAt"],
  payoutRequested: ["payout"],
};

/** What was given by field: the three parts of a date as one, ISO. */
function fieldsIn(given: Fields): [name: string, value: string][] {
  const date = (name: string) =>
    ["year", "month", "day"].map((part) => String(given[`${name}.${part}`]).padStart(2, "0")).join("-");
  return Object.entries(given).flatMap<[string, string]>(([name, value]) => {
    if (typeof value !== "string" || name === "submissionId" || /[.](month|year)$/.test(name)) return [];
    const whole = name.replace(/[.]day$/, "");
    return [[whole, whole === name ? value : date(whole)]];
  });
}

/** The fields of a post that no call had: phone numbers are sent with their country's code, boxes by their name. */
function missing(given: Fields): string[] {
  const wanted = (name: string, value: string) =>
    knownAs[name] ?? [value === "yes" ? (name.split(".").at(-1) ?? "") : value];
  const isSent = (one: string) => sent.has(plain(one).replace(/^0(?=\d{6})/, "49"));
  return fieldsIn(given).flatMap(([name, value]) => (wanted(name, value).some(isSent) ? [] : [name]));
}

/** Shown in words, masked, or not at all. */
const notAsTyped = [
  ...["salutation", "phone", "portingWhen"],
  ...["documentType", "documentNumber", "paymentMethod", "iban"],
  ...["serviceType", "cancellationType", "selectTerminationDate", "reason"],
];

/** A date as pages write it, 1.2.2026 or 01.02.2026; any other value as it is. */
function written(value: string): string[] {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return year ? [`${day}.${month}.${year}`, `${Number(day)}.${Number(month)}.${year}`] : [value];
}

/** The fields of a post that a page does not show again; boxes have no value to show. */
function unseen(given: Fields, { text }: Page): string[] {
  const seen = plain(text);
  return fieldsIn(given)
    .filter(([name, value]) => value !== "yes" && !notAsTyped.includes(name))
    .filter(([, value]) => !written(value).some((one) => seen.includes(plain(one))))
    .map(([name]) => name);
}

/** The provider's path of each field, from what it was sent. */
function pathsOf(given: Fields): [field: string, path: string][] {
  const names: Record<string, string> = {
    paymentMethod: "method",
    sepaMandate: "mandateGivenAt",
    portingNumber: "number",
    portingProvider: "provider",
    portingWhen: "when",
    portingHolder: "holder",
  };
  return fieldsIn(given)
    .filter(([field]) => !field.startsWith("consents."))
    .map(([field]) => {
      const path = [...paths].findLast((path) => [field, names[field]].includes(path.split(".").at(-1)));
      return [field, path ?? `no path for ${field}`];
    });
}

/** The fields that customers see in a form, each once; files are tested by their uploads. */
const fieldsShown = (form: Element) => [
  ...new Set(
    all(form)
      .filter(({ tag, attributes }) => ["input", "select", "textarea"].includes(tag) && attributes.name)
      .filter(({ attributes }) => !["hidden", "file"].includes(attributes.type ?? ""))
      .map(({ attributes }) => attributes.name as string),
  ),
];

test("all that the steps of an offer ask for is shown again, sent, and marked where it is refused", {
  tags: ["§3.17"],
}, async () => {
  const values = { ...typedInto("personal-data"), ...typedInto("id-data"), ...typedInto("payment") };
  const customer = portal.browser();
  const token = fresh("demo-porting");
  await customer.get(`/angebot/${token}`);
  let page = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
  const given: Fields = {};
  while (page.name !== "summary") {
    // A document with an expiry date.
    for (const name of fieldsShown(mainForm(page)).filter((name) => name !== "noExpiry"))
      given[name] = name.startsWith("consents.")
        ? "yes"
        : (values[name] ?? `no value for ${name} in this test`);
    page = await customer.submit(page, given, { follow: true });
    expect([page.status, page.errors]).toEqual([200, {}]);
  }
  expect(unseen(given, page)).toEqual([]);
  forget();
  await customer.submit(page);
  expect(missing(given)).toEqual([]);

  const other = fresh("demo-porting");
  for (const [field, path] of pathsOf(given)) {
    refused = [{ field: path, code: "INVALID" }];
    const answer = await customer.submit(await goToSummary(customer, other), {}, { follow: true });
    expect([path, Object.keys(answer.errors)]).toEqual([path, [field]]);
  }
});

test("an order refused in several steps: each page shows its own, the summary what is still refused", async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  const at = (page: string) => customer.get(`/angebot/${token}/${page}`);
  const summary = await goToSummary(customer, token);
  refused = [
    { field: "payment.iban", message: "No such account." },
    { field: "customer.email", message: "No such mailbox." },
    { field: "customer.phone", message: "No such number." },
    { message: "Call us." },
  ];
  const first = await customer.submit(summary, {}, { follow: true });
  expect([first.name, first.errors]).toEqual(["payment", { iban: "No such account." }]);
  const person = await at("meine-daten");
  expect(person.errors).toEqual({ email: "No such mailbox.", phone: "No such number." });
  const unconcerned = await at("ausweisdaten");
  expect([unconcerned.errors, unconcerned.title.startsWith("Fehler")]).toEqual([{}, false]);
  const told = async () => {
    const { document } = await at("zusammenfassung");
    const [box] = all(document, "*", { "data-error-summary": true });
    return box
      ? [textOf(box).includes("Call us."), ...all(box, "a").map(({ attributes }) => attributes.href)]
      : [];
  };
  const toPerson = "meine-daten?aendern";
  expect(await told()).toEqual([true, toPerson, toPerson, "zahlung?aendern"]);
  await customer.submit(first, entered.directDebit);
  expect(await told()).toEqual([true, toPerson, toPerson]);
  expect(Object.keys((await at("meine-daten")).errors)).toEqual(["email", "phone"]);
  await customer.submit(person, entered.personalData);
  expect(await told()).toEqual([true]);
});

const submitter = { submitterContact: "berta@example.com", submitterRelation: "Tochter" };
const reasons = Object.entries({
  ...reasonFields,
  SterbefallVertragsinhaber: { ...reasonFields.SterbefallVertragsinhaber, ...submitter },
})
  .filter(([, fields]) => Object.keys(fields).length > 0)
  .map(([reason, fields]): Fields => ({ cancellationType: "special", reason, ...fields }));
const later = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(90)) };
const regular = { ...later, cancellationType: "regular", numberPorting: "yes" };
const customerOf = {
  firstName: "Ada",
  lastName: "Öztürk",
  phoneNumber: "0152 28817386",
  customerNumber: "DE-123",
  contractNumber: "V-100",
  "birthDate.day": "9",
  "birthDate.month": "2",
  "birthDate.year": "1988",
  street: "Musterweg",
  houseNumber: "3 1/2",
  postalCode: "50667",
  city: "Köln",
};
const account = { accountHolder: "Berta Muster", iban: entered.directDebit.iban, payoutRequested: "yes" };
const confirmation = { email: "ada@example.com", confirmationPhone: "0152 28817387" };
const everything = { ...customerOf, ...confirmation };

// What a reason needs is one part of three forms: sent from the first, shown by each.
describe.each<[form: string, path: string, posts: Fields[], elsewhere?: Fields[]]>([
  [
    "termination",
    "/kuendigung?brand=o2",
    [regular, ...reasons].map((post) => ({ ...everything, serviceType: "mobile", ...post })),
  ],
  ["termination, prepaid", "/kuendigung?brand=aldi", [{ ...everything, ...account, ...regular }], reasons],
  [
    "selfcare termination",
    "/selfcarekuendigung?data=demo",
    [regular, reasons[0]].map((post) => ({ ...confirmation, ...post })),
    reasons,
  ],
  ["withdrawal", "/widerruf", [typedInto("withdrawal")]],
  ["revocation by name", "/einwilligungen/ohne-link", [typedInto("revocation-by-name")]],
  ["report of a barrier", "/barriere-melden", [typedInto("barrier")]],
])("all that the form of a %s asks for is shown again, and sent", (_, path, posts, elsewhere = []) => {
  test("each of its fields is in one of these posts", async () => {
    const page = await portal.browser().get(path, { follow: true });
    const posted = new Set([...posts, ...elsewhere].flatMap((post) => Object.keys(post)));
    expect(fieldsShown(mainForm(page)).filter((name) => !posted.has(name))).toEqual([]);
  });

  test.each(posts.map((post) => [post.reason ?? "no reason", post] as const))("%s", async (_reason, post) => {
    const customer = portal.browser();
    const receipt = await customer.submit(await customer.get(path, { follow: true }), post, { follow: true });
    expect([receipt.status, receipt.errors]).toEqual([200, {}]);
    expect(unseen(post, receipt)).toEqual([]);
    await expect.poll(() => missing(post)).toEqual([]);
  });
});

test("all that a customer changes is sent, shown again, and marked where it is refused", async () => {
  const customer = portal.browser();
  const page = await openDetails(customer, fresh("demo"));
  const given = typedInto("customer-data");
  expect(fieldsShown(mainForm(page)).filter((name) => !(name in given))).toEqual([]);
  const receipt = await customer.submit(page, given, { follow: true });
  expect([receipt.status, receipt.errors]).toEqual([200, {}]);
  expect(missing(given)).toEqual([]);
  expect(unseen(given, receipt)).toEqual([]);

  for (const [field, path] of pathsOf(given)) {
    const answer = await customer.submit(await openDetails(customer, fresh(`save-errors-${path}`)), given);
    expect([path, Object.keys(answer.errors)]).toEqual([path, [field]]);
  }
});
