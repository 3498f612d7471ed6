import { describe, expect, test } from "vitest";
import { type Fields, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { enterAll, entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const link = (token: string) => `/einwilligungen?token=${token}`;
const open = (token: string) => portal.browser().get(link(token));
const send = (token: string, fields: Fields) => portal.browser().post(link(token), fields, { follow: true });
/** The consents that have a button. */
const offered = (page: Page) =>
  all(page.document, "button").flatMap(({ attributes: { name } }) =>
    name?.startsWith("consents.") ? name : [],
  );
const received = "Ihre Einwilligung ist widerrufen";
const allReceived = "Ihre Einwilligungen sind widerrufen";
const inWords = "Ich widerrufe alle Einwilligungen, die ich o2 erteilt habe.";

test("an order's link shows what was given with it, and nothing else", async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  await customer.get(`/angebot/${token}`);
  await customer.post(`/angebot/${token}/meine-daten`, {
    ...entered.personalData,
    "consents.marketing-sms": "2026-03",
  });
  await enterAll(customer, token);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  await customer.submit(page, { "consents.marketing-sms": "2026-03" });
  const danke = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const consents = await customer.get(linkTo(danke, "Einwilligungen ansehen und widerrufen"));
  expect([consents.name, offered(consents)]).toEqual(["revocation", ["consents.marketing-sms"]]);
});

test("opening the link takes nothing back; a button does, its receipt says which, and a mail confirms it", async () => {
  const token = fresh("demo");
  const reader = portal.browser();
  const page = await open(token);
  expect(offered(page)).toEqual(["email", "phone", "post"].map((one) => `consents.marketing-${one}`));
  expect(offered(await open(token)), "scanners open links").toEqual(offered(page));
  const done = await reader.submit(page, { "consents.marketing-phone": "yes" }, { follow: true });
  expect([done.status, done.heading]).toEqual([200, received]);
  expect(done.text).toContain("meine Einwilligung in: Angebote am Telefon.");
  expect(offered(await open(token))).toEqual(["consents.marketing-email", "consents.marketing-post"]);
  const stranger = portal.browser({ "Accept-Language": "tr", Cookie: "brand=blau" });
  const text = await stranger.get(linkTo(done, "Als Textdatei"));
  expect(Buffer.from(text.body).toString().replaceAll(/\s+/g, " ")).toContain(
    "meine Einwilligung in: Angebote am Telefon.",
  );
  const pdf = await stranger.get(linkTo(done, "Bestätigung als PDF"));
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  const mails = await mailsAbout(portal.origin, token);
  expect(mails.map(({ kind }) => kind)).toEqual(["consents-revoked"]);
  expect(mails[0]?.text).toContain(`${portal.origin}${link(encodeURIComponent(token)).replace("~", "%7E")}`);
});

test("the button for all wins over what else is posted; the same again is the same declaration", async () => {
  const token = fresh("demo");
  const first = await send(token, { all: "yes", "consents.marketing-post": "yes" });
  const again = await send(token, { all: "yes" });
  expect(first.text).toContain(inWords);
  const number = /[\dA-F]{4}-[\dA-F]{4}/;
  expect(number.exec(first.text)?.[0]).toBeDefined();
  expect(number.exec(again.text)?.[0]).toBe(number.exec(first.text)?.[0]);
  expect((await mailsAbout(portal.origin, token)).length).toBe(1);
  const page = await open(token);
  expect([offered(page), page.text.includes("Zurzeit gilt keine Einwilligung")]).toEqual([[], true]);
});

test("a post without a choice says so, and declares nothing", async () => {
  const token = fresh("demo");
  const page = await portal.browser().post(link(token));
  expect([page.status, page.html.includes("data-error-summary")]).toEqual([422, true]);
  expect(await mailsAbout(portal.origin, token)).toEqual([]);
});

test('the receipt has the names of the list, whatever the post calls them; "no" is no, and what is not in the list is refused', async () => {
  const token = fresh("demo");
  const forged = "Kündigung aller Verträge zum nächsten Tag";
  const none = {
    "consents.marketing-phone": "no",
    "consents.marketing-post": "0",
    "consents.marketing-email": "false",
  };
  for (const fields of [none, { "consents.unheard-of": "yes" }, { [`consents.${forged}`]: "yes" }])
    expect((await send(token, fields)).status).toBe(422);
  expect(await mailsAbout(portal.origin, token)).toEqual([]);
  const done = await send(token, { "consents.marketing-phone": "yes", "names.marketing-phone": forged });
  expect([done.status, done.heading]).toEqual([200, received]);
  expect(done.text).toContain("meine Einwilligung in: Angebote am Telefon.");
  expect(done.text).not.toContain("Kündigung aller");
});

test("an objection to e-mails is among them, and a kind without words of ours has the provider's", async () => {
  const token = fresh("demo");
  await portal.browser().post(`/email-ablehnung?token=${token}&brand=o2`);
  expect(offered(await open(token))).not.toContain("consents.marketing-email");
  expect((await open(fresh("demo-other-kinds"))).text).toContain("Angebote von Partnern per Messenger");
});

describe("a provider that", () => {
  test.each([
    ["has no such calls", "list-http-404", "Unsere Mitarbeiterinnen und Mitarbeiter kümmern sich darum"],
    ["has one of them only", "list-http-501", "Unsere Mitarbeiterinnen und Mitarbeiter kümmern sich darum"],
    ["does not answer", "list-hangup", "können wir gerade nicht anzeigen"],
    ["is down", "list-state-DOWNTIME", "können wir gerade nicht anzeigen"],
  ])("%s: the page says so, and takes channels", async (_, scenario, text) => {
    const token = fresh(scenario.replace("list-state", "state"));
    const page = await open(token);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(text)]);
    expect(offered(page).length).toBe(5);
    const done = await send(token, { "consents.sms": "yes" });
    expect([done.status, done.heading]).toEqual([200, received]);
  });

  test.each(["revoke-http-501", "revoke-http-503", "revoke-hangup", "state-DOWNTIME"])(
    "answers the declaration by %s: it is received all the same",
    async (scenario) => {
      const done = await send(fresh(scenario), { all: "yes" });
      expect([done.status, done.heading]).toEqual([200, allReceived]);
      expect(done.text).toContain("noch nicht bestätigt");
    },
  );

  test.each([
    ["does not know the link", "unknown", 404, "NotFound"],
    ["says that it has expired", "expired", 410, "LinkExpired"],
  ])("%s refuses both", async (_, scenario, status, state) => {
    const page = await open(fresh(scenario));
    expect([page.status, page.state]).toEqual([status, state]);
    expect((await send(fresh(scenario), { all: "yes" })).status).toBe(404);
  });
});

