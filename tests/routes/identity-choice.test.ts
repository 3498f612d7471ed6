import { describe, expect, test } from "vitest";
import { qrCode } from "#app/shell/qr-code.server.ts";
import { linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, first, textOf } from "../support/html.ts";
import { atProvider, choose, tiles } from "../support/identity.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("choosing a method", () => {
  test("shows each method with what it needs, how long it takes and when", async () => {
    const page = await portal.browser().get(`/idv/${fresh()}`);
    expect([page.status, page.name, page.heading]).toEqual([200, "idv-selection", "Identität bestätigen"]);
    // Closed ones come last.
    expect(tiles(page).sort()).toEqual(["branch", "eid", "photo", "shop", "video"]);
    expect(page.text.match(/empfohlen/g)).toHaveLength(1);
    expect(all(page.document, "button", { name: "method" }).map(textOf)[0]).toContain("empfohlen");
    expect(page.text).toContain("Sie brauchen: Ausweis, Handy oder Computer mit Kamera");
    expect(page.text).toContain("Etwa 10\u00a0Minuten");
    expect(page.text).toContain("Täglich 08:00–\u206022:00\u00a0Uhr");
    expect(page.text).toContain("Mo–Fr 09:00–\u206018:00\u00a0Uhr, Sa 09:00–\u206013:00\u00a0Uhr");
    expect(page.text).toContain("Gespräch auf Deutsch oder Englisch");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
  });

  test("hands over to a phone, with brand and language", async () => {
    const token = fresh();
    const path = `/tr/idv/${token}`;
    const page = await portal.browser().get(`${path}?brand=ayyildiz`);
    const code = all(page.document, "svg").find(({ attributes }) => attributes.class === "qr-code");
    const drawn = await qrCode(`${portal.origin}${path}?brand=ayyildiz`);
    expect(all(code as Element, "path").map(({ attributes }) => attributes.d)).toEqual([drawn?.path]);
  });

  test("leads to the provider and back to the result, from which no choice leads away", {
    tags: ["§1.6", "§7.30"],
  }, async () => {
    const token = fresh();
    const customer = portal.browser();
    const start = await customer.get(`/idv/${token}`);
    const chosen = await choose(customer, start, "eid");
    expect([chosen.status, chosen.location]).toEqual([303, `/sandbox/ident/${token}/1`]);
    expect((await customer.get(chosen.location ?? "")).status).toBe(200);
    const back = await atProvider(customer, chosen, "success");
    expect([back.status, back.location]).toEqual([303, `/idv/${token}`]);
    const result = await customer.get(back.location ?? "", { follow: true });
    expect([result.path, result.state]).toEqual([`/idv/${token}/erfolgreich`, "IdvSuccess"]);
    expect(linkTo(result, "Link zum Angebot eingeben"), "no order is known here").toBe("/angebot");
    for (const path of ["", "/in-arbeit", "/post-ident", "/post-ident/coupon", "/fehlgeschlagen"])
      expect((await customer.get(`/idv/${token}${path}`)).location).toBe(`/idv/${token}/erfolgreich`);
    // Another visitor's stale form has no effect.
    const stale = await choose(portal.browser(), start, "photo");
    expect([stale.status, stale.location]).toEqual([303, `/idv/${token}/erfolgreich`]);
  });

  test.each([
    ["branch", "Ihr Coupon für die Postfiliale"],
    ["shop", "Ihr Coupon für den Shop"],
  ])("%s leads to its coupon", async (method, heading) => {
    const token = fresh();
    const customer = portal.browser();
    const chosen = await choose(customer, await customer.get(`/idv/${token}`), method);
    expect([chosen.status, chosen.location]).toEqual([303, `/idv/${token}/post-ident`]);
    const page = await customer.get(chosen.location ?? "");
    expect([page.status, page.name, page.heading]).toEqual([200, "idv-post-ident", heading]);
    expect((await customer.get(`/idv/${token}`)).location).toBe(`/idv/${token}/post-ident`);
  });

  test("offers the EU wallet by what it needs, and says where a forgotten PIN is set anew", async () => {
    const customer = portal.browser();
    await customer.get("/?brand=nova");
    const token = fresh("demo-nova");
    const page = await customer.get(`/idv/${token}`);
    expect(page.text).toContain("EU-Wallet");
    expect(page.text).toContain("Wallet-App mit Ihren Ausweisdaten");
    expect(page.text).toContain("PIN vergessen? Im Bürgeramt");
    expect((await customer.post(`/idv/${token}`, { method: "wallet" })).status).toBe(303);
  });

  test("one choice per submission id, in the session and without one, also of ten at once", async () => {
    const token = fresh();
    const customer = portal.browser();
    const page = await customer.get(`/idv/${token}`);
    // Without the cookie the backend knows the key.
    const visitors = [customer, customer, ...Array.from({ length: 8 }, () => portal.browser())];
    const answers = await Promise.all(visitors.map((visitor) => choose(visitor, page, "video")));
    expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([`/sandbox/ident/${token}/1`]));
    // Another method under the same id chooses nothing, and the page says so once.
    const other = await choose(customer, page, "photo");
    expect([other.status, other.location]).toEqual([303, `/idv/${token}`]);
    const after = await customer.get(`/idv/${token}`);
    expect(after.text).toContain("Gespeichert ist Ihre frühere Wahl.");
    expect(after.text).toContain("Ihre Wahl: Video-Ident");
    expect((await customer.get(`/idv/${token}`)).text).not.toContain("Gespeichert ist Ihre frühere Wahl.");
    const stranger = await choose(portal.browser(), page, "photo");
    expect([stranger.status, stranger.location]).toEqual([303, `/idv/${token}`]);
    expect((await customer.get(`/idv/${token}`)).text).toContain("Ihre Wahl: Video-Ident");
  });

  test("the choice can be changed until the attempt starts, and not in a second tab afterwards", async () => {
    const token = fresh();
    const customer = portal.browser();
    const start = await customer.get(`/idv/${token}`);
    const chosen = await choose(customer, start, "video");
    const again = await customer.get(`/idv/${token}`);
    expect(linkTo(again, "Weiter zur Prüfung")).toBe(`${portal.origin}/sandbox/ident/${token}/1`);
    const shut = first(start.document, "ul", { "aria-labelledby": "closed-methods" });
    const isClosed = shut !== undefined && all(shut, "button", { value: "video" }).length > 0;
    const card = first(again.document, "section", { "aria-labelledby": "chosen" });
    expect(textOf(card).includes("jetzt geschlossen"), "as in the list at this hour").toBe(isClosed);
    const looks = card && all(card, "a").map(({ attributes }) => attributes.class);
    expect(looks).toEqual([expect.stringContaining(isClosed ? "secondary" : "primary")]);
    expect(tiles(again).sort()).toEqual(["branch", "eid", "photo", "shop"]);
    const changed = await choose(customer, again, "photo");
    expect(changed.location).toBe(`/sandbox/ident/${token}/2`);
    // The first provider page is outdated now.
    expect((await customer.get(chosen.location ?? "")).status).toBe(303);
    const secondTab = await customer.get(`/idv/${token}`);
    await atProvider(customer, changed, "start");
    const late = await choose(customer, secondTab, "eid");
    expect([late.status, late.location]).toEqual([303, `/idv/${token}/in-arbeit`]);
    const pending = await customer.get(`/idv/${token}/in-arbeit`);
    expect(linkTo(pending, "Prüfung fortsetzen")).toBe(`${portal.origin}/sandbox/ident/${token}/2`);
  });

  test("an outcome that only one call reports is shown without a redirect loop; of a post, on its own page", async () => {
    const listed = await portal.browser().get("/idv/methods-OFFER_EXPIRED");
    expect([listed.status, listed.name, listed.state]).toEqual([410, "idv-expired", "OfferExpired"]);
    const token = fresh("choose-NO_MORE_IDV_POSSIBLE");
    const customer = portal.browser();
    const posted = await customer.post(`/idv/${token}`, { method: "video" });
    expect([posted.status, posted.location]).toEqual([303, `/idv/${token}/fehlgeschlagen`]);
    // The status says nothing of it yet.
    for (const path of [`/idv/${token}/fehlgeschlagen`, `/idv/${token}`]) {
      const page = await customer.get(path, { follow: true });
      expect([page.status, page.path, page.state]).toEqual([409, posted.location, "NoMoreIdvPossible"]);
    }
    const agreed = await portal.browser().post("/idv/state-OFFER_CONSUMED", { method: "video" });
    expect([agreed.status, agreed.location]).toEqual([303, "/idv/state-OFFER_CONSUMED/angenommen"]);
  });

  test("a bare yes leads where the status says, and is in progress while that says nothing", async () => {
    const customer = portal.browser();
    const soon = fresh("bare-204-lag-500");
    const chosen = await choose(customer, await customer.get(`/idv/${soon}`), "branch");
    expect([chosen.status, chosen.location]).toEqual([303, `/idv/${soon}/post-ident`]);
    const late = fresh("bare-204-lag-20000");
    const start = await customer.get(`/idv/${late}`);
    expect((await choose(customer, start, "branch")).location).toBe(`/idv/${late}/in-arbeit`);
    for (const path of [`/idv/${late}`, `/idv/${late}/post-ident`]) {
      const page = await customer.get(path, { follow: true });
      expect([page.status, page.path]).toEqual([200, `/idv/${late}/in-arbeit`]);
      expect(page.text).toContain("Ihre Wahl ist bei uns angekommen.");
    }
  });

  test("a method of the provider's page stays chosen while the status lags behind", async () => {
    const customer = portal.browser();
    const token = fresh("lag-20000");
    const { location = "" } = await choose(customer, await customer.get(`/idv/${token}`), "video");
    const again = await customer.get(`/idv/${token}`);
    expect([again.status, again.name]).toEqual([200, "idv-selection"]);
    expect(again.text).not.toContain("zuletzt gewählt");
    expect(tiles(again)).not.toContain("video");
    expect(linkTo(again, "Weiter zur Prüfung").endsWith(location)).toBe(true);
  });

  test("a branch stays chosen while the status lags behind", async () => {
    const customer = portal.browser();
    const token = fresh("lag-20000");
    const chosen = await choose(customer, await customer.get(`/idv/${token}`), "branch");
    expect(chosen.location).toBe(`/idv/${token}/post-ident`);
    const page = await customer.get(chosen.location ?? "", { follow: true });
    expect([page.status, page.path]).toEqual([200, `/idv/${token}/in-arbeit`]);
  });

  test("a refusal with an unknown code leads back to the choice", async () => {
    const token = fresh("choose-SOMETHING_NEW");
    const customer = portal.browser();
    const refused = await customer.post(`/idv/${token}`, { method: "video" });
    expect([refused.status, refused.location]).toEqual([303, `/idv/${token}`]);
    expect((await customer.get(`/idv/${token}`)).text).toContain("Ihre Wahl ließ sich nicht speichern.");
  });
});

