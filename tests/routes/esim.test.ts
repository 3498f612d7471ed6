import { expect, test } from "vitest";
import { type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { atProvider, choose } from "../support/identity.ts";
import { logIn, logInAs } from "../support/login.ts";
import { goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

async function placeOrder(token: string, customer: Browser = portal.browser()) {
  const done = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  expect(done.name).toBe("confirmation");
  return { customer, done, at: `/angebot/${token}` };
}
const offersEsim = ({ text }: Page) => text.includes("eSIM einrichten");
const codesOf = ({ document }: Page) => all(document, "code").map(textOf);

test("the browser that has ordered is handed out the eSIM by a post, once", async () => {
  const { customer, done, at } = await placeOrder(fresh("demo-esim"));
  const question = await customer.get(linkTo(done, "eSIM einrichten"));
  const looked = await customer.get(`${at}/esim`);
  expect([question.name, looked.status, codesOf(question)]).toEqual(["esim", 200, []]);
  const shown = await customer.submit(question);
  const [address = "", id = ""] = codesOf(shown);
  expect([shown.status, address]).toEqual([200, "smdp.example.com"]);
  expect(shown.headers.get("Cache-Control")).toBe("no-store");
  const links = all(shown.document, "a").flatMap(({ attributes: { href = "" } }) =>
    href.includes("carddata=") ? [new URL(href)] : [],
  );
  expect(links.map(({ host }) => host)).toEqual(["esimsetup.android.com", "esimsetup.apple.com"]);
  for (const { searchParams } of links) expect(searchParams.get("carddata")).toBe(`LPA:1$${address}$${id}`);
  expect(all(shown.document, "svg", { class: "qr-code" })).toHaveLength(1);
  expect(codesOf(await customer.submit(question)), "the same press again").toEqual([address, id]);
  const toOrder = all(shown.document, "a").find((one) => textOf(one) === "Zur Bestellung");
  expect(toOrder?.attributes.target, "no browser comes back to the answer of a post").toBe("_blank");
  const told = await customer.get(`${at}/danke`);
  const elsewhere = await portal.browser().get(`${at}/danke`);
  expect([elsewhere.text.includes("Ihre eSIM wurde angezeigt"), elsewhere.text]).toEqual([
    true,
    expect.not.stringContaining("Noch einmal anzeigen"),
  ]);
  const once = await customer.submit(await customer.get(linkTo(told, "Noch einmal anzeigen")));
  expect(codesOf(once), "once more, where it was read").toEqual([address, id]);
  const again = await customer.submit(looked);
  expect([again.status, codesOf(again)]).toEqual([410, []]);
  expect(again.text).toContain("Ihre eSIM wurde schon angezeigt");
  expect([linkTo(again, "Neue eSIM anfordern"), linkTo(again, "Zur Bestellung")]).toEqual([
    `${at}/neue-esim`,
    `${at}/danke`,
  ]);
  const later = await customer.get(`${at}/danke`);
  expect([offersEsim(later), later.text.includes("Ihre eSIM wurde angezeigt")]).toEqual([false, true]);
  expect((await customer.get(`${at}/esim`)).location).toBe(`${at}/danke`);
  expect(later.html).not.toContain(id);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", ["ios", "android", "qr"]],
  ["Mozilla/5.0 (Linux; Android 14; Pixel 8)", ["android", "ios", "qr"]],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", ["qr", "ios", "android"]],
])("%s: the way of the device comes first", async (userAgent, ways) => {
  const { customer, done } = await placeOrder(fresh("demo-esim"));
  const question = await customer.get(linkTo(done, "eSIM einrichten"));
  const { html } = await customer.submit(question, {}, { headers: { "User-Agent": userAgent } });
  const found = html.matchAll(/esimsetup\.(apple|android)\.com|class="qr-code"/g);
  const named = { apple: "ios", android: "android" } as const;
  expect(
    [...found].map(([, system]) => (system === "apple" || system === "android" ? named[system] : "qr")),
  ).toEqual(ways);
});

test("it is shown again for ten minutes: then neither the order nor its own page offers that, and a press says why", async () => {
  const token = fresh("demo-esim");
  const { customer, at } = await placeOrder(token);
  await customer.submit(await customer.get(`${at}/esim`));
  const again = await customer.get(linkTo(await customer.get(`${at}/danke`), "Noch einmal anzeigen"));
  expect((await customer.get(`${at}/danke`)).text).toMatch(
    /können Sie sie bis \d\d:\d\d Uhr noch einmal anzeigen/,
  );
  await customer.post("/sandbox/clock", { token, add: "PT1H" });
  const told = await customer.get(`${at}/danke`);
  expect(linkTo(told, "Neue eSIM anfordern"), "what is left").toBe(`${at}/neue-esim`);
  expect(told.text).not.toContain("noch einmal");
  const looked = await customer.get(`${at}/esim`);
  expect([looked.status, looked.location]).toEqual([302, `${at}/danke`]);
  const late = await customer.submit(again);
  expect([late.status, late.name, codesOf(late)]).toEqual([410, "esim", []]);
  expect(late.text).toContain("Ihre eSIM lässt sich nicht noch einmal anzeigen");
  expect(linkTo(late, "Zur Bestellung")).toBe(`${at}/danke`);
  expect(all(late.document, "button", { type: "submit" }).map(textOf)).not.toContain("eSIM jetzt anzeigen");
});

test("whoever has only the link is offered nothing, and gets nothing", async () => {
  const { customer, at } = await placeOrder(fresh("demo-esim"));
  const other = portal.browser();
  expect(offersEsim(await other.get(`${at}/danke`))).toBe(false);
  const looked = await other.get(`${at}/esim`);
  const posted = await other.post(`${at}/esim`, {});
  expect([looked.status, looked.location]).toEqual([302, `${at}/danke`]);
  expect([posted.status, posted.location]).toEqual([303, `${at}/danke`]);
  expect(offersEsim(await customer.get(`${at}/danke`)), "it is there still").toBe(true);
});

test("a link that is mailed to the order's address hands out nothing: that may be a stranger's", async () => {
  const token = fresh("demo-esim");
  const { customer, at } = await placeOrder(token);
  const other = portal.browser();
  const told = await other.get(`${at}/danke`);
  expect(linkTo(told, "Anmelden")).toBe(`${at}/login`);
  expect((await other.post("/neuer-link", { link: token }, { follow: true })).name).toBe("new-link-sent");
  const [mail] = (await mailsAbout(portal.origin, token)).filter(({ kind }) => kind === "new-link");
  const mailed = new URL(/https?:\/\/\S+\/angebot\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const opened = await other.get(mailed.pathname + mailed.search, { follow: true });
  expect([opened.name, opened.path, offersEsim(opened)]).toEqual(["confirmation", `${at}/danke`, false]);
  const pressed = await other.post(`${at}/esim`, {});
  expect([pressed.status, pressed.location, codesOf(pressed)]).toEqual([303, `${at}/danke`, []]);
  expect(offersEsim(await customer.get(`${at}/danke`)), "it is there still").toBe(true);
});

test("before the identity is verified it is not handed out", async () => {
  const { customer, done, at } = await placeOrder(fresh("demo-idv-esim"));
  expect([offersEsim(done), done.text.includes("per E‑Mail")]).toEqual([false, true]);
  expect((await customer.get(`${at}/esim`)).location).toBe(`${at}/danke`);
  const posted = await customer.post(`${at}/esim`, {});
  expect([posted.status, codesOf(posted)]).toEqual([410, []]);
  const [verification = ""] = /\/idv\/[^"?]+/.exec(done.html) ?? [];
  const chosen = await choose(customer, await customer.get(verification), "video");
  await atProvider(customer, chosen, "success");
  expect(offersEsim(await customer.get(`${at}/danke`))).toBe(true);
  const shown = await customer.submit(await customer.get(`${at}/esim`));
  expect([shown.status, codesOf(shown).length]).toEqual([200, 2]);
});

test("after a login it is handed out in another browser too", async () => {
  const token = fresh("login-esim");
  const first = portal.browser();
  await logIn(first, token);
  const { at } = await placeOrder(token, first);
  const other = portal.browser();
  await logIn(other, token);
  const done = await other.get(`${at}/danke`);
  const shown = await other.submit(await other.get(linkTo(done, "eSIM einrichten")));
  expect([shown.status, codesOf(shown).length]).toEqual([200, 2]);
});

test("a login for another link opens no eSIM, and none of somebody else's does", async () => {
  const { customer, at } = await placeOrder(fresh("demo-esim"));
  const stranger = portal.browser();
  await logIn(stranger, fresh("login"));
  expect(offersEsim(await stranger.get(`${at}/danke`))).toBe(false);
  const posted = await stranger.post(`${at}/esim`, {});
  expect([posted.status, posted.location]).toEqual([303, `${at}/danke`]);
  const shown = await customer.submit(await customer.get(`${at}/esim`));
  expect([shown.status, codesOf(shown).length], "it was left to its customer").toEqual([200, 2]);
});

test("who logs in for the link as another customer is refused, and may log in again", async () => {
  const token = fresh("demo-esim");
  const stranger = portal.browser();
  await stranger.get(`/angebot/${token}`);
  const { customer, at } = await placeOrder(token);
  await logInAs(stranger, token, "other");
  const posted = await stranger.post(`${at}/esim`, {}, { follow: true });
  expect([posted.status, posted.state]).toEqual([403, "Forbidden"]);
  expect((await stranger.get(`${at}/danke`)).status, "that login is forgotten").toBe(200);
  const shown = await customer.submit(await customer.get(`${at}/esim`));
  expect([shown.status, codesOf(shown).length]).toEqual([200, 2]);
});

test.each([
  [401, "Unauthorized"],
  [403, "Forbidden"],
])("a login that the provider refuses with %i is not told that the eSIM was shown", async (status, state) => {
  const { customer, at } = await placeOrder(fresh(`esim-http-${status}`));
  const posted = await customer.submit(await customer.get(`${at}/esim`));
  expect([posted.status, posted.state]).toEqual([status, state]);
  expect(posted.text).not.toContain("schon angezeigt");
});

test.each([
  ["esim-http-500", 503, "Wir konnten Ihre eSIM gerade nicht anzeigen", 1],
  ["esim-hangup", 503, "Wir konnten Ihre eSIM gerade nicht anzeigen", 1],
  ["esim-http-404", 501, "Wir senden Ihnen den QR-Code per E‑Mail", 0],
])("%s: the page says so", async (scenario, status, text, buttons) => {
  const { customer, at } = await placeOrder(fresh(scenario));
  const answer = await customer.submit(await customer.get(`${at}/esim`));
  expect([answer.status, answer.name]).toEqual([status, "esim"]);
  expect(answer.text).toContain(text);
  const submits = all(answer.document, "button", { type: "submit" }).map(textOf);
  expect(submits.filter((one) => one === "eSIM jetzt anzeigen")).toHaveLength(buttons);
});

test("a SIM card is posted, and no eSIM is offered", async () => {
  const { customer, done, at } = await placeOrder(fresh("demo-yellow"));
  expect(offersEsim(done)).toBe(false);
  expect((await customer.get(`${at}/esim`)).location).toBe(`${at}/danke`);
});
