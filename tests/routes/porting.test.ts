import { expect, test } from "vitest";
import type { Browser, Fields, Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const number = { portingNumber: "(0152) 28817386", portingProvider: "Ganz Neu GmbH", portingWhen: "now" };

/** The offer's summary, or the page of personal data again with its messages. */
async function enter(customer: Browser, token: string, line: Fields): Promise<Page> {
  const at = `/angebot/${token}`;
  await customer.get(at);
  const answer = await customer.post(`${at}/meine-daten`, { ...entered.personalData, ...line });
  if (answer.status === 422) return answer;
  await customer.post(`${at}/ausweisdaten`, entered.idData);
  await customer.post(`${at}/zahlung`, entered.directDebit);
  return customer.get(`${at}/zusammenfassung`, { follow: true });
}

const rowsOf = ({ document }: Page) =>
  Object.fromEntries(
    all(document, "dl")
      .flatMap((list) => all(list, "div"))
      .map((row) => [textOf(all(row, "dt")[0]), textOf(all(row, "dd")[0])]),
  );

test("a number and an eSIM are on the summary, the confirmation, its PDF and the mail", async () => {
  const customer = portal.browser();
  const token = fresh("demo-porting");
  const summary = await enter(customer, token, { ...number, sim: "esim", portingHolder: "Öztürk, AYŞE" });
  expect(rowsOf(summary)).toMatchObject({
    "Rufnummer für den Vertrag": "01522 8817386",
    "Bisheriger Anbieter": "Ganz Neu GmbH",
    "Mitnahme der Rufnummer": "So bald wie möglich",
    "Name beim bisherigen Anbieter": "Ayşe Öztürk",
    SIM: "eSIM",
  });
  const done = await customer.submit(summary, {}, { follow: true });
  expect(done.name).toBe("confirmation");
  expect(done.text).toMatch(/Ihre Rufnummer zieht umAm \d\d\.\d\d\.\d{4}\..*Nummer: \+49 •••• 7386/);
  expect(done.text).toContain("Sie richten Ihre eSIM ein");
  expect(done.text).not.toContain("SIM-Karte kommt");
  expect(done.html).not.toContain("28817386");
  const paper = await fetch(`${portal.origin}/angebot/${token}/bestellung`);
  expect(pdfText(Buffer.from(await paper.arrayBuffer()))).toContain("+49 •••• 7386");
  const [mail] = await mailsAbout(portal.origin, token);
  expect(mail?.text).toContain("+49 •••• 7386");
});

// Which numbers can move: tests/unit/domain-phone.test.ts.
test.each<[string, Fields, Record<string, string>]>([
  ["nothing of it", {}, { sim: "Wählen Sie" }],
  [
    "a number alone",
    { portingNumber: number.portingNumber, sim: "card" },
    { portingProvider: "", portingWhen: "" },
  ],
  [
    "a provider alone",
    { portingProvider: "Fernklang", sim: "card" },
    { portingNumber: "neue Rufnummer", portingWhen: "" },
  ],
  [
    "a landline number",
    { ...number, portingNumber: "030 23125 000", sim: "card" },
    { portingNumber: "Geben Sie eine Mobilnummer ein." },
  ],
  [
    "a name without a letter",
    { ...number, portingProvider: "<>", portingHolder: "<>", sim: "card" },
    { portingProvider: "Anbieter", portingHolder: "Geben Sie den Namen ein" },
  ],
  ["an unknown SIM", { sim: "chip" }, { sim: "" }],
])("%s is refused beside its field, and all input is kept", async (_, line, messages) => {
  const page = await enter(portal.browser(), fresh("demo-porting"), line);
  expect(page.status).toBe(422);
  expect(Object.keys(page.errors)).toEqual(Object.keys(messages));
  for (const [field, message] of Object.entries(messages)) expect(page.errors[field]).toContain(message);
  const [fold] = all(page.document, "details").filter((one) => all(one, "input", { id: "portingNumber" })[0]);
  const isTouched = Object.keys(line).some((name) => name.startsWith("porting"));
  expect(fold?.attributes.open !== undefined).toBe(isTouched);
  for (const name of ["portingNumber", "portingProvider"])
    expect(all(page.document, "input", { name })[0]?.attributes.value ?? "").toBe(line[name] ?? "");
});

test("a new number is what nobody asked otherwise for; it can be changed until the order", async () => {
  const customer = portal.browser();
  const token = fresh("demo-porting");
  const summary = await enter(customer, token, { sim: "card" });
  expect(rowsOf(summary)).toMatchObject({ "Rufnummer für den Vertrag": "Neue Rufnummer", SIM: "SIM-Karte" });
  const to = `/angebot/${token}/meine-daten?aendern`;
  const left = { ...number, portingHolder: "Berta Öztürk", leave: "back" };
  expect((await customer.post(to, { ...entered.personalData, ...left })).location).toContain(
    "zusammenfassung",
  );
  const again = await customer.get(`/angebot/${token}/meine-daten`);
  expect(all(again.document, "input", { name: "portingHolder" })[0]?.attributes.value).toBe("Berta Öztürk");
  await customer.post(to, { ...entered.personalData, ...left, leave: "", sim: "card" });
  expect(rowsOf(await customer.get(`/angebot/${token}/zusammenfassung`))).toMatchObject({
    "Rufnummer für den Vertrag": "01522 8817386",
    "Name beim bisherigen Anbieter": "Berta Öztürk",
  });
});

test("a name that the old provider has otherwise leads back to its field, and is ordered with it", async () => {
  const customer = portal.browser();
  const token = fresh("demo-porting-refused");
  const summary = await enter(customer, token, { ...number, sim: "card" });
  const refused = await customer.submit(summary, {}, { follow: true });
  expect([refused.name, Object.keys(refused.errors)]).toEqual(["personal-data", ["portingHolder"]]);
  expect(refused.errors.portingHolder).toContain("steht ein anderer Name");
  const fixed = await customer.submit(refused, { portingHolder: "Berta Öztürk" }, { follow: true });
  const again = await customer.get(`/angebot/${token}/zusammenfassung`);
  expect([fixed.status, again.name]).toEqual([200, "summary"]);
  expect((await customer.submit(again, {}, { follow: true })).name).toBe("confirmation");
});

test("a landline takes landline numbers", async () => {
  const wrong = await enter(portal.browser(), fresh("demo-porting-dsl"), number);
  expect(wrong.errors.portingNumber).toContain("nur eine Festnetznummer");
  const right = { ...number, portingNumber: "030 23125 000", portingWhen: "contractEnd" };
  const summary = await enter(portal.browser(), fresh("demo-porting-dsl"), right);
  expect(rowsOf(summary)["Rufnummer für den Vertrag"]).toBe("030 23125000");
});

test("a customer whose data is known is asked for the SIM all the same", async () => {
  const customer = portal.browser();
  const token = fresh("demo-sims");
  await customer.get(`/angebot/${token}`);
  const asked = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
  expect(asked.name).toBe("personal-data");
  const refused = await customer.submit(asked);
  expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["sim"]]);
  expect((await customer.submit(asked, { sim: "esim" })).status).toBe(303);
});