describe("languages", () => {
  test("page, provider and way back", async () => {
    const token = fresh("demo-ayyildiz");
    const customer = portal.browser();
    await customer.get("/?brand=ayyildiz");
    const page = await customer.get(`/tr/idv/${token}`);
    expect([page.heading, page.lang, page.brand]).toEqual(["Kimliğinizi doğrulayın", "tr", "ayyildiz"]);
    const chosen = await choose(customer, page, "video");
    const provider = await customer.get(chosen.location ?? "");
    expect([provider.lang, provider.heading]).toEqual(["tr", "Kimliğinizi doğrulayın"]);
    const back = await atProvider(customer, chosen, "review");
    expect(back.location).toBe(`/tr/idv/${token}`);
    expect((await customer.get(back.location ?? "")).location).toBe(`/tr/idv/${token}/in-arbeit`);
    const shop = await customer.get(`/tr/idv/${fresh("shop-ident")}/post-ident`);
    expect(shop.text).not.toMatch(/\{\{|Vorgangsnummer/);
  });

  test("the clock has 24 hours in every language, as opening hours have", async () => {
    const waiting = `/idv/${fresh("pending")}/in-arbeit`;
    const english = await portal.browser().get(`/en${waiting}?brand=ortel`);
    expect(english.text).toMatch(/Status as of \d\d:\d\d(?!.[AP]M)/);
  });
});

test("an order that needs an identity verification leads to it, with the name of who ordered", async () => {
  const customer = portal.browser();
  const ordered = await customer.submit(
    await goToSummary(customer, fresh("demo-green_idv"), entered.directDebit),
    {},
    { follow: true },
  );
  const link = linkTo(ordered, /Identität/);
  expect(link).toMatch(/^\/idv\/demo~B-/);
  const coupon = await choose(customer, await customer.get(link), "branch");
  const page = await customer.get(coupon.location ?? "");
  const name = textOf(all(page.document, "dd")[2]);
  expect(page.text).toContain(name);
  expect(name).not.toBe("Kim Beispiel");
});
