import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, berlinDate, formatDate } from "#app/domain/calendar.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { type Fields, fieldsOf, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { idOf, receiptAt } from "../support/termination.ts";

const portal = await portalForTests();

const withdrawal = (changes: Fields = {}): Fields => ({
  submissionId: randomUUID(),
  firstName: "Ada",
  lastName: "Muster",
  contractReference: "B-2026-1",
  email: "ada@example.com",
  ...changes,
});

test.each([
  ["o2", "", "de", "Vertrag widerrufen", "Widerruf bestätigen"],
  ["spice", "/en", "en", "Withdraw from a contract", "Confirm withdrawal"],
  ["ayyildiz", "/tr", "tr", "Sözleşmeden cayma", "Caymayı onayla"],
])(
  "%s%s: the form says what is missing beside each field and keeps the rest",
  async (brand, prefix, lang, heading, button) => {
    const path = `${prefix}/widerruf?brand=${brand}`;
    const page = await portal.browser().get(path);
    expect([page.status, page.name, page.heading]).toEqual([200, "withdrawal", heading]);
    expect(page.text).toContain(button);
    const fields = ["submissionId", "brand", "firstName", "lastName", "email", "contractReference"];
    expect(Object.keys(fieldsOf(page))).toEqual(fields);
    const empty = await portal.browser().post(path, {});
    expect([empty.status, empty.lang]).toEqual([422, lang]);
    expect(empty.summary.map(([field]) => field)).toEqual(["firstName", "contractReference"]);
  },
);