test.each([
  ["has expired", "expired", 410],
  ["opens nothing", "unknown", 404],
])(
  "a link that %s leads to all consents by name: a declaration for staff, with a receipt",
  async (_, scenario, status) => {
    const token = fresh(scenario);
    const customer = portal.browser();
    const broken = await customer.get(link(token));
    expect(broken.status).toBe(status);
    const form = await customer.get(linkTo(broken, "Alle Einwilligungen widerrufen"));
    expect([form.status, form.name]).toEqual([200, "revocation-by-name"]);
    const refused = await customer.submit(form, { name: " ", email: "ada" });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["name", "email"]]);
    const typed = { name: "Ada Öztürk", email: "ada@example.com" };
    const done = await customer.submit(refused, typed, { follow: true });
    expect([done.status, done.heading]).toEqual([200, "Ihr Widerruf ist eingegangen"]);
    for (const text of [inWords, ...Object.values(typed)]) expect(done.text).toContain(text);
    const [mail, ...others] = await mailsAbout(portal.origin, token);
    expect([mail?.to, others]).toEqual(["einwilligungen@provider.example", []]);
    for (const text of Object.values(typed)) expect(mail?.text).toContain(text);
    const elsewhere = await portal.browser().get(done.path);
    expect(elsewhere.heading, "its address is the receipt").toBe(done.heading);
    const file = await portal.browser().get(linkTo(done, "Als Textdatei"));
    const written = Buffer.from(file.body).toString().replaceAll(/\s+/g, " ");
    for (const text of [inWords, ...Object.values(typed)]) expect(written).toContain(text);
    const pdf = await portal.browser().get(linkTo(done, "Bestätigung als PDF"));
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    expect((await portal.browser().get(done.path.replace("brand=o2", "brand=blau"))).heading).not.toBe(
      done.heading,
    );
  },
);

test("where the provider has no such call, or is away, consents by name are received all the same", async () => {
  for (const scenario of ["revoke-http-501", "revoke-hangup"]) {
    const address = `/einwilligungen/ohne-link?token=${fresh(scenario)}`;
    const fields = { name: "Ada", email: "ada@example.com" };
    const done = await portal.browser().post(address, fields, { follow: true });
    expect([done.status, done.heading]).toEqual([200, "Ihr Widerruf ist eingegangen"]);
    expect(done.text).toContain("Ihr Widerruf wird weitergegeben.");
  }
});

test("a receipt opens at the link and the brand of its declaration only", async () => {
  const done = await send(fresh("demo"), { all: "yes" });
  expect(done.heading).toBe(allReceived);
  const receipt = new URL(done.path, portal.origin);
  const at = async (name: string, value: string) => {
    const other = new URL(receipt);
    other.searchParams.set(name, value);
    return (await portal.browser().get(other.pathname + other.search)).heading;
  };
  expect(await at("brand", "o2")).toBe(allReceived);
  expect(await at("token", fresh("demo"))).not.toBe(allReceived);
  expect(await at("brand", "blau")).not.toBe(allReceived);
});

test("a link that lacks its token is a page that says so", async () => {
  const page = await portal.browser().get("/einwilligungen");
  expect([page.status, page.state]).toEqual([404, "NotFound"]);
});

test("copied as HTML, the link still works", async () => {
  const page = await portal.browser().get(`/einwilligungen?brand=o2&amp;token=${fresh("demo")}`);
  expect([page.status, page.name]).toEqual([200, "revocation"]);
});
