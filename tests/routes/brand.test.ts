import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { specialIbans } from "#sandbox/services/iban.ts";
import { linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { first } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { rawHttp } from "../support/raw-http.ts";
import { declaration, pdfOf } from "../support/termination.ts";

const portal = await portalForTests();

const cookieOf = (page: Page) => page.headers.getSetCookie().find((line) => line.startsWith("brand="));

/** The brand of a page under a host name. */
async function brandAt(host: string, path = "/", cookie = "", method = "GET"): Promise<string | undefined> {
  const answer = await rawHttp(
    portal.port,
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: curl/8\r\nAccept: text/html\r\n${cookie && `Cookie: ${cookie}\r\n`}Connection: close\r\n\r\n`,
  );
  return /data-brand="(\w+)"/.exec(answer)?.[1];
}

describe("the host name comes first", () => {
  test.each([
    ["service.ayyildiz.example", "ayyildiz"],
    ["aldi-kundenportal.example", "aldi"],
    ["meinblau.example", "blau"],
    ["blau.example:8443", "blau"],
    ["ORTEL.example", "ortel"],
    ["o2.example", "o2"],
    ["portal.example", "o2"],
  ])("%s", async (host, brand) => expect(await brandAt(host)).toBe(brand));

  test("wins over query and cookie", async () => {
    expect(await brandAt("spice.example", "/?brand=aldi", "brand=nova")).toBe("spice");
  });
  test("on the host's own pages too", async () => {
    expect(await brandAt("meinblau.example", "/", "", "PUT")).toBe("blau");
    expect(await brandAt("portal.example", "/?brand=aldi", "brand=nova", "PUT")).toBe("aldi");
    expect(await brandAt("portal.example", "/", "brand=nova", "PUT")).toBe("nova");
  });
  test("a host without a brand leaves the choice to them", async () => {
    expect(await brandAt("portal.example", "/?brand=aldi", "brand=nova")).toBe("aldi");
    expect(await brandAt("portal.example", "/", "brand=nova")).toBe("nova");
  });
});

describe("then the query, which is remembered", () => {
  test.each(["o2", "ayyildiz", "aetka", "aldi", "nova", "ortel", "spice", "blau"])("%s", async (slug) => {
    const customer = portal.browser();
    const page = await customer.get(`/?brand=${slug}`);
    expect(page.brand).toBe(slug);
    expect(cookieOf(page)).toMatch(new RegExp(`^brand=${slug};.*Path=/;.*HttpOnly;.*SameSite=Lax`));
    const next = await customer.get("/angebot");
    expect(next.brand).toBe(slug);
    expect(cookieOf(next)).toBeUndefined();
  });

  test("a later query changes it", async () => {
    const customer = portal.browser();
    await customer.get("/?brand=aldi");
    expect((await customer.get("/?brand=nova")).brand).toBe("nova");
    expect((await customer.get("/")).brand).toBe("nova");
  });

  test("it is cached on redirects and error pages too", async () => {
    const customer = portal.browser();
    expect(cookieOf(await customer.get("/en?brand=blau"))).toContain("brand=blau");
    expect(cookieOf(await customer.get("/no/such/page?brand=spice"))).toContain("brand=spice");
  });
});

describe("unknown brands fall through", () => {
  test.each([
    "nobody",
    "",
    "whatsapp",
    "telefonica",
    "blauworld",
    "{product}",
    "../o2",
    "__proto__",
    "toString",
  ])("?brand=%s", async (slug) => {
    const query = encodeURIComponent(slug);
    const page = await portal.browser({ Cookie: "brand=aldi" }).get(`/?brand=${query}`);
    expect(page.status).toBe(200);
    expect(page.brand).toBe("aldi");
    expect(cookieOf(page)).toBeUndefined();
    expect((await portal.browser().get(`/?brand=${query}`)).brand).toBe("o2");
  });
  test.each(["nobody", "%", "%00", "__proto__"])("cookie %s", async (cookie) => {
    const page = await portal.browser({ Cookie: `brand=${cookie}` }).get("/");
    expect(page.status).toBe(200);
    expect(page.brand).toBe("o2");
  });
});

describe("what a brand decides", () => {
  test.each([
    ["o2", "o2"],
    ["aldi", "ALDI TALK"],
    ["spice", "Spice"],
  ])("%s: title, favicon, logo, styles, hotline, words", async (slug, name) => {
    const customer = portal.browser();
    const page = await customer.get(`/?brand=${slug}`);
    expect(page.title.endsWith(` – ${name}`)).toBe(true);
    const icon = first(page.document, "link", { rel: "icon" })?.attributes.href ?? "";
    expect(icon).toMatch(new RegExp(`^/brands/${slug}/favicon\\.`));
    const favicon = await customer.get(icon);
    expect(favicon.status).toBe(200);
    expect(favicon.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(favicon.headers.get("Cache-Control")).toContain("immutable");
    expect(first(page.document, "a", { class: "logo" })?.children.length).toBeGreaterThan(0);
    const other = await portal.browser().get(`/?brand=${slug === "o2" ? "blau" : "o2"}`);
    const styles = (of: Page) => first(of.document, "style")?.children[0];
    expect(styles(page)).not.toBe(styles(other));
  });

  test.each([
    ["o2", "/", "de", "/?brand=o2"],
    ["ayyildiz", "/tr/angebot", "tr", "/tr?brand=ayyildiz"],
  ])("%s: name and icons on a phone's home screen", async (slug, path, lang, start) => {
    const page = await portal.browser({ Cookie: `brand=${slug}` }).get(path);
    const link = first(page.document, "link", { rel: "manifest" })?.attributes.href ?? "";
    // Browsers send no cookies for it.
    const phone = portal.browser();
    const answer = await phone.get(link);
    const header = (name: string) => answer.headers.get(name);
    expect([header("Content-Type"), header("Cache-Control")]).toEqual([
      "application/manifest+json",
      "public, max-age=86400",
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const manifest = JSON.parse(new TextDecoder().decode(answer.body));
    const { display, theme_color } = manifest;
    const color = first(page.document, "meta", { name: "theme-color" })?.attributes.content;
    expect([manifest.lang, manifest.start_url, display, theme_color]).toEqual([
      lang,
      start,
      "browser",
      color,
    ]);
    const started = await phone.get(manifest.start_url);
    expect([started.name, started.brand, started.lang]).toEqual(["home", slug, lang]);
    const found = [];
    for (const { src, sizes, purpose } of manifest.icons) {
      const icon = await portal.browser().get(src);
      expect([icon.status, icon.headers.getSetCookie()]).toEqual([200, []]);
      expect(icon.headers.get("Cache-Control")).toContain("immutable");
      found.push([icon.headers.get("Content-Type"), sizes, purpose]);
    }
    expect(found).toEqual([
      ["image/svg+xml", "any", undefined],
      ["image/png", "192x192", "any"],
      ["image/png", "512x512", "any"],
      ["image/png", "512x512", "maskable"],
    ]);
    expect((await phone.get(link.replace(lang, "en"))).status, "a language it lacks").toBe(404);
  });

  test("prepaid brands speak of credit, the others do not", async () => {
    expect((await portal.browser().get("/?brand=aldi")).text).toContain("Restguthaben");
    expect((await portal.browser().get("/?brand=blau")).text).not.toContain("uthaben");
  });

  test("an extension is called so", async () => {
    const page = await portal.browser().get("/angebot/demo-offer_vvl~words?brand=blau");
    expect(page.heading).toBe("Ihre Vertragsverlängerung bei Blau");
    expect((await portal.browser().get("/angebot/demo~words?brand=blau")).heading).toBe("Ihr Angebot");
    expect((await portal.browser().get("/en/angebot/demo-offer_vvl~words?brand=ortel")).heading).toBe(
      "Your contract extension",
    );
  });
});

describe("a form is posted to the brand of its page", () => {
  test.each(["/kuendigung", "/en/kuendigung"])("%s: another tab's brand changes nothing", async (path) => {
    const customer = portal.browser();
    await customer.get("/?brand=ortel");
    const page = await customer.get(path);
    await customer.get("/?brand=aldi");
    const confirmed = await customer.submit(page, declaration({ serviceType: "prepaid" }), { follow: true });
    expect([confirmed.name, confirmed.brand]).toEqual(["termination-confirmation", "ortel"]);
    expect(confirmed.lang).toBe(page.lang);
    const receipt = await customer.get(linkTo(confirmed, /PDF/) ?? "");
    expect(receipt.headers.get("Content-Type")).toBe("application/pdf");
  });

  test("the address wins, and a host name needs no field", async () => {
    const customer = portal.browser();
    const page = await customer.get("/widerruf?brand=blau");
    await customer.get("/?brand=aldi");
    expect((await customer.submit(page, {})).brand, "the page's address still says blau").toBe("blau");
    expect((await customer.post("/widerruf?brand=nova", { brand: "blau" })).brand).toBe("nova");
    expect((await customer.post("/widerruf", { brand: "unheard-of" })).brand).toBe("nova");
    const answer = await rawHttp(
      portal.port,
      "GET /widerruf HTTP/1.1\r\nHost: ortel.example\r\nUser-Agent: test\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain('name="submissionId"');
    expect(answer).not.toContain('name="brand"');
  });

  const special = { cancellationType: "special", reason: "PersönlicheUmstände" };
  test("the proof goes there too", async () => {
    const customer = portal.browser();
    await customer.get("/?brand=blau");
    const form = await customer.get("/kuendigung");
    const confirmed = await customer.submit(form, declaration(special), { follow: true });
    await customer.get("/?brand=aldi");
    const answer = await customer.submit(confirmed, { file: pdfOf(200) });
    expect([answer.status, answer.brand]).toEqual([303, undefined]);
    expect((await customer.get(answer.location ?? "")).text).toContain("nachweis.pdf");
  });

  test("a post under a language that the brand lacks is not lost", async () => {
    const visitor = portal.browser();
    expect((await visitor.get("/en/kuendigung?brand=o2")).location).toBe("/kuendigung?brand=o2");
    const page = await visitor.post("/en/kuendigung?brand=o2", declaration());
    expect(page.status).toBe(303);
    expect(page.location).toMatch(/^\/kuendigung\/bestaetigung\?brand=o2&ref=/);
  });
});

describe("the wording of a use case", () => {
  const own = "Eigene Worte dieses Angebots.";
  const folder = mkdtempSync(join(tmpdir(), "brands-"));
  cpSync(join(import.meta.dirname, "../../brands"), folder, { recursive: true });
  const texts = {
    "validation@offer_vvl": { fields: { lastName: { missing: own }, iban: { refused: own } } },
    "common@offer_vvl": { address: { choiceHint: own } },
    "errors@offer": { offer: { OfferSummaryNotLoaded: { text: own } } },
  };
  writeFileSync(join(folder, "o2/texts.json"), JSON.stringify({ de: texts }));
  const other = startPortal({ BRANDS_DIR: folder });
  afterAll(async () => {
    await (await other).stop();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["offer_vvl", true],
    ["orange_vvl", false],
  ])("of %s is used by its own pages only: %s", async (useCase, isUsed) => {
    const token = fresh(`demo-${useCase}`);
    const customer = (await other).browser();
    await customer.get(`/angebot/${token}`);
    const data = await customer.get(`/angebot/${token}/meine-daten`);
    const refused = await customer.submit(data, { lastName: "" });
    expect([refused.status, refused.errors.lastName === own]).toEqual([422, isUsed]);
    const choice = await customer.submit(data, { street: "Auswahl" });
    expect([choice.status, choice.errors.addressChoice === own]).toEqual([422, isUsed]);
    const account = await customer.submit(await customer.get(`/angebot/${token}/zahlung`), {
      ...entered.directDebit,
      iban: specialIbans.closed,
    });
    expect([account.status, account.errors.iban === own]).toEqual([422, isUsed]);
  });

  test("of a state is the cart's, where the answer names none", async () => {
    const token = fresh("summary-http-500");
    const customer = (await other).browser();
    const stranger = await customer.get(`/angebot/${token}/danke`);
    expect([stranger.state, stranger.text.includes(own)]).toEqual(["OfferSummaryNotLoaded", false]);
    await customer.get(`/angebot/${token}`);
    const failed = await customer.get(`/angebot/${token}/danke`);
    expect([failed.state, failed.text.includes(own)]).toEqual(["OfferSummaryNotLoaded", true]);
  });
});