describe("the withdrawal of an order", () => {
  const customer = portal.browser();
  const token = fresh("demo");
  const path = `/angebot/${token}/danke`;
  beforeAll(async () => {
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  });

  test("begins with its number, name and address, which stand in no address", async () => {
    const ordered = await customer.get(path);
    const number = /B-[\dA-F]+/.exec(ordered.text)?.[0];
    const [form] = all(ordered.document, "form", { id: "withdraw" });
    const answer = await customer.submit(ordered, {}, { form, button: ["withdraw", ""] });
    expect([answer.status, answer.location]).toEqual([
      303,
      expect.stringMatching(/^\/widerruf\?entwurf=[\w-]+$/),
    ]);
    expect(fieldsOf(await customer.get(answer.location ?? ""))).toMatchObject({
      firstName: entered.personalData.firstName,
      lastName: entered.personalData.lastName,
      contractReference: number,
      email: entered.personalData.email,
    });
    // Nobody else can open it.
    expect(fieldsOf(await portal.browser().get(answer.location ?? "")).lastName).toBe("");
  });

  test("covers what is ticked of it; its device goes where the receipt says", async () => {
    const ordered = await customer.get(path);
    const date = (days: number) => formatDate(addDays(berlinDate(new Date()), days), "de");
    expect(ordered.text, "goods: from their receipt").toContain(
      "innerhalb von 14\u00a0Tagen nach Erhalt der Ware",
    );
    const [form] = all(ordered.document, "form", { id: "withdraw" });
    const empty = await customer.submit(ordered, {}, { form, button: ["withdraw", ""], follow: true });
    const boxes = all(empty.document, "input", { name: "contractParts", type: "checkbox" });
    const [device = "", tariff = "", ...others] = boxes.map((box) => box.attributes.value);
    expect(others, "the credit by itself").toContainEqual(
      expect.stringMatching(/^Ratenzahlung \(Kreditgeber: /),
    );
    expect(boxes.some((box) => "checked" in box.attributes)).toBe(false);
    const refused = await customer.submit(empty, { contractParts: tariff, firstName: "", lastName: "" });
    const ticked = all(refused.document, "input", { name: "contractParts", checked: "" });
    expect([refused.status, ticked.map((box) => box.attributes.value)]).toEqual([422, [tariff]]);
    const tariffOnly = await customer.submit(refused, { lastName: "Muster" }, { follow: true });
    expect(tariffOnly.text).toContain(
      `Hiermit widerrufe ich diese Teile der unten genannten Bestellung: ${tariff}.`,
    );
    expect(tariffOnly.text).toContain(
      "Haben Sie ein Gerät bekommen, senden Sie es bitte zurück an: o2, Kundenservice, Musterstraße 1",
    );
    const both = await customer.submit(empty, { contractParts: [device, tariff] }, { follow: true });
    expect(both.text).toContain(`Bestellung: ${device}, ${tariff}.`);
    expect(both.text).toContain(
      `zurück an: o2, Rücksendungen, Musterstraße 1, 12345 Musterstadt. Senden Sie es bis zum ${date(14)} ab. Die Rücksendung bezahlen wir.`,
    );
    expect(linkTo(both, "Rücksendeschein öffnen")).toMatch(/ruecksendung\/B-/);
  });

  test("by another browser begins empty", async () => {
    const answer = await portal.browser().post(path, { withdraw: "" });
    expect([answer.status, answer.location]).toEqual([303, "/widerruf"]);
  });
});

describe("a withdrawal", () => {
  test("shows the parts of an address on a line each", async () => {
    const fields = withdrawal({ contractReference: "Musterweg 12, 50667 Köln" });
    const { document } = await portal.browser().post("/widerruf", fields, { follow: true });
    const parts = all(document, "span", { class: "unbroken" }).map(textOf);
    expect(parts).toEqual(expect.arrayContaining(["Musterweg 12,", "50667 Köln", "ada@example.com"]));
  });

  test("is acknowledged with content and time, once however often it is sent", async () => {
    const fields = withdrawal({ contractReference: "0152 28817386" });
    const customer = portal.browser();
    const answers = await Promise.all(Array.from({ length: 5 }, () => customer.post("/widerruf", fields)));
    for (const answer of answers) expect(answer.location).toEqual(receiptAt("/widerruf/bestaetigung"));
    const id = idOf(answers[0] ?? "");
    const mails = await mailsAbout(portal.origin, id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(answers[0]?.location);
    const attached = await fetch(mails[0]?.attachments[1] ?? "");
    expect([attached.status, attached.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    const page = await portal.browser().get(answers[0]?.location ?? "");
    expect([page.status, page.name, page.heading]).toEqual([
      200,
      "withdrawal-confirmation",
      "Ihr Widerruf ist eingegangen",
    ]);
    expect(page.text).toMatch(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr \(MES?Z\)/);
    for (const said of ["Ada Muster", "ada@example.com", "0152 28817386", shortReference(id)])
      expect(page.text).toContain(said);
    const written = all(page.document, "dd", { translate: "no" }).map(textOf);
    expect(written).toEqual(["Ada Muster", "0152 28817386", "ada@example.com"]);
    const pdf = await customer.get(linkTo(page, "Bestätigung als PDF"));
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    await portal.restart();
    expect((await customer.post("/widerruf", fields)).location).toBe(answers[0]?.location);
    expect(await mailsAbout(portal.origin, id)).toHaveLength(1);
  });

  test("keeps what a script sent twice", async () => {
    const contractReference = ["B-2026-1", "B-2026-2"];
    const page = await portal
      .browser()
      .post("/widerruf", withdrawal({ contractReference }), { follow: true });
    expect(page.status).toBe(200);
    expect(page.text).toContain("B-2026-1, B-2026-2");
  });

  test.each(["post-DOWNTIME", "garbage", "receipt-http-500"])(
    "%s: is received, with its receipt for anybody who has the link",
    async (contractReference) => {
      const { location = "" } = await portal.browser().post("/widerruf", withdrawal({ contractReference }));
      const page = await portal.browser().get(location);
      expect([page.status, page.heading]).toEqual([200, "Ihr Widerruf ist eingegangen"]);
      expect(page.text.includes("wird weitergegeben")).toBe(contractReference !== "receipt-http-500");
      expect((await portal.browser().get(location.replace("?", "/pdf?"))).status).toBe(200);
    },
  );

  test("a document of the provider that cannot be loaded says so", async () => {
    const fields = withdrawal({ contractReference: "download-http-503" });
    const { location = "" } = await portal.browser().post("/widerruf", fields);
    expect((await portal.browser().get(location.replace("?", "/anbieter?"))).status).toBe(503);
  });
});
