import { describe, expect, test } from "vitest";
import { type Fields, fieldsOf, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { idOf, passedOn, receiptAt } from "../support/termination.ts";

const portal = await portalForTests();
const path = "/barriere-melden";
const report = (fields: Fields, customer = portal.browser()) => customer.post(path, fields, { follow: true });
const received = "Ihre Meldung ist eingegangen";

test.each([
  ["o2", "", "Barriere melden", "Barriere melden"],
  ["spice", "/en", "Report a barrier", "Report a barrier"],
  ["ayyildiz", "/tr", "Erişilebilirlik sorunu bildir", "Erişilebilirlik sorunu bildirin"],
])("%s%s: the statement leads to the form, which asks for one thing", async (brand, prefix, link, title) => {
  const customer = portal.browser();
  const statement = await customer.get(`${prefix}/barrierefreiheit?brand=${brand}`);
  const page = await customer.get(linkTo(statement, link));
  expect([page.status, page.name, page.heading]).toEqual([200, "barrier", title]);
  const empty = await customer.submit(page, { email: "ada" });
  expect([empty.status, empty.summary.map(([field]) => field)]).toEqual([422, ["description", "email"]]);
  expect(fieldsOf(empty).email).toBe("ada");
});

describe("a report", () => {
  test("is one however often it is sent, and its link opens in any browser", async () => {
    const fields = { description: `Zu kleine Schrift ${fresh()}` };
    const customer = portal.browser();
    const answers = await Promise.all([customer.post(path, fields), portal.browser().post(path, fields)]);
    for (const answer of answers) expect(answer.location).toEqual(receiptAt(`${path}/bestaetigung`));
    expect(idOf(answers[0] ?? "")).toBe(idOf(answers[1] ?? ""));
    const stranger = portal.browser({ "Accept-Language": "tr", Cookie: "brand=blau" });
    const page = await passedOn(stranger, stranger.get(answers[0]?.location ?? ""));
    expect([page.status, page.brand, page.lang, page.heading]).toEqual([200, "o2", "de", received]);
    expect(page.text, "nobody else's words on the brand's site").not.toContain(fields.description);
    expect(page.text).toMatch(/Vorgangsnummer\s*[\dA-F]{4}-[\dA-F]{4}/);
    const own = await customer.get(answers[0]?.location ?? "");
    expect(own.text).toContain(fields.description);
    expect(own.text).toContain("Sie haben keine E‑Mail‑Adresse angegeben.");
    const again = await customer.get(`${path}/bestaetigung`);
    expect(again.location, "found again in its browser").toEqual(receiptAt(`${path}/bestaetigung`));
    expect(await mailsAbout(portal.origin, idOf(answers[0] ?? ""))).toEqual([]);
  });

  test("with an address is acknowledged there, without a word of the text", async () => {
    const page = await report({
      description: "Kauft bei mir",
      page: "/x",
      name: "Ada",
      email: "ADA@example.com",
    });
    expect(page.text).toContain("Unsere Antwort senden wir an ADA@example.com.");
    const [mail] = await mailsAbout(portal.origin, idOf(page));
    expect(mail?.text).toContain(page.path);
    expect(mail?.text).not.toMatch(/Kauft|\/x|Ada\b/);
  });

  test("reports of many strangers mail one inbox once an hour, however it is spelled", async () => {
    const inbox = fresh("ada").replace("~", "-");
    const mailed: number[] = [];
    for (const email of [`${inbox}@example.com`, `${inbox}+1@EXAMPLE.com`, `${inbox}+2@example.com`]) {
      const page = await report({ description: `Zu klein ${fresh()}`, email });
      expect(page.heading).toBe(received);
      mailed.push((await mailsAbout(portal.origin, idOf(page))).length);
    }
    expect(mailed).toEqual([1, 0, 0]);
  });

  test("that is too long is cut, and says so", async () => {
    const page = await report({ description: "a".repeat(60_000) });
    expect([page.status, page.heading]).toEqual([200, received]);
    expect(page.text).toMatch(/a{2996} \[…\]/);
    expect(page.text).toContain("Ihr Text war zu lang.");
    const inBytes = await report({ description: "\u2028".repeat(10) + "\u4e00".repeat(2999) });
    expect(inBytes.text, "6,000 bytes").toMatch(/\u4e00{1998} \[…\]/);
    const inTwoBytes = await report({ description: "\u044f".repeat(3000) });
    expect(inTwoBytes.text).toContain("\u044f".repeat(3000));
  });

  test.each([" \r\n ", "\u0001\u200b"])("of %j says nothing", async (description) => {
    expect((await report({ description })).status).toBe(422);
  });

  test.each([
    ["no call", "post-http-404"],
    ["a refusal", "refused"],
    ["an outage", "post-DOWNTIME"],
  ])("is received by a provider with %s", async (_, scenario) => {
    const page = await report({ description: "Zu kleine Schrift", page: fresh(scenario) });
    expect([page.status, page.heading]).toEqual([200, received]);
    expect(page.text).toContain("Ihre Meldung wird weitergegeben.");
  });

  test("has no page by a link that the portal has not signed", async () => {
    const page = await portal.browser().get(`${path}/bestaetigung?ref=${"a".repeat(43)}`);
    expect([page.status, page.state, page.heading]).toEqual([
      404,
      "NotFound",
      "Diese Meldung finden wir nicht",
    ]);
    expect(linkTo(page, "Barriere melden")).toBe(path);
    expect((await portal.browser().get(`${path}/bestaetigung`)).location).toBe(path);
  });
});
