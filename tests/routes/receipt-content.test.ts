import { describe, expect, test } from "vitest";
import { formatDate } from "#app/domain/calendar.ts";
import type { Fields, Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import {
  dateFields,
  declaration,
  idOf,
  inDays,
  reasonFields,
  terminationsAt,
} from "../support/termination.ts";

const portal = await portalForTests();

/** What the customer gets: page, text, both PDFs, mail; each without line breaks. */
async function receiptsOf(page: Page): Promise<Record<string, string>> {
  const get = async (file: string) =>
    Buffer.from((await portal.browser().get(page.path.replace("?", `/${file}?`))).body);
  const [mail] = await mailsAbout(portal.origin, idOf(page));
  const receipts = {
    page: page.text,
    text: (await get("text")).toString(),
    pdf: pdfText(await get("pdf")),
    "the provider's PDF": pdfText(await get("anbieter")),
    mail: mail?.text ?? "",
  };
  const plain = (text: string) => text.replace(/[\s\u00a0]+/g, " ");
  return Object.fromEntries(Object.entries(receipts).map(([name, text]) => [name, plain(text)]));
}
const declare = (fields: Fields, path = "/kuendigung?brand=o2") =>
  portal.browser().post(path, fields, { follow: true });

describe("a special termination for a move", () => {
  const move = (days: number, changes: Fields = {}) =>
    declaration({ cancellationType: "special", ...dateFields("moveDate", inDays(days)), ...changes });
  const wordings = [
    ["o2", "", "de", "mit dem Umzug (", "endet frühestens mit dem Umzug"],
    ["ortel", "/en", "en", "when you move (", "The contract does not end before you move"],
    ["ayyildiz", "/tr", "tr", "taşındığınızda (", "Sözleşme en erken taşındığınız gün sona erecek"],
  ] as const;

  test.each(wordings)("%s%s: ends with it, on every receipt and on the form", async (...row) => {
    const [brand, prefix, language, wish, hint] = row;
    const path = `${prefix}/kuendigung?brand=${brand}`;
    expect((await portal.browser().get(path)).text).toContain(hint);
    const page = await declare(move(100, { reason: "UmzugInland", serviceType: undefined }), path);
    const day = formatDate(inDays(100), language).replace(/\s/g, " ");
    const [sent] = await terminationsAt(portal.origin, idOf(page));
    expect(sent).toMatchObject({ endDate: inDays(100), specialEndDate: inDays(100) });
    for (const [name, text] of Object.entries(await receiptsOf(page))) {
      expect(text, name).toContain(`${wish}${day})`);
      const dates = text.match(/\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2} \p{L}+ \d{4}/gu) ?? [];
      // The day of the receipt, and the last one for a proof, are the only others.
      const others = new Set(dates.filter((date) => date !== day));
      expect(others.size, `${name}: ${[...others]}`).toBeLessThanOrEqual(2);
    }
  });

  test("soon: ends a month after the receipt; with a later date, on that", async () => {
    const soon = await declare(move(3, { reason: "UmzugInland" }));
    const [early] = await terminationsAt(portal.origin, idOf(soon));
    expect(early?.declaration).toMatchObject({ selectTerminationDate: "now" });
    expect(Object(early).endDate > inDays(27)).toBe(true);
    const later = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(200)) };
    const page = await declare(move(100, { reason: "UmzugAusland", ...later }));
    expect(await terminationsAt(portal.origin, idOf(page))).toMatchObject([
      { endDate: inDays(200), specialEndDate: inDays(200) },
    ]);
    expect(page.text).not.toContain("mit dem Umzug (");
  });

  test("on a day that only people can read: no date is made up", async () => {
    const page = await declare(move(1, { reason: "UmzugInland", ...dateFields("moveDate", "0-0-Ostern") }));
    expect(page.text).toContain("Vertragsende bei außerordentlicher Kündigungmit dem Umzug (");
    expect(page.text).toContain("Vertragsende bei ordentlicher Kündigungmit dem Umzug (");
  });
});

describe("the contract", () => {
  const many = "In Ihrer Kündigung steht nicht, was Sie kündigen";
  test.each([
    ["a service of their own words", { serviceType: "mein Handy" }, "Vertrag mein Handy", false],
    ["a number, once", { serviceType: "" }, "Vertrags-Nr. V-100", false],
    ["nothing", { serviceType: "", contractNumber: "" }, "Vertrag nicht genauer angegeben", true],
  ])(
    "named by %s is on the receipt, with a note where no service was chosen",
    async (_, fields, said, note) => {
      const page = await declare(declaration(fields));
      const { text = "", pdf = "", mail = "" } = await receiptsOf(page);
      expect(text.replaceAll(":", "")).toContain(said);
      expect([text.includes(many), pdf.includes(many)]).toEqual([note, note]);
      expect(mail.replaceAll(":", "")).toContain(said);
    },
  );

  test("that a withdrawal leaves open is called so", async () => {
    const fields = { firstName: "", lastName: "Muster", email: "ada@example.com", contractReference: "" };
    const page = await declare(fields, "/widerruf?brand=o2");
    for (const text of Object.values(await receiptsOf(page)))
      expect(text).toContain("nicht genauer angegeben");
    expect(page.text).toContain("Sie haben nicht geschrieben, welchen Vertrag Sie widerrufen");
  });
});

