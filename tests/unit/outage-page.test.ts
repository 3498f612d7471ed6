import { expect, test } from "vitest";
import { readBrands } from "#app/brand/read-brands.server.ts";
import { outagePage } from "#server/pages/outage-page.ts";
import { all, parseHtml } from "../support/html.ts";

const pages = [...readBrands("brands").values()].flatMap((brand) =>
  brand.availableLanguages.map((language) => ({ brand, language, slug: brand.slug })),
);

test.each(pages)(
  "$slug, $language: the brand's logo and colours, small, and nothing to load",
  ({ brand, language }) => {
    const html = outagePage({ ...brand, hotline: { ...brand.hotline, href: "tel:+49" } }, language);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(6_000);
    expect(html).toContain(brand.logo);
    expect(html).toContain(`background:${brand.colors.header};color:${brand.colors.onHeader}`);
    expect(html).toContain(`color:${brand.colors.link}`);
    expect(html).not.toMatch(/(?:src|href)="(?!tel:|mailto:)|url\(|@import/);
    const page = parseHtml(html);
    expect(all(page, "h1")).toHaveLength(1);
    expect(all(page, "section").map(({ attributes }) => attributes.lang)).toEqual(
      expect.arrayContaining([...brand.availableLanguages]),
    );
  },
);
