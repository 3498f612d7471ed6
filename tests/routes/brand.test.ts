import { describe, expect, test } from "vitest";
import { brands } from "../support/brands.ts";
import { dataOf, linkTo, type Page } from "../support/browser.ts";
import { all, first } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { rawHttp } from "../support/raw-http.ts";
import { declaration, pdfOf } from "../support/termination.ts";

// Which clue leads to which brand is in tests/unit/brand-registry.
const portal = await portalForTests();

const cookieOf = (page: Page) => page.headers.getSetCookie().find((line) => line.startsWith("brand="));

test.each([
  ["the host name", "meinblau.example", "?brand=aldi", "brand=nova", "blau"],
  ["the query", "portal.example", "?brand=aldi", "brand=nova", "aldi"],
  ["the cookie", "portal.example", "", "brand=nova", "nova"],
  ["none of them", "portal.example", "?brand=__proto__", "brand=%00", "o2"],
])(
  "%s counts, on the host's own pages too",
  { tags: ["§1.13", "§1.14", "§1.15", "§1.16"] },
  async (_, host, query, cookie, brand) => {
    for (const method of ["GET", "PUT"]) {
      const head = `${method} /${query} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n`;
      const more = "User-Agent: curl/8\r\nAccept: text/html\r\nConnection: close\r\n\r\n";
      expect(await rawHttp(portal.port, head + more), method).toContain(`data-brand="${brand}"`);
    }
  },
);

test("the query's is remembered until another one, on redirects and error pages too", async () => {
  const customer = portal.browser();
  const page = await customer.get("/?brand=aldi");
  expect(page.brand).toBe("aldi");
  expect(cookieOf(page)).toMatch(/^brand=aldi;.*Path=\/;.*HttpOnly;.*SameSite=Lax/);
  const next = await customer.get("/angebot");
  expect([next.brand, cookieOf(next)]).toEqual(["aldi", undefined]);
  expect((await customer.get("/?brand=nova")).brand).toBe("nova");
  expect((await customer.get("/")).brand).toBe("nova");
  expect(cookieOf(await customer.get("/en?brand=blau"))).toContain("brand=blau");
  expect(cookieOf(await customer.get("/no/such/page?brand=spice"))).toContain("brand=spice");
});

describe("what a brand decides", () => {
  test("title, favicon, logo, styles", { tags: ["§1.17", "§3.1"] }, async () => {
    const customer = portal.browser();
    const page = await customer.get("/?brand=aldi");
    expect(page.title).toMatch(/ – ALDI TALK$/);
    const icon = first(page.document, "link", { rel: "icon" })?.attributes.href ?? "";
    expect(icon).toMatch(/^\/brands\/aldi\/favicon\./);
    const favicon = await customer.get(icon);
    expect([favicon.status, favicon.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    expect(favicon.headers.get("Cache-Control")).toContain("immutable");
    expect(first(page.document, "a", { class: "logo" })?.children.length).toBeGreaterThan(0);
    const styles = (of: Page) => first(of.document, "style")?.children[0];
    expect(styles(page)).not.toBe(styles(await portal.browser().get("/?brand=o2")));
  });

  test("name and icons on a phone's home screen", async () => {
    const page = await portal.browser({ Cookie: "brand=ayyildiz" }).get("/tr/angebot");
    const link = first(page.document, "link", { rel: "manifest" })?.attributes.href ?? "";
    // Browsers send no cookies for it.
    const phone = portal.browser();
    const answer = await phone.get(link);
    const header = (name: string) => answer.headers.get(name);
    expect([header("Content-Type"), header("Cache-Control"), header("Set-Cookie")]).toEqual([
      "application/manifest+json",
      "public, max-age=86400",
      null,
    ]);
    const manifest = dataOf(answer);
    expect(manifest).toMatchObject({
      lang: "tr",
      start_url: "/tr?brand=ayyildiz",
      display: "browser",
      theme_color: first(page.document, "meta", { name: "theme-color" })?.attributes.content,
    });
    expect(await phone.get(manifest.start_url)).toMatchObject({
      name: "home",
      brand: "ayyildiz",
      lang: "tr",
    });
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
    expect((await phone.get(link.replace("tr", "en"))).status, "a language it lacks").toBe(404);
  });
});

test("each brand has a greeting, a picture and links of its own, and its name in previews of its links", async () => {
  const greetings = new Set<string>();
  for (const { slug } of brands) {
    const customer = portal.browser();
    const home = await customer.get(`/?brand=${slug}`);
    greetings.add(home.heading);
    const { attributes: picture } = first(home.document, "img", { class: "picture" }) ?? {};
    expect(picture, slug).toMatchObject({ alt: "", width: "400", height: "240", loading: "lazy" });
    expect((await customer.get(picture?.src ?? "")).headers.get("Content-Type")).toBe("image/svg+xml");
    expect(linkTo(home, "Mein Konto")).toContain(slug);
    expect(first(home.document, "meta", { property: "og:site_name" })).toBeDefined();
    const offer = await customer.get(`/angebot/demo~picture-${slug}`);
    // There, what is sold has a picture of its own.
    expect(first(offer.document, "img", { class: "picture" }), slug).toBeUndefined();
    expect(all(offer.document, "use"), slug).not.toHaveLength(0);
    expect(first(offer.document, "meta", { property: "og:site_name" })).toBeUndefined();
  }
  expect(greetings.size).toBe(brands.length);
});

describe("a form is posted to the brand of its page", () => {
  test("another tab's brand changes nothing", async () => {
    const customer = portal.browser();
    await customer.get("/?brand=ortel");
    const page = await customer.get("/en/kuendigung");
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
