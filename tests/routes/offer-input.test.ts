import { describe, expect, test } from "vitest";
import { type Fields, fieldsOf, mainForm, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, formValues, textOf } from "../support/html.ts";
import { enterAll, entered } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// What the steps of an offer make of what is typed. Which input is right: tests/unit/domain-*.test.ts.
const portal = await portalForTests();

describe("an e-mail address that looks mistyped", () => {
  async function summaryWith(email: string) {
    const token = fresh("demo");
    const path = `/angebot/${token}`;
    const customer = portal.browser();
    await enterAll(customer, token);
    const step = await customer.get(`${path}/meine-daten`);
    await customer.submit(step, { email });
    const summary = await customer.get(`${path}/zusammenfassung`);
    const order = (page: Page) => all(page.document, "form", { id: "order" })[0] as Element;
    return { token, path, customer, summary, order };
  }
  const question = "Meinten Sie ayse@gmail.com?";

  test("is asked about on the summary until the customer says that it is right", async () => {
    const { path, customer, summary } = await summaryWith("ayse@gmial.com");
    expect(summary.text).toContain(question);
    const kept = await customer.post(`${path}/zusammenfassung`, { keepEmail: "ayse@gmial.com" });
    expect([kept.status, kept.location]).toEqual([303, `${path}/zusammenfassung`]);
    const after = await customer.get(`${path}/zusammenfassung`);
    expect(after.text).not.toContain(question);
    // Another one is asked about again, and one that nobody doubts is not.
    const step = await customer.get(`${path}/meine-daten`);
    await customer.submit(step, { email: "ayse@gmali.com" });
    expect((await customer.get(`${path}/zusammenfassung`)).text).toContain(question);
    await customer.submit(step, { email: "ayse@gmail.com" });
    expect((await customer.get(`${path}/zusammenfassung`)).text).not.toContain("Meinten Sie");
    const placed = await customer.submit(await customer.get(`${path}/zusammenfassung`), {}, { follow: true });
    expect(placed.name).toBe("confirmation");
  });

  test("is replaced by what was meant, and nothing is ordered by that", async () => {
    const { token, path, customer, summary } = await summaryWith("ayse@gmial.com");
    const form = all(summary.document, "form", { id: "ask-email" })[0];
    expect(all(form as Element, "button").map(textOf)).toEqual(["Ja, übernehmen", "Meine Eingabe stimmt"]);
    // Another one than is offered, such as by an older page, changes nothing.
    await customer.post(`${path}/zusammenfassung`, { takeEmail: "eve@example.org" });
    expect((await customer.get(`${path}/zusammenfassung`)).text).toContain(question);
    const taken = await customer.post(`${path}/zusammenfassung`, { takeEmail: "ayse@gmail.com" });
    expect([taken.status, taken.location]).toEqual([303, `${path}/zusammenfassung`]);
    expect(await mailsAbout(portal.origin, token)).toHaveLength(0);
    const after = await customer.get(`${path}/zusammenfassung`);
    expect(after.text).toContain("ayse@gmail.com");
    expect(after.text).not.toContain("Meinten Sie");
    const step = await customer.get(`${path}/meine-daten`);
    expect(fieldsOf(step).email).toBe("ayse@gmail.com");
    const placed = await customer.submit(after, {}, { follow: true });
    expect(placed.name).toBe("confirmation");
  });

  test("is asked about by whoever overlooked it, once, before anything is ordered", async () => {
    const { token, path, customer, summary, order } = await summaryWith("ayse@gmial.com");
    const asked = await customer.submit(summary, {}, { form: order(summary) });
    expect([asked.status, asked.name, asked.title]).toEqual([
      422,
      "summary",
      expect.stringMatching(/^Fehler: /),
    ]);
    expect(asked.text).toContain(question);
    expect(await mailsAbout(portal.origin, token)).toHaveLength(0);
    // By a form from before the question, still nothing.
    expect((await customer.submit(summary, {}, { form: order(summary) })).status).toBe(422);
    const placed = await customer.submit(asked, {}, { form: order(asked) });
    expect([placed.status, placed.location]).toEqual([303, `${path}/danke`]);
    expect((await customer.get(`${path}/danke`)).name).toBe("confirmation");
  });
});

test("the address check proposes addresses, keeps what was typed, and stops nobody while it is down", {
  tags: ["§3.25", "§5.1"],
}, async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  await customer.get(`/angebot/${token}`);
  const street = "Korrekturweg";
  const path = `/angebot/${token}/meine-daten`;
  const page = await customer.post(path, { ...entered.personalData, street });
  const choicesOf = ({ document }: Page) => all(document, "input", { name: "addressChoice" }).length;
  expect([page.status, Object.keys(page.errors), choicesOf(page)]).toEqual([422, ["addressChoice"], 2]);
  expect(fieldsOf(page).street).toBe(street);
  const storedStreet = async () => fieldsOf(await customer.get(path)).street;
  // A choice made for another address does not count.
  const other = await customer.submit(page, { street: "Auswahlweg", addressChoice: "0" });
  expect([other.status, choicesOf(other)]).toEqual([422, 4]);
  expect((await customer.submit(other, { addressChoice: "0" })).status).toBe(303);
  expect(await storedStreet()).not.toMatch(/Auswahlweg|Korrekturweg/);
  expect((await customer.submit(page, { addressChoice: "entered" })).status).toBe(303);
  expect(await storedStreet()).toBe(street);
  expect((await customer.submit(page, { street: "Ausfallweg" })).status).toBe(303);
  expect(await storedStreet()).toBe("Ausfallweg");
});

