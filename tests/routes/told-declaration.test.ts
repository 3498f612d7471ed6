import { afterAll, expect, test } from "vitest";
import { asData, type Browser, type Fields, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();

const textsOf = (node: Element | string): string[] =>
  typeof node === "string" ? [node] : node.children.flatMap(textsOf);
const each = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([found]) => found))].toSorted();

/** What a receipt says, whatever its form. */
function factsIn(text: string) {
  const line = text.replace(/\s+/g, " ");
  return {
    dates: each(line, /(?<!\d)\d{2}\.\d{2}\.\d{4}/g),
    contracts: each(line, /V-100/g),
    orders: each(line, /B-[0-9A-F]{10}/g),
    label: line.includes("Rücksendeschein"),
    toSendBack: /14 Tage|zurück(?:senden|schicken)?/.test(line),
    proofAsked: line.includes("Nachweis"),
    payout: each(line, /[A-Z]{2}\d\d •••• •••• \d{4}/g),
  };
}

/** Page, data, text and PDF of a receipt, as this browser gets them. */
async function formsOf(viewer: Browser, path: string) {
  const file = async (name: string) => Buffer.from((await viewer.get(path.replace("?", `/${name}?`))).body);
  const page = await viewer.get(path, { follow: true });
  expect(page.status, path).toBe(200);
  const data = JSON.parse(new TextDecoder().decode((await viewer.get(path, asData)).body));
  const main = all(page.document, "main").flatMap(({ children }) => children.flatMap(textsOf));
  return {
    page: main.join(" "),
    data: String(data.text),
    text: (await file("text")).toString(),
    pdf: pdfText(await file("pdf")),
  };
}

async function withdrawn(customer: Browser): Promise<Page> {
  const token = fresh("demo-arrived");
  const done = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const [form] = all(done.document, "form", { id: "withdraw" });
  const asked = await customer.submit(done, {}, { form, button: ["withdraw", ""], follow: true });
  return customer.submit(asked, {}, { follow: true });
}

const declared = (path: string, fields: Fields) => (customer: Browser) =>
  customer.post(path, fields, { follow: true });
const scenarios: [what: string, declares: (customer: Browser) => Promise<Page>][] = [
  ["a termination", declared("/kuendigung?brand=o2", declaration())],
  [
    "a special termination whose proof is missing",
    declared("/kuendigung?brand=o2", declaration({ cancellationType: "special", reason: "SonstigerGrund" })),
  ],
  [
    "a termination with a payout",
    declared(
      "/kuendigung?brand=aldi",
      declaration({ payoutRequested: "yes", iban: "DE89 3704 0044 0532 0130 00" }),
    ),
  ],
  ["a withdrawal of an order that has arrived", withdrawn],
  [
    "a withdrawal in words",
    declared("/widerruf?brand=o2", {
      lastName: "Muster",
      email: "ada@example.com",
      contractReference: "V-100",
    }),
  ],
];

let pairs = 0;
afterAll(() => console.info(`${pairs} pairs of viewer and form tell the same of their declaration`));

test.each(scenarios)(
  "%s: page, data, text and PDF tell whoever has its link the same",
  async (what, declares) => {
    const mine = portal.browser();
    const { path } = await declares(mine);
    const late = portal.browser();
    for (const [name, value] of mine.cookies) if (name !== "sid") late.cookies.set(name, value);
    const viewers = { "declared here": mine, "22 hours later": late, "has the link": portal.browser() };
    const reference = factsIn((await formsOf(mine, path)).page);
    expect(reference.dates.length, "its day at least").toBeGreaterThan(0);
    expect(reference.label, "who has a device sends it back").toBe(what.includes("arrived"));
    for (const [who, viewer] of Object.entries(viewers))
      for (const [form, text] of Object.entries(await formsOf(viewer, path))) {
        expect(factsIn(text), `${form}, ${who}`).toEqual(reference);
        pairs++;
      }
  },
);