test("an offer that asks for neither has no field for it, and takes none", async () => {
  const customer = portal.browser();
  const token = fresh();
  const summary = await enter(customer, token, { ...number, sim: "esim" });
  expect(summary.text).not.toContain("Rufnummer für den Vertrag");
  const { html } = await customer.get(`/angebot/${token}/meine-daten`);
  expect(html.match(/porting|name="sim"|Fernklang|eSIM/g)).toBeNull();
  expect((await customer.submit(summary, {}, { follow: true })).text).not.toContain("zieht um");
});

test("of two contracts, the page says which one the number comes to, and that the kind of SIM is for both", async () => {
  const customer = portal.browser();
  const asked = async (token: string) => {
    await customer.get(`/angebot/${token}`);
    return (await customer.get(`/angebot/${token}/meine-daten`)).text;
  };
  const token = fresh("demo-porting-two");
  const page = await asked(token);
  const [, first = ""] = /Die Rufnummer gehört dann zum Vertrag „([^“]+)“/.exec(page) ?? [];
  const [, one, other = ""] = /Ihre Wahl gilt für (.+?) und (.+?)\. Möchten/.exec(page) ?? [];
  expect([one, other === first, other.length > 0]).toEqual([first, false, true]);
  const summary = await enter(customer, token, { ...number, sim: "esim" });
  expect((await customer.submit(summary, {}, { follow: true })).name).toBe("confirmation");
  const single = await asked(fresh("demo-porting"));
  expect(single).toContain("§\u00a059 TKG");
  expect(single).not.toMatch(/kommt zum Vertrag|Ihre Wahl gilt/);
});
