import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Fields } from "../support/browser.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { dateFields, declaration, idOf, inDays, terminationsAt } from "../support/termination.ts";

const portal = await portalForTests();

describe("any other input is received, passed on and shown word for word", () => {
  const later = { selectTerminationDate: "later" };
  const cases: [what: string, changes: Fields, said: string[]][] = [
    [
      "a company whose numbers are words",
      {
        firstName: "",
        lastName: "Meyer & Söhne GmbH",
        customerNumber: "weiß nicht",
        contractNumber: "-",
        phoneNumber: "steht drauf",
        email: "habe keine",
      },
      [
        ...["Meyer & Söhne GmbH", "Kundennummerweiß nicht", "Vertrags-Nr.-"],
        ...[
          "Kundennummer: Die Angabe „weiß nicht“",
          "Vertrags-Nr.: Die Angabe „-“",
          "Rufnummer: Die Angabe „steht drauf“",
        ].map((what) => `${what} verstehen wir nicht`),
        "An die E‑Mail‑Adresse „habe keine“ können wir nichts senden",
      ],
    ],
    [
      "an addition, a number with a sign, an unknown service, an address in one field",
      {
        lastName: "Müller (geb. Schmidt)",
        contractNumber: "#100200",
        serviceType: "fax",
        street: "Musterweg 3 1/2",
        postalCode: "1",
      },
      ["Ada Müller (geb. Schmidt)", "#100200", "Vertragfax", "Musterweg 3 1/2, 1"],
    ],
    ["only a name and a postal code", { contractNumber: "", email: "", postalCode: "50667" }, ["50667"]],
    ["later without a date", later, ["Sie haben kein Datum angegeben"]],
    [
      "a day that does not exist",
      { ...later, ...dateFields("terminationDate", "2099-02-31") },
      ["Gewünschtes Vertragsende: Die Angabe „31.02.2099“ verstehen wir nicht"],
    ],
    [
      "a day in the past",
      { ...later, ...dateFields("terminationDate", inDays(-2)) },
      ["Ihr Wunschdatum liegt vor"],
    ],
    ["special without a reason", { cancellationType: "special" }, ["Sie haben keinen Grund angegeben"]],
    [
      "a reason and a hidden date with a regular one",
      { reason: "UmzugInland", ...dateFields("terminationDate", inDays(90)) },
      ["ordentlich", "nächstmöglich"],
    ],
  ];
  test.each(cases)("%s", async (_, changes, said) => {
    const fields = declaration(changes);
    const page = await portal.browser().post("/kuendigung?brand=o2", fields, { follow: true });
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    for (const text of said) expect(page.text).toContain(text);
    const unclear = said.some((text) => text.includes("verstehen wir nicht"));
    expect(page.text.includes("verstehen wir nicht")).toBe(unclear);
    expect(await terminationsAt(portal.origin, idOf(page))).toHaveLength(1);
  });

  test.each<[what: string, brand: string, changes: Fields, label: string, written: string]>([
    ["a line", "o2", { customerNumber: "x".repeat(201) }, "Kundennummer", `${"x".repeat(196)} […]`],
    ["a word among blanks", "o2", { customerNumber: `x${" ".repeat(900)}y` }, "Kundennummer", "x […]"],
    [
      "a text",
      "o2",
      { cancellationType: "special", reason: "TechnischeProbleme", reasonText: "x".repeat(1001) },
      "Beschreibung",
      `${"x".repeat(996)} […]`,
    ],
    [
      "an account",
      "aldi",
      { serviceType: undefined, payoutRequested: "yes", accountHolder: "x".repeat(5000) },
      "Kontoinhaberin oder Kontoinhaber",
      `${"x".repeat(196)} […]`,
    ],
  ])("too long %s is cut, and the receipt says so", async (_, brand, changes, label, written) => {
    const customer = portal.browser();
    const page = await customer.post(`/kuendigung?brand=${brand}`, declaration(changes), { follow: true });
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    expect(page.text).toContain(written);
    expect(page.text).toMatch(new RegExp(`„${label}[^“]*“ war zu lang`));
  });

  test("fields that a script sends twice", async () => {
    const fields = new URLSearchParams(declaration({ customerNumber: "K-1" }) as Record<string, string>);
    for (const [name, value] of [
      ["customerNumber", "K-2"],
      ["email", "ada@example.com"],
      ["cancellationType", "special"],
      ["submissionId", randomUUID()],
    ] as const)
      fields.append(name, value);
    const response = await fetch(`${portal.origin}/kuendigung`, { method: "POST", body: fields });
    expect(await response.text()).toContain("K-1, K-2");
    const [sent] = await terminationsAt(portal.origin, idOf(response.url));
    expect(sent?.declaration).toMatchObject({ cancellationType: "Regular" });
  });
});

test("the receipt of a move says which rule ends it, and its proof", async () => {
  const moved = { cancellationType: "special", reason: "UmzugInland", newAddress: "Musterweg 3, Köln" };
  const page = await portal.browser().post("/kuendigung", declaration(moved), { follow: true });
  expect(page.text).toContain("gilt eine Frist von einem Monat");
  expect(page.text).toContain("§\u00a060 Abs.\u00a02 TKG");
  expect(page.text).toMatch(/meldebescheinigung/i);
});
