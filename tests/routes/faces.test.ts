import { expect, test } from "vitest";
import { brands } from "../support/brands.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const faceIn = (html: string) =>
  /@font-face\{[^}]*src:\s?url\("?(\/brands\/[^")]+\.woff2)"?\)/.exec(html)?.[1];
const get = async (brand: string, path: string, headers: Record<string, string> = {}) => {
  const customer = portal.browser(headers);
  customer.cookies.set("brand", brand);
  return customer.get(path);
};

test.each(brands.map(({ slug }) => slug))(
  "%s has a face for headlines, kept for ever, and allowed",
  async (slug) => {
    for (const path of ["/", "/angebot/demo~face", "/gibt-es-nicht"]) {
      const page = await get(slug, path);
      const address = faceIn(page.html) ?? expect.fail(`no face on ${path}`);
      expect(page.headers.get("Content-Security-Policy")).toMatch(/font-src 'self'/);
      const font = await fetch(portal.origin + address);
      expect([font.status, font.headers.get("Content-Type")]).toEqual([200, "font/woff2"]);
      expect(font.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    }
  },
);

test.each([
  ["Save-Data", "on"],
  ["ECT", "2g"],
])("%s: %s gets pages without a face", async (name, value) => {
  for (const path of ["/", "/angebot/demo~face"]) {
    const page = await get("nova", path, { [name]: value });
    expect(page.status).toBe(200);
    expect(page.html).not.toContain("@font-face");
    expect(page.headers.get("Content-Security-Policy")).not.toContain("font-src");
  }
});
