import { describe, expect, test } from "vitest";
import { type Fields, fieldsOf, type Page } from "../support/browser.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { dateFields, declaration, idOf, inDays, terminationsAt } from "../support/termination.ts";

const portal = await portalForTests();

/** Posts as curl does, without opening the form first. */
const post = (fields: Fields, path = "/kuendigung") => portal.browser().post(path, fields);

describe("what is missing or contradictory", () => {
  const special = (reason: string, fields: Fields = {}) => ({
    cancellationType: "special",
    reason,
    ...fields,
  });
  const cases: [what: string, changes: Fields, fields: string[]][] = [
    ["no name", { firstName: "", lastName: " " }, ["firstName", "lastName"]],
    ["no service", { serviceType: "" }, ["serviceType"]],
    ["an unknown service", { serviceType: "fax" }, ["serviceType"]],
    ["an unknown kind", { cancellationType: "maybe" }, ["cancellationType"]],
    ["no number and no person", { contractNumber: "" }, ["phoneNumber"]],
    [
      "half a person",
      { contractNumber: "", city: "Köln", "birthDate.day": "1" },
      ["birthDate", "street", "houseNumber", "postalCode"],
    ],
    ["a wrong phone number", { phoneNumber: "12" }, ["phoneNumber"]],
    ["wrong numbers", { customerNumber: "?", contractNumber: "<x>" }, ["customerNumber", "contractNumber"]],
    ["a wrong address", { postalCode: "1", houseNumber: "x" }, ["houseNumber", "postalCode"]],
    ["a birth date to come", dateFields("birthDate", inDays(30)), ["birthDate"]],
    ["no way to confirm", { email: "" }, ["email"]],
    ["wrong ways to confirm", { email: "ada", confirmationPhone: "1" }, ["email", "confirmationPhone"]],
    ["later without a date", { selectTerminationDate: "later" }, ["terminationDate"]],
    [
      "later in the past",
      { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(-2)) },
      ["terminationDate"],
    ],
    ["now with a date", dateFields("terminationDate", inDays(90)), ["terminationDate"]],
    ["an unknown moment", { selectTerminationDate: "soon" }, ["selectTerminationDate"]],
    ["special without a reason", { cancellationType: "special" }, ["reason"]],
    ["an unknown reason", special("Langeweile"), ["reason"]],
    ["a reason with a regular one", { reason: "SonstigerGrund" }, ["reason"]],
    ["another reason without text", special("SonstigerGrund"), ["reasonText"]],
    ["too long a text", special("TechnischeProbleme", { reasonText: "x".repeat(1001) }), ["reasonText"]],
    ["a move without date and address", special("UmzugInland"), ["moveDate", "newAddress"]],
    ["a move abroad without a country", special("UmzugAusland"), ["moveDate", "country"]],
    [
      "a death to come",
      special("SterbefallVertragsinhaber", dateFields("dateOfDeath", inDays(3))),
      ["dateOfDeath"],
    ],
    [
      "a wrong number of the user",
      special("SterbefallNutzer", { userPhoneNumber: "1" }),
      ["userPhoneNumber"],
    ],
  ];
  const ofPrepaid: typeof cases = [
    ["a payout without an account", { payoutRequested: "yes" }, ["accountHolder", "iban"]],
    ["an account without a payout", { iban: "DE89370400440532013000" }, ["payoutRequested"]],
    [
      "a mistyped account",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "DE89370400440532013001" },
      ["iban"],
    ],
    [
      "an account outside of SEPA",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "TR330006100519786457841326" },
      ["iban"],
    ],
    [
      "an account that takes nothing",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "DE60123456780000000003" },
      ["iban"],
    ],
    [
      "an account that the provider refuses",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "DE17123456780000000001" },
      ["iban"],
    ],
  ];

  async function refused(path: string, changes: Fields, fields: string[]): Promise<Page> {
    const sent = declaration(changes);
    const page = await post(sent, path);
    expect([page.status, page.name]).toEqual([422, "termination"]);
    expect(Object.keys(page.errors)).toEqual(expect.arrayContaining(fields));
    expect(page.summary.map(([field]) => field)).toEqual(fields);
    const kept = fieldsOf(page);
    const typed = Object.entries(sent).filter(([, value]) => typeof value === "string" && value.trim());
    // A list has no place for what is not on it.
    const lists = new Set(all(page.document, "select").map(({ attributes }) => attributes.name));
    for (const [name, value] of typed)
      if (name in kept && !(lists.has(name) && fields.includes(name))) expect(kept[name], name).toBe(value);
    expect(await terminationsAt(portal.origin, idOf(sent))).toEqual([]);
    return page;
  }

  test.each(cases)("%s", async (_, changes, fields) => {
    const page = await refused("/kuendigung?brand=o2", changes, fields);
    expect(page.title).toMatch(/^Fehler: /);
  });
  test.each(ofPrepaid)("%s", async (_, changes, fields) => {
    await refused("/kuendigung?brand=aldi", { serviceType: undefined, ...changes }, fields);
  });

  test.each([
    ["/en/kuendigung?brand=ortel", "en"],
    ["/tr/kuendigung?brand=ayyildiz", "tr"],
  ])(
    "%s: each in its language, in the same places",
    async (path, lang) => {
      const german = path.replace(/^\/\w\w/, "");
      for (const [what, changes, fields] of cases) {
        if ("serviceType" in changes && changes.serviceType === "") continue;
        const known = { serviceType: undefined, ...changes };
        const page = await refused(path, known, fields);
        expect(page.lang).toBe(lang);
        const { errors } = await refused(german, known, fields);
        for (const field of fields) {
          expect(page.errors[field], `${what}: ${field}`).toBeTruthy();
          expect(page.errors[field], `${what}: ${field}`).not.toBe(errors[field]);
        }
      }
    },
    60_000,
  );
});