test.each([
  ["aldi", "prepaid", "Das Gesetz verlangt, dass wir Ihre Identität prüfen"],
  ["o2", "postpaid", "Wir müssen wissen, mit wem wir den Vertrag schließen"],
])("%s, %s, gives the true reason for asking for an ID", async (brand, _, reason) => {
  const path = `/angebot/${fresh("demo")}`;
  const customer = portal.browser();
  await customer.get(`${path}?brand=${brand}`);
  await customer.post(`${path}/meine-daten`, entered.personalData);
  const page = await customer.get(`${path}/ausweisdaten`);
  expect(page.text).toContain(reason);
});

test("one name and a street without a number are asked about once, and then taken", async () => {
  const path = `/angebot/${fresh("demo")}`;
  const customer = portal.browser();
  await customer.get(path);
  const page = await customer.get(`${path}/meine-daten`);
  const person = { ...entered.personalData, firstName: "", houseNumber: "", addressSupplement: "" };
  const asked = await customer.submit(page, person);
  expect([asked.status, Object.keys(asked.errors)]).toEqual([422, ["firstName", "houseNumber"]]);
  expect(asked.errors.firstName).toContain("nur einen Namen");
  const taken = await customer.submit(asked);
  expect([taken.status, taken.location]).toEqual([303, `${path}/ausweisdaten`]);
  await customer.post(`${path}/ausweisdaten`, entered.idData);
  await customer.post(`${path}/zahlung`, entered.card);
  const summary = await customer.get(`${path}/zusammenfassung`);
  expect(summary.text).toContain("AdresseMusterweg, 50667 Köln");
  // Nor is it asked about on going back.
  const again = await customer.submit(await customer.get(`${path}/meine-daten`));
  expect([again.status, again.errors]).toEqual([303, {}]);
  expect((await customer.submit(summary)).status).toBe(303);
});

test.each([
  [{ street: "Musterstr.12", houseNumber: "" }, "Musterstr. 12, 50667 Köln"],
  [{ street: "Musterweg", houseNumber: "Nr. 12 a, Hinterhaus" }, "Musterweg 12a, Hinterhaus, 50667 Köln"],
])("a house number as people write it: %j", async (address, shown) => {
  const path = `/angebot/${fresh("demo")}`;
  const customer = portal.browser();
  await customer.get(path);
  const person = { ...entered.personalData, addressSupplement: "", ...address };
  expect((await customer.post(`${path}/meine-daten`, person)).status).toBe(303);
  await customer.post(`${path}/ausweisdaten`, entered.idData);
  await customer.post(`${path}/zahlung`, entered.card);
  expect((await customer.get(`${path}/zusammenfassung`)).text).toContain(shown);
});

describe("nationality and expiry follow from the document", () => {
  async function enterId(idData: Fields) {
    const path = `/angebot/${fresh("demo")}`;
    const customer = portal.browser();
    await customer.get(path);
    await customer.post(`${path}/meine-daten`, entered.personalData);
    const page = await customer.get(`${path}/ausweisdaten`);
    expect(formValues(mainForm(page))).toContainEqual(["nationality", ""]);
    const posted = await customer.submit(page, { ...entered.idData, ...idData });
    if (posted.status !== 303) return { posted, page, shown: page };
    await customer.post(`${path}/zahlung`, entered.card);
    const summary = await customer.get(`${path}/zusammenfassung`);
    return { posted, shown: summary, page: await customer.get(`${path}/ausweisdaten`) };
  }
  const foreign = { documentType: "FOREIGN_ID", documentNumber: "AX1234567", issuingAuthority: "Comune" };
  const noDate = { "expiryDate.day": "", "expiryDate.month": "", "expiryDate.year": "" };

  test.each(["", "TR"])(
    "whoever has a German card is German, whatever is posted (%s)",
    async (nationality) => {
      const { shown, page } = await enterId({ nationality });
      expect(shown.text).toContain("Staats\u00ADangehörigkeit (Land)Deutschland");
      expect(formValues(mainForm(page))).toContainEqual(["nationality", ""]);
    },
  );
  test.each(["FOREIGN_ID", "FOREIGN_PASSPORT", "AUFENTHALTSTITEL"])(
    "%s asks for it",
    async (documentType) => {
      const { posted } = await enterId({ ...foreign, documentType, nationality: "" });
      expect(Object.keys(posted.errors)).toEqual(["nationality"]);
    },
  );
  test("a residence permit is nothing that Germans have", async () => {
    const { posted } = await enterId({
      ...foreign,
      documentType: "AUFENTHALTSTITEL",
      nationality: "deutsch",
    });
    expect(posted.errors).toEqual({
      nationality: expect.stringContaining("nicht die deutsche Staatsangehörigkeit"),
    });
  });
  test("a foreign card may have no expiry date, a German one has one", async () => {
    const { shown, page } = await enterId({
      ...foreign,
      ...noDate,
      nationality: "italienisch",
      noExpiry: "yes",
    });
    expect(shown.text).toContain("Gültig bisOhne Ablaufdatum");
    expect(formValues(mainForm(page))).toContainEqual(["noExpiry", "yes"]);
    const { posted } = await enterId({ ...noDate, noExpiry: "yes" });
    expect(Object.keys(posted.errors)).toEqual(["expiryDate"]);
  });
});
