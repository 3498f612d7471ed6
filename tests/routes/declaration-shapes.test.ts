import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Fields, fieldsOf } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();

/** A post that is received, and the address it goes to. */
const declarations: Record<string, () => Promise<[path: string, fields: Fields]>> = {
  termination: async () => ["/kuendigung", declaration()],
  async "selfcare termination"() {
    const page = await portal.browser().get(`/selfcarekuendigung?data=${fresh()}`, { follow: true });
    return ["/selfcarekuendigung", { submissionId: randomUUID(), prefill: fieldsOf(page).prefill }];
  },
  withdrawal: async () => [
    "/widerruf",
    { submissionId: randomUUID(), lastName: "Muster", contractReference: "B-1" },
  ],
  revocation: async () => [
    `/einwilligungen?token=demo~${fresh()}`,
    { submissionId: randomUUID(), all: "yes" },
  ],
  objection: async () => [`/email-ablehnung?token=${fresh()}&brand=o2`, { submissionId: randomUUID() }],
};

type Pair = [name: string, value: string];
const shapes: [what: string, more: Pair[]][] = [
  ["no name", [["", "x"]]],
  [
    "names of JavaScript's",
    ["__proto__", "__proto__.x", "constructor.x", "toString", "a.__proto__"].map(pair),
  ],
  ["names of conform's", ["__intent__", "__INTENT__", "__state__"].map(pair)],
  ["broken names", ["a[b", "a]", ".", "..", "[]", "[0].x", "lastName.", ".lastName", "email..x"].map(pair)],
  ["an endless name", [pair(`x${".x".repeat(2000)}`), pair("y".repeat(5000))]],
  ["very many names", Array.from({ length: 300 }, (_, index) => pair(`field${index}`))],
  ["very many values", Array.from({ length: 300 }, (_, index) => ["email", `${index}`])],
  ["values that have no room beside each other", ["a", "b"].map((letter) => ["email", letter.repeat(150)])],
  ["children of plain fields", ["lastName.x", "firstName.day", "contractReference.0", "email.y.z"].map(pair)],
  ["lists of plain fields", ["lastName[]", "firstName[0]", "email[x]", "submissionId[]"].map(pair)],
  ["a date in one field", ["birthDate", "birthDate.day.x", "birthDate[day]", "terminationDate"].map(pair)],
  ["a text as the file", [pair("file"), pair("file.name")]],
];
function pair(name: string): Pair {
  return [name, "x"];
}

// Every form reads its fields in one place: each shape meets two of them, in one encoding each.
const kinds = Object.entries(declarations);
const cases = shapes.flatMap(([what, more], at) =>
  [URLSearchParams, FormData].map((Encoding, turn) => {
    const [kind, open] = kinds[(at + turn * 2) % kinds.length] as (typeof kinds)[number];
    return { what, more, Encoding, encoding: Encoding.name, kind, open };
  }),
);

test.each(cases)("$what as $encoding refuses no $kind", async ({ more, Encoding, open }) => {
  const [path, fields] = await open();
  const body = new Encoding();
  for (const [name, value] of [...more, ...Object.entries(fields)])
    if (typeof value === "string") body.append(name, value);
  const answer = await fetch(portal.origin + path, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
  const receipt = await fetch(new URL(answer.headers.get("Location") ?? "", portal.origin));
  expect(receipt.status).toBe(200);
});

test.each(kinds)("a file in a field of text refuses no %s", async (_, open) => {
  const [path, fields] = await open();
  const body = new FormData();
  body.append("customerNumber", new Blob(["x"]), "x.txt");
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  body.append("email", new Blob(["x"]), "x.txt");
  const answer = await fetch(portal.origin + path, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
});
