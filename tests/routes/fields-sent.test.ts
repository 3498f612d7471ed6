import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createSandbox } from "#sandbox/app.ts";
import { type Fields, mainForm } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { dateFields, inDays, reasonFields } from "../support/termination.ts";

// Whatever a form asks for reaches the provider: a field that is shown and forgotten would be noticed by customers only.
const sandbox = createSandbox({ database: ":memory:" });
/** What the provider was sent: names of fields, texts and numbers. */
const sent = new Set<string>();
const provider = createServer(
  getRequestListener(async (request) => {
    if (request.headers.get("Content-Type")?.includes("json")) keep(await request.clone().json());
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
beforeEach(() => sent.clear());

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function keep(value: unknown): void {
  if (value === false || value === null) return;
  if (typeof value !== "object") return void sent.add(plain(String(value)));
  for (const [name, one] of Object.entries(value)) {
    // A termination's texts once more, as they were typed: whatever it is, it is there.
    if (name === "written") continue;
    if (one !== false) sent.add(plain(name));
    keep(one);
  }
}

/** What the provider knows a field by that it does not know by its value, or by its name where it is a ticked box. */
const knownAs: Record<string, string[]> = {
  sepaMandate: ["sepaMandate", "mandateGivenAt"],
  payoutRequested: ["payout"],
};

/** The fields of a post that no call had: dates in one, phone numbers with their country's code, boxes by their name. */
function missing(given: Fields): string[] {
  const hasValue = (name: string, value: string) => {
    const last = name.split(".").at(-1) ?? "";
    if (last === "month" || last === "year") return true;
    const date = name.slice(0, -".day".length);
    const two = (part: string) => String(given[`${date}.${part}`]).padStart(2, "0");
    const text = last === "day" ? `${two("year")}-${two("month")}-${two("day")}` : value;
    const wanted = knownAs[name] ?? [value === "yes" ? last : text];
    return wanted.some((one) => sent.has(plain(one).replace(/^0(?=\d{6})/, "49")));
  };
  return Object.entries(given).flatMap(([name, value]) =>
    typeof value !== "string" || name === "submissionId" || hasValue(name, value) ? [] : [name],
  );
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

test("all that the steps of an offer ask for is sent with the order", async () => {
  const values: Fields = {
    ...{ salutation: "frau", title: "Dr." },
    ...entered.personalData,
    ...entered.idData,
    ...entered.directDebit,
  };
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  let page = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
  const given: Fields = {};
  while (page.name !== "summary") {
    for (const name of fieldsShown(mainForm(page)))
      given[name] = name.startsWith("consents.")
        ? "yes"
        : (values[name] ?? `no value for ${name} in this test`);
    page = await customer.submit(page, given, { follow: true });
    expect([page.status, page.errors]).toEqual([200, {}]);
  }
  sent.clear();
  await customer.submit(page);
  expect(missing(given)).toEqual([]);
});

const special = (reason: string, more: Fields = {}): Fields => ({
  cancellationType: "special",
  reason,
  ...reasonFields[reason],
  ...more,
});
const reasons = [
  special("SterbefallVertragsinhaber", {
    submitterContact: "berta@example.com",
    submitterRelation: "Tochter",
  }),
  ...["SterbefallNutzer", "UmzugInland", "UmzugAusland", "SonstigerGrund"].map((reason) => special(reason)),
];
const later = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(90)) };
const customerOf = {
  firstName: "Ada",
  lastName: "Öztürk",
  ...{ phoneNumber: "0152 28817386", customerNumber: "DE-123", contractNumber: "V-100" },
  ...{ "birthDate.day": "9", "birthDate.month": "2", "birthDate.year": "1988" },
  ...{ street: "Musterweg", houseNumber: "3 1/2", postalCode: "50667", city: "Köln" },
};
const account = { accountHolder: "Berta Muster", iban: entered.directDebit.iban };
const confirmation = { email: "ada@example.com", confirmationPhone: "0152 28817387" };

describe.each<[form: string, path: string, ...Fields[]]>([
  [
    ...(["termination", "/kuendigung?brand=o2"] as const),
    {
      ...customerOf,
      ...confirmation,
      ...later,
      serviceType: "mobile",
      cancellationType: "regular",
      numberPorting: "yes",
    },
    ...reasons.map((reason) => ({ ...customerOf, ...confirmation, serviceType: "mobile", ...reason })),
  ],
  [
    ...(["termination, prepaid", "/kuendigung?brand=aldi"] as const),
    { ...customerOf, ...confirmation, ...later, ...account, payoutRequested: "yes", numberPorting: "yes" },
    ...reasons.map((reason) => ({ ...customerOf, ...confirmation, ...reason })),
  ],
  [
    ...(["selfcare termination", "/selfcarekuendigung?data=demo"] as const),
    { ...confirmation, ...later, cancellationType: "regular", numberPorting: "yes" },
    ...reasons.map((reason) => ({ ...confirmation, ...reason })),
  ],
  [
    ...(["withdrawal", "/widerruf"] as const),
    { firstName: "Ada", lastName: "Öztürk", contractReference: "Handy 12", email: "ada@example.com" },
  ],
])("all that the form of a %s asks for is sent", (_, path, ...posts) => {
  test("each of its fields is in one of these posts", async () => {
    const page = await portal.browser().get(path, { follow: true });
    const posted = new Set(posts.flatMap((post) => Object.keys(post)));
    expect(fieldsShown(mainForm(page)).filter((name) => !posted.has(name))).toEqual([]);
  });

  test.each(posts.map((post) => [post.reason ?? "no reason", post] as const))("%s", async (_reason, post) => {
    const customer = portal.browser();
    const answer = await customer.submit(await customer.get(path, { follow: true }), post);
    expect([answer.status, answer.errors]).toEqual([303, {}]);
    await expect.poll(() => missing(post)).toEqual([]);
  });
});

test("all that a customer's data has is sent when it is changed", async () => {
  const customer = portal.browser();
  const page = await openDetails(customer, fresh("demo"));
  const given: Fields = {
    ...newDetails.address,
    ...newDetails.email,
    ...newDetails.phone,
    ...newDetails.account,
  };
  expect(fieldsShown(mainForm(page)).filter((name) => !(name in given))).toEqual([]);
  const answer = await customer.submit(page, given);
  expect([answer.status, answer.errors]).toEqual([303, {}]);
  expect(missing(given)).toEqual([]);
});
