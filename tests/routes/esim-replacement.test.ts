import { expect, test } from "vitest";
import { type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { logIn, logInAs } from "../support/login.ts";
import { goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const button = "Neue eSIM anfordern";
const codesOf = ({ document }: Page) => all(document, "code").map(textOf);
const offersNew = ({ document }: Page) => all(document, "a").map(textOf).includes(button);
const told = async (token: string) =>
  (await mailsAbout(portal.origin, token)).filter(({ kind }) => kind === "esim-replaced");

/** An order whose eSIM was shown, and can no longer be shown again. */
async function orderShown(token: string, customer: Browser = portal.browser()) {
  const done = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  expect(done.name).toBe("confirmation");
  const at = `/angebot/${token}`;
  const shown = await customer.submit(await customer.get(`${at}/esim`));
  expect((await customer.post(`${at}/esim`, {})).status).toBe(410);
  return { customer, at, codes: codesOf(shown) };
}

test("whoever has lost the eSIM gets a new one by a button, once, and a mail that says so", async () => {
  const token = fresh("demo-esim");
  const { customer, at, codes } = await orderShown(token);
  const asked = await customer.get(linkTo(await customer.get(`${at}/danke`), button));
  expect([asked.name, asked.status, asked.path]).toEqual(["esim-replacement", 200, `${at}/neue-esim`]);
  expect(await told(token), "a look replaces nothing").toEqual([]);
  const [pressed, other] = await Promise.all([customer.submit(asked), customer.submit(asked)]);
  expect([pressed.status, pressed.location]).toEqual([303, `${at}/esim`]);
  expect(other.status).toBe(303);
  const question = await customer.get(`${at}/esim`);
  expect([question.name, question.text]).toEqual(["esim", expect.stringContaining("Ihre eSIM ist bereit")]);
  const again = await customer.submit(asked);
  expect([again.status, again.location], "the same press again").toEqual([303, `${at}/esim`]);
  const shown = codesOf(await customer.submit(question));
  expect([shown.length, shown[0], shown[1] === codes[1]]).toEqual([2, codes[0], false]);
  const [mail, ...more] = await told(token);
  expect([mail?.to, more]).toEqual(["ayse@example.com", []]);
  expect(mail?.text).toContain("eine neue eSIM angefordert");
});

test("a form from before, in a second tab, gets the codes of now", async () => {
  const token = fresh("demo-esim");
  const at = `/angebot/${token}`;
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const codes = codesOf(await customer.submit(await customer.get(`${at}/esim`)));
  const second = await customer.get(`${at}/esim`);
  expect(codesOf(await customer.submit(second)), "shown again").toEqual(codes);
  await customer.submit(await customer.get(`${at}/neue-esim`), {}, { follow: true });
  const shown = codesOf(await customer.submit(second));
  expect([shown.length, shown[1] === codes[1]]).toEqual([2, false]);
  expect(codesOf(await customer.submit(second)), "the same press again").toEqual(shown);
});

test("whoever has only the link reads whom to call, and replaces nothing", async () => {
  const token = fresh("demo-esim");
  const { at } = await orderShown(token);
  const other = portal.browser();
  const shown = await other.get(`${at}/danke`);
  expect([offersNew(shown), shown.text]).toEqual([
    false,
    expect.stringMatching(/Ist sie nicht auf Ihrem Gerät, rufen Sie uns an/),
  ]);
  const looked = await other.get(`${at}/neue-esim`);
  const posted = await other.post(`${at}/neue-esim`, {});
  expect([looked.status, looked.location]).toEqual([302, `${at}/danke`]);
  expect([posted.status, posted.location]).toEqual([303, `${at}/danke`]);
  expect(await told(token)).toEqual([]);
});

test("after a login for this link it is replaced in another browser, never by another customer", async () => {
  const token = fresh("login-esim");
  const first = portal.browser();
  await logIn(first, token);
  const { at } = await orderShown(token, first);
  const other = portal.browser();
  await logIn(other, token);
  const asked = await other.get(linkTo(await other.get(`${at}/danke`), button));
  expect((await other.submit(asked, {}, { follow: true })).name).toBe("esim");

  const foreign = fresh("demo-esim");
  const stranger = portal.browser();
  await stranger.get(`/angebot/${foreign}`);
  await orderShown(foreign);
  await logInAs(stranger, foreign, "other");
  const refused = await stranger.post(`/angebot/${foreign}/neue-esim`, {}, { follow: true });
  expect([refused.status, refused.state]).toEqual([403, "Forbidden"]);
  expect(await told(foreign)).toEqual([]);
});

test("one that was never shown is not replaced: its page shows it", async () => {
  const token = fresh("demo-esim");
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const posted = await customer.post(`/angebot/${token}/neue-esim`, {});
  expect([posted.status, posted.location]).toEqual([303, `/angebot/${token}/esim`]);
  expect(await told(token)).toEqual([]);
});

test("after three, the hotline is left", async () => {
  const token = fresh("demo-esim");
  const { customer, at } = await orderShown(token);
  for (const time of [1, 2, 3]) {
    const question = await customer.submit(await customer.get(`${at}/neue-esim`), {}, { follow: true });
    await customer.submit(question);
    expect((await customer.post(`${at}/esim`, {})).status).toBe(410);
    expect(await told(token)).toHaveLength(time);
  }
  const shown = await customer.get(`${at}/danke`);
  expect([offersNew(shown), (await customer.post(`${at}/neue-esim`, {})).location]).toEqual([
    false,
    `${at}/danke`,
  ]);
  expect(await told(token)).toHaveLength(3);
});

test.each([
  ["newesim-http-500", 503, "Klicken Sie bitte noch einmal."],
  ["newesim-hangup", 303, ""],
  ["newesim-ESIM_NOT_REPLACEABLE", 409, "Hier geht das im Moment nicht."],
  ["newesim-http-404", 501, "Eine neue eSIM können Sie nur telefonisch anfordern."],
])("%s: %i, the page says so, and the button is there", async (scenario, status, text) => {
  const { customer, at } = await orderShown(fresh(scenario));
  const answer = await customer.submit(await customer.get(`${at}/neue-esim`));
  expect(answer.status).toBe(status);
  if (status === 303) {
    const waits = await customer.get(`${at}/neue-esim`);
    expect(all(waits.document, "li", { "aria-current": "step" }).map(textOf)).toEqual([
      "Wir warten auf die Bestätigung",
    ]);
    return expect([waits.status, waits.state]).toEqual([202, "Waiting"]);
  }
  expect([answer.name, answer.text]).toEqual(["esim-replacement", expect.stringContaining(text)]);
  expect(all(answer.document, "button", { type: "submit" }).map(textOf)).toContain(button);
});
