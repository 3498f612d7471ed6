import { expect, test } from "vitest";
import { type Browser, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { logIn, logInAs } from "../support/login.ts";
import { goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const question = "E‑Mail‑Adresse stimmt nicht?";
const done = "Die neue E‑Mail‑Adresse ist gespeichert";
const entered = "ayse@example.com";

async function placeOrder(token: string, customer: Browser = portal.browser()) {
  const shown = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  expect(shown.name).toBe("confirmation");
  return { customer, shown, at: `/angebot/${token}` };
}
const mailsTo = async (token: string) =>
  (await mailsAbout(portal.origin, token)).map(({ kind, to }) => `${kind} ${to}`);
const messageOf = (page: Awaited<ReturnType<Browser["get"]>>) =>
  all(page.document, "div", { id: "email-error" }).map(textOf);

test("who gets no confirmation corrects the address: both are told, and the new one gets the order", async () => {
  const token = fresh("demo");
  const { customer, shown, at } = await placeOrder(token);
  const [first = ""] = await mailsTo(token);
  const before = first.replace("order-confirmation ", "");
  const asked = await customer.get(linkTo(shown, question));
  expect([asked.name, asked.status, asked.path]).toEqual(["order-email", 200, `${at}/e-mail`]);
  const corrected = await customer.submit(asked, { email: " Neu@Example.org " }, { follow: true });
  expect([corrected.status, corrected.heading]).toEqual([200, done]);
  expect(corrected.text).toContain("an Neu@example.org");
  const expected = [
    `order-confirmation ${before}`,
    `order-email-corrected ${before}`,
    "order-email-corrected Neu@example.org",
    "order-confirmation Neu@example.org",
  ];
  expect((await mailsTo(token)).toSorted()).toEqual(expected.toSorted());
  const again = await customer.submit(asked, { email: "Neu@example.org" }, { follow: true });
  expect([again.heading, (await mailsTo(token)).length], "the same press again").toEqual([done, 4]);
  expect((await customer.get(`${at}/danke`)).text).toContain("N••••@example.org");
  expect((await customer.get(corrected.path)).heading, "a reload").toBe(done);
});

test("whoever has only the link is told whom to call, and changes nothing", async () => {
  const token = fresh("demo");
  const { at } = await placeOrder(token);
  const other = portal.browser();
  const shown = await other.get(`${at}/danke`);
  expect([all(shown.document, "a").map(textOf).includes(question), shown.text.includes(question)]).toEqual([
    false,
    true,
  ]);
  const looked = await other.get(`${at}/e-mail`);
  const posted = await other.post(`${at}/e-mail`, { email: "neu@example.org" });
  expect([looked.status, looked.location]).toEqual([302, `${at}/danke`]);
  expect([posted.status, posted.location]).toEqual([303, `${at}/danke`]);
  expect(await mailsTo(token)).toHaveLength(1);
});

test("after a login for this link it is corrected in another browser, never by another customer", async () => {
  const token = fresh("login");
  const first = portal.browser();
  await logIn(first, token);
  const { at } = await placeOrder(token, first);
  const other = portal.browser();
  await logIn(other, token);
  const corrected = await other.submit(
    await other.get(`${at}/e-mail`),
    { email: "neu@example.org" },
    { follow: true },
  );
  expect(corrected.heading).toBe(done);

  const foreign = fresh("demo");
  const stranger = portal.browser();
  await stranger.get(`/angebot/${foreign}`);
  await placeOrder(foreign);
  await logInAs(stranger, foreign, "other");
  const refused = await stranger.post(
    `/angebot/${foreign}/e-mail`,
    { email: "neu@example.org" },
    { follow: true },
  );
  expect([refused.status, refused.state]).toEqual([403, "Forbidden"]);
  expect(await mailsTo(foreign)).toHaveLength(1);
});

test("the link that is mailed to the order's address corrects nothing: that address may be a stranger's", async () => {
  const token = fresh("demo-esim");
  await placeOrder(token);
  const stranger = portal.browser();
  await stranger.post("/neuer-link", { link: token });
  const mails = await mailsAbout(portal.origin, token);
  const text = mails.find(({ kind }) => kind === "new-link")?.text ?? "";
  const { pathname, search } = new URL(/https?:\/\/\S+\/angebot\/\S+/.exec(text)?.[0] ?? "");
  const shown = await stranger.get(pathname + search, { follow: true });
  expect(shown.path).toBe(`/angebot/${token}/danke`);
  expect((await stranger.get(`/angebot/${token}/e-mail`)).location).toBe(`/angebot/${token}/danke`);
});

test.each([
  ["none", "", "Geben Sie Ihre E‑Mail‑Adresse ein."],
  ["none that can be one", "neu", "In Ihrer E‑Mail‑Adresse fehlt das @-Zeichen."],
  ["the one of the order", "AYSE@example.com", "Diese Adresse steht schon in Ihrer Bestellung."],
  ["one that the provider refuses", "neu@refused.example", "Prüfen Sie Ihre E‑Mail‑Adresse."],
])("%s is refused beside its field, and kept", async (_, email, message) => {
  const token = fresh("demo");
  const { customer, at } = await placeOrder(token);
  const refused = await customer.submit(await customer.get(`${at}/e-mail`), { email });
  expect([refused.status, refused.name]).toEqual([422, "order-email"]);
  expect(messageOf(refused).join()).toContain(message);
  expect(all(refused.document, "input", { name: "email" })[0]?.attributes.value ?? "").toBe(email);
  expect(await mailsTo(token)).toEqual([`order-confirmation ${entered}`]);
});

test("an address that looks mistyped is asked about once", async () => {
  const { customer, at } = await placeOrder(fresh("demo"));
  const email = "ada@gmial.com";
  const asked = await customer.submit(await customer.get(`${at}/e-mail`), { email });
  expect(asked.status).toBe(422);
  // Said once: the field is described by the question above its form.
  const input = first(asked.document, "input", { name: "email" });
  expect(input?.attributes).toMatchObject({ "aria-describedby": "email-error", "aria-invalid": "true" });
  expect(all(asked.document, "*", { id: "email-error" }).map(textOf)).toEqual(["Meinten Sie ada@gmail.com?"]);
  expect((await customer.submit(asked, { email }, { follow: true })).heading).toBe(done);
});

test("what was meant is taken in place of what was typed", async () => {
  const token = fresh("demo");
  const { customer, at } = await placeOrder(token);
  const asked = await customer.submit(await customer.get(`${at}/e-mail`), { email: "ada@gmial.com" });
  const answers = all(asked.document, "button", { form: "order-email" });
  expect(answers.map((button) => [textOf(button), button.attributes.value])).toEqual([
    ["Ja, übernehmen", "ada@gmail.com"],
    ["Meine Eingabe stimmt", undefined],
  ]);
  const takeEmail = answers[0]?.attributes.value;
  expect((await customer.submit(asked, { takeEmail }, { follow: true })).heading).toBe(done);
  expect(await mailsTo(token)).toContain("order-confirmation ada@gmail.com");
});

test("an order is no way to have mails sent about: after three, the hotline corrects it", async () => {
  const token = fresh("demo");
  const { customer, at } = await placeOrder(token);
  for (const name of ["a", "b", "c"])
    await customer.submit(await customer.get(`${at}/e-mail`), { email: `${name}@example.org` });
  expect((await customer.get(`${at}/e-mail`)).location).toBe(`${at}/danke`);
  const fourth = await customer.post(`${at}/e-mail`, { email: "d@example.org" });
  expect([fourth.status, fourth.location]).toEqual([303, `${at}/danke`]);
  expect((await customer.get(`${at}/danke`)).text).toContain(`${question} Rufen Sie uns an`);
  expect((await mailsTo(token)).filter((mail) => mail.endsWith("d@example.org"))).toEqual([]);
});

test.each([
  ["email-http-500", 503, "Klicken Sie bitte noch einmal"],
  ["email-http-404", 501, "nur am Telefon"],
  ["email-OFFER_BLOCKED", 409, "Hier geht das im Moment nicht"],
])("%s: the page says so, with what was typed", async (scenario, status, text) => {
  const { customer, at } = await placeOrder(fresh(scenario));
  const email = "neu@example.org";
  const answer = await customer.submit(await customer.get(`${at}/e-mail`), { email });
  expect([answer.status, answer.name]).toEqual([status, "order-email"]);
  expect(answer.text).toContain(text);
  expect(all(answer.document, "input", { name: "email" })[0]?.attributes.value).toBe(email);
});