describe("every word is on every receipt", () => {
  const freeTexts: Fields = {
    firstName: "Erstwort",
    lastName: "Zweitwort GmbH",
    serviceType: "Drittwort",
    phoneNumber: "steht am Gerät",
    customerNumber: "K-weiß-nicht",
    contractNumber: "V-irgendwo",
    street: "Hinter der Mühle",
    houseNumber: "3 1/2",
    postalCode: "K-50667",
    city: "Köln am Rhein",
    email: "ada@example.com",
    confirmationPhone: "abends anrufen",
    selectTerminationDate: "later",
    "birthDate.day": "im Mai 1990",
    "terminationDate.day": "nach Weihnachten",
  };
  const extra: Fields = {
    reasonText: "Kein Netz im Keller",
    "moveDate.day": "nach Ostern",
    newAddress: "Neuer Weg 7",
    country: "Hinterland",
    "dateOfDeath.day": "im Winter",
    submitterName: "Berta Fremd",
    submitterContact: "über die Nachbarin",
    submitterRelation: "Schwägerin",
    userName: "Carl Fremd",
    userPhoneNumber: "seine alte Nummer",
  };
  // Each field is that of one of these reasons.
  const reasons = ["", "SterbefallVertragsinhaber", "SterbefallNutzer", "UmzugInland", "UmzugAusland"];
  test.each([...reasons, "SonstigerGrund"])("reason: %s", async (reason) => {
    const applies = Object.keys(reasonFields[reason] ?? {}).map((name) => name.replace(/\..*/, ""));
    const details = Object.entries(extra).filter(([name]) => applies.includes(name.replace(/\..*/, "")));
    const special = reason ? { cancellationType: "special", reason } : {};
    const typed = { ...freeTexts, ...Object.fromEntries(details) };
    const page = await declare(declaration({ ...typed, ...special }));
    expect(page.name).toBe("termination-confirmation");
    const { selectTerminationDate: _, ...said } = typed;
    for (const [name, text] of Object.entries(await receiptsOf(page)))
      for (const word of Object.values(said)) expect(text, name).toContain(word);
  });
});

describe("the account for a payout", () => {
  const unclear = (text: string) => `IBAN: Die Angabe „${text}“ verstehen wir nicht`;
  const typo = "DE88 3704 0044 0532 0130 00";
  const notes = ["verstehen wir nicht", "außerhalb des SEPA-Raums", "kein Konto für die Auszahlung"];
  const cases: [what: string, iban: string, shown: string, note: string | undefined][] = [
    ["a valid IBAN", "IBAN: DE89 3704 0044 0532 0130 00", "DE89 •••• •••• 3000", undefined],
    [
      "other words",
      "Bitte auf mein altes Konto",
      "Bitte auf mein altes Konto",
      unclear("Bitte auf mein altes Konto"),
    ],
    ["a typo", typo, typo, unclear(typo)],
    ["no SEPA country", "TR330006100519786457841326", "TR33 •••• •••• 1326", "außerhalb des SEPA-Raums (TR)"],
    ["no account", "", "Konto nicht angegeben", "kein Konto für die Auszahlung"],
  ];
  test.each(cases)("%s", async (_, iban, shown, note) => {
    const fields = declaration({ serviceType: undefined, payoutRequested: "yes", iban });
    const page = await declare(fields, "/kuendigung?brand=aldi");
    const [sent] = await terminationsAt(portal.origin, idOf(page));
    expect(sent?.declaration.payout, "what the provider has").toBeDefined();
    const { text = "", pdf = "", ...others } = await receiptsOf(page);
    for (const receipt of [others.page, text, pdf]) {
      expect(receipt?.replaceAll(":", "")).toMatch(new RegExp(`Auszahlung an ?${shown}`));
      for (const words of notes) expect(receipt?.includes(words), words).toBe(note?.includes(words) ?? false);
      if (note) expect(receipt).toContain(note);
    }
    if (!iban) return;
    for (const [name, receipt] of Object.entries(others)) expect(receipt, name).toContain(shown);
  });
});

test.each(["o2", "aldi"])("%s: nothing but a name is called required", async (slug) => {
  const customer = portal.browser();
  const paths = [`/kuendigung?brand=${slug}`, "/widerruf", `/selfcarekuendigung?data=${fresh()}`];
  for (const path of paths) {
    const { document, status } = await customer.get(path, { follow: true });
    const inputs = ["input", "select", "textarea"].flatMap((tag) => all(document, tag));
    const required = inputs.filter(({ attributes }) => "required" in attributes);
    expect([status, required.map(({ attributes }) => attributes.name)], path).toEqual([
      200,
      path.startsWith("/self") ? [] : ["lastName"],
    ]);
  }
});

test("a selfcare link in a browser that refuses cookies says so", async () => {
  let page = await portal.browser().get(`/selfcarekuendigung?data=${fresh()}`);
  while (page.location) page = await portal.browser().get(page.location);
  expect([page.status, page.name]).toEqual([404, "selfcare-error"]);
  expect(page.text).toContain("Erlauben Sie Cookies in Ihrem Browser");
  expect(page.text).not.toContain("abgelaufen");
});
