import { afterAll, expect, test } from "vitest";
import { asData, type Browser, linkTo, type Page } from "../support/browser.ts";
import { type Declared, declarations, declared, special } from "../support/declared.ts";
import { all, type Element, textOf } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { idOf, reasonFields } from "../support/termination.ts";

const portal = await portalForTests();

const textsOf = (node: Element | string): string[] =>
  typeof node === "string" ? [node] : node.children.flatMap(textsOf);
const each = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([found]) => found.replace(/\s+/g, "")))].toSorted();
/** Without blanks: lines break in other places. */
const flat = (text: string) => text.replace(/[\s\u00a0]+/g, "");

/** What a receipt says, whatever its form. */
function factsIn(text: string) {
  const line = text.replace(/[\s\u00a0]+/g, " ");
  return {
    // When it was passed on, its page says in a step of its own.
    received: each(line, /(?<!\d)\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2} Uhr/g)[0],
    dates: each(line, /(?<!\d)\d{2}\.\d{2}\.\d{4}/g),
    numbers: each(line, /(?<![\w-])[\dA-F]{4}-[\dA-F]{4}(?![\w-])/g),
    contracts: each(line, /V-100/g),
    orders: each(line, /B-[0-9A-F]{10}/g),
    label: line.includes("Rücksendeschein"),
    toSendBack: /14 Tage|zurück(?:senden|schicken)?/.test(line),
    proofAsked: line.includes("Nachweis"),
    payout: each(line, /[A-Z]{2}\d\d •••• •••• \d{4}/g),
  };
}

/** Labels and values on its page, and what comes next. How it is kept is its page's alone, and how its proof is sent. */
function statedOn({ document }: Page): string[] {
  const ofPage = ["headline", "keep", "proof"];
  const cards = all(document, "main")
    .flatMap((main) => all(main, "section"))
    .filter(({ attributes }) => !ofPage.includes(attributes["aria-labelledby"] ?? ""));
  const folds = ["receipt-declared", "receipt-next"].flatMap((id) => all(document, "details", { id }));
  const parts = [...cards, ...folds].flatMap((part) => ["dt", "dd", "li"].flatMap((tag) => all(part, tag)));
  return parts.map(textOf);
}

/** Page, data, text and PDF of a receipt, as this browser gets them. */
async function formsOf(viewer: Browser, path: string, { isPageOnly }: Declared) {
  const shown = await viewer.get(path, { follow: true });
  expect(shown.status, path).toBe(200);
  const data = JSON.parse(new TextDecoder().decode((await viewer.get(path, asData)).body));
  const main = all(shown.document, "main").flatMap(({ children }) => children.flatMap(textsOf));
  const forms = { page: main.join(" "), data: String(data.text) };
  if (isPageOnly) return { shown, forms };
  const file = async (link: string) => Buffer.from((await viewer.get(linkTo(shown, link))).body);
  const text = await file("Als Textdatei");
  const pdf = await file("Bestätigung als PDF");
  return { shown, forms: { ...forms, text: text.toString(), pdf: pdfText(pdf) } };
}

let pairs = 0;
afterAll(() => console.info(`${pairs} pairs of viewer and form tell the same of their declaration`));

test.each(
  Object.entries(declarations).flatMap(([kind, rows]) =>
    Object.entries(rows).map(([what, scenario]) => [kind, what, scenario] as const),
  ),
)("%s %s: page, data, text, PDF and mail tell whoever has its link the same", async (_, what, scenario) => {
  const mine = portal.browser();
  const done = await scenario.declares(mine);
  const { path } = done;
  const late = portal.browser();
  for (const [name, value] of mine.cookies) if (name !== "sid") late.cookies.set(name, value);
  const viewers = { "declared here": mine, "22 hours later": late, "has the link": portal.browser() };
  const { shown, forms } = await formsOf(mine, path, scenario);
  const reference = factsIn(forms.page);
  expect(reference.received, "when it was received").toBeDefined();
  expect(reference.numbers, "its number").toHaveLength(1);
  expect(reference.label, "who has a device sends it back").toBe(what.includes(" order"));
  const stated = statedOn(shown);
  expect(stated.length, "what is stated").toBeGreaterThan(2);
  for (const [who, viewer] of Object.entries(viewers)) {
    const isStranger = scenario.isOwn && who === "has the link";
    for (const [form, text] of Object.entries((await formsOf(viewer, path, scenario)).forms)) {
      expect(factsIn(text), `${form}, ${who}`).toEqual(reference);
      for (const one of isStranger ? [] : stated) expect(flat(text), `${form}, ${who}`).toContain(flat(one));
      pairs++;
    }
  }
  if (!scenario.mailed) return;
  const { about, repeats } = scenario.mailed;
  const [mail, ...others] = await mailsAbout(portal.origin, about(done));
  expect([mail?.kind, others.map(({ kind }) => kind)], "one mail").toEqual([expect.any(String), []]);
  expect(factsIn(mail?.text ?? "").received, "by mail").toBe(reference.received);
  const [card] = all(shown.document, "details", { id: "receipt-declared" }).concat(
    all(shown.document, "section", { "aria-labelledby": "declared" }),
  );
  if (repeats && card)
    for (const value of all(card, "dd").map(textOf)) expect(flat(mail?.text ?? "")).toContain(flat(value));
  pairs++;
});

test("a contract's end after a move is told alike, whoever tells it", async () => {
  const move = { reason: "UmzugInland", ...reasonFields.UmzugInland };
  const receipt = await declared("/kuendigung?brand=o2", special(move))(portal.browser());
  const [mail] = await mailsAbout(portal.origin, idOf(receipt));
  // As it was written: the day may have changed since.
  const [day, month, year] = ["day", "month", "year"].map((part) =>
    String(reasonFields.UmzugInland?.[`moveDate.${part}`]).padStart(2, "0"),
  );
  for (const text of [receipt.text, mail?.text ?? ""]) {
    expect(text).toContain("außerordentlich, sonst ordentlich, frühestens zum Umzug");
    expect(flat(text).match(new RegExp(`${day}\\.${month}\\.${year}`, "g"))?.length).toBeGreaterThan(2);
  }
});
