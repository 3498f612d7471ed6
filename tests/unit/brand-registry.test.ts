import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { brandFindings, copiedFindings } from "#app/brand/brand-findings.server.ts";
import { readBrand, readBrands, readFolders } from "#app/brand/read-brands.server.ts";
import { awayBrandOf, brandFileAt, resolveBrand } from "#app/brand/registry.server.ts";
import { plainTexts, textNamespaces } from "#app/i18n/i18next.server.ts";
import { flatten, type TextTree } from "#app/i18n/translation.ts";
import { dialLink } from "#app/ui/dial-link.ts";
import { brandName } from "#sandbox/letterhead.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const shipped = readBrands("brands");

describe("the brands of the specification", () => {
  // Whichever number: an operator's fork has its own.
  test.each([...shipped.values()])(
    "$slug has its provider's name and a hotline that can be dialled",
    (brand) => {
      expect(brandName(brand.backendEnum)).toBe(brand.name);
      expect(dialLink(brand.hotline.number)).toMatch(/^tel:\+?\d+$/);
    },
  );

  test("override existing texts only, in languages that they offer", async () => {
    for (const { slug, texts, availableLanguages } of shipped.values())
      for (const [locale, files] of Object.entries(texts))
        for (const [name, tree] of Object.entries(files)) {
          expect(availableLanguages, slug).toContain(locale);
          const { default: plain } = await import(`../../locales/${locale}/${name.split("@")[0]}.json`);
          const known = Object.keys(flatten(plain));
          for (const key of Object.keys(flatten(tree)))
            expect(known, `${slug}, ${locale}, ${name}`).toContain(key);
        }
  });

  test("may have the same notice of the European Commission, and no other picture of another one", () => {
    const folder = temporaryFolder();
    const [one, other] = ["o2", "blau"].map((slug) => {
      const copy = join(folder, slug);
      cpSync(join("brands", slug), copy, { recursive: true });
      writeFileSync(join(copy, "eu-guarantee-de.png"), Buffer.from("89504e470d0a1a0a00", "hex"));
      return copy;
    }) as [string, string];
    expect(copiedFindings(readBrand(one), [readBrand(other)], "")).toEqual([]);
    cpSync(join(other, "picture.svg"), join(one, "picture.svg"));
    expect(copiedFindings(readBrand(one), [readBrand(other)], "")).toEqual(["picture.svg is that of blau."]);
  });

  test("name words of other languages that are in their texts", () => {
    const named = [...shipped.values()].flatMap(({ slug, texts, foreignWords = {} }) =>
      Object.values(foreignWords)
        .flat()
        .map((word) => [slug, word, JSON.stringify(texts).includes(word)]),
    );
    expect(named).toContainEqual(["ayyildiz", "Merhaba", true]);
    expect(named.filter(([, , isThere]) => !isThere)).toEqual([]);
  });

  test("speak languages that are translated whole; check-brand names another", () => {
    for (const brand of shipped.values())
      expect(brandFindings(brand).filter((line) => line.startsWith("availableLanguages"))).toEqual([]);
    const brand = readBrand("brands/o2");
    brand.availableLanguages.push("pl" as "en");
    expect(brandFindings(brand)).toContainEqual(
      expect.stringMatching(
        /^availableLanguages: "pl" lacks \d{3,} texts, for which German would stand in\.$/,
      ),
    );
  });

  test("have a voice of their own in each language, which leaves what the law words alone", () => {
    const said = [...shipped.values()].flatMap((brand) => {
      expect(
        brandFindings(brand).filter((line) => line.startsWith("texts.json")),
        brand.slug,
      ).toEqual([]);
      return brand.availableLanguages.map((language) => {
        const texts = Object.values(brand.texts[language] ?? {}).flatMap((tree) =>
          Object.values(flatten(tree)),
        );
        return { at: `${brand.slug} ${language}`, texts };
      });
    });
    const voices = said.filter(({ texts }) => texts.length >= 40);
    expect(voices.map(({ at }) => at)).toEqual([
      "aldi de",
      "ayyildiz de",
      "ayyildiz tr",
      "blau de",
      "nova de",
      "ortel de",
      "ortel en",
    ]);
    for (const one of voices)
      for (const other of voices.filter((voice) => voice !== one))
        expect(one.texts.filter((text) => other.texts.includes(text)).length, `${one.at}, ${other.at}`)
          // What prepaid brands have in common, and names of the usual things.
          .toBeLessThan(5);
    const brand = readBrand("brands/o2");
    brand.texts.de = {
      offer: { summary: { submit: "Jetzt kaufen" } },
      email: { revoked: { declarationAll: "Nein danke" } },
    };
    expect(brandFindings(brand).filter((line) => line.startsWith("texts.json"))).toEqual([
      'texts.json: de, "offer": summary.submit is worded by law, and the same for all brands.',
      'texts.json: de, "email": revoked.declarationAll is worded by law, and the same for all brands.',
    ]);
  });

  test("address customers in one form: check-brand names what says the other one", () => {
    const brand = readBrand("brands/o2");
    const lines = () => brandFindings(brand).filter((line) => line.includes("brand.json says"));
    expect(lines()).toEqual([]);
    brand.texts.de = { home: { home: { lead: "Alles rund um deinen Vertrag." } } };
    expect(lines()).toEqual(["texts.json: de, home:home.lead says du, brand.json says Sie."]);
    brand.address = "du";
    expect(lines()).toEqual([
      expect.stringMatching(/^brand\.json says du, [89]\d\d German texts say Sie: accessibility:.* …$/),
    ]);
    const neutral = (tree: TextTree): TextTree =>
      Object.fromEntries(
        Object.entries(tree).map(([key, text]) => [key, typeof text === "string" ? "Hallo!" : neutral(text)]),
      );
    brand.texts.de = Object.fromEntries(
      textNamespaces
        .filter((name) => name !== "use-cases")
        .map((name) => [name, neutral(plainTexts("de", name) ?? {})]),
    );
    expect(lines()).toEqual([]);
    Object.assign(brand.texts.de, { "offer@vvl": { offer: { lead: "Prüfen Sie alles. Sie steht hier." } } });
    expect(lines()).toEqual(["brand.json says du, 1 German texts say Sie: offer@vvl:offer.lead."]);
    Object.assign(brand.texts.de, { "offer@vvl": { offer: { lead: "Sie steht auf der Karte." } } });
    expect(lines()).toEqual([]);
  });

  test("each have a favicon with a name of its own", () => {
    const paths = [...shipped.values()].map((brand) => brand.favicon);
    expect(new Set(paths).size).toBe(shipped.size);
    for (const brand of shipped.values()) expect(brandFileAt(brand.favicon, shipped)).toMatch(/^<svg/);
    expect(brandFileAt("/brands/o2/favicon.0000000000.svg", shipped)).toBeUndefined();
  });

  test("each has a wordmark without live text, its header's colour and, if any, a drawing of its own under 1 kB", () => {
    const drawings = [...shipped.values()].flatMap(({ motif, logo, favicon, themeColor }) => {
      expect(logo + brandFileAt(favicon, shipped)).not.toContain("<text");
      expect(themeColor).toMatch(/^#[0-9a-f]{3,6}$/);
      return motif ? [String(brandFileAt(motif, shipped))] : [];
    });
    for (const drawing of drawings) {
      expect(drawing).toMatch(/^<svg/);
      expect(drawing.length).toBeLessThan(1000);
    }
    expect(new Set(drawings).size).toBe(drawings.length);
  });
});

describe("the brand of a request", () => {
  const resolve = (clues: Parameters<typeof resolveBrand>[0]) => {
    const { brand, remember } = resolveBrand(clues, shipped);
    return [brand.slug, remember];
  };

  test("a posted form before the cookie, which then keeps its brand; host and query before both", () => {
    expect(resolve({ host: "portal.example", posted: "nova", cookie: "ortel" })).toEqual(["nova", true]);
    expect(resolve({ host: "portal.example", posted: "nova", cookie: "nova" })).toEqual(["nova", false]);
    expect(resolve({ host: "portal.example", posted: "acme", cookie: "ortel" })).toEqual(["ortel", false]);
    expect(resolve({ host: "portal.example", query: "blau", posted: "nova" })).toEqual(["blau", true]);
    expect(resolve({ host: "blau.example", posted: "nova" })).toEqual(["blau", false]);
  });

  test("host before query before cookie before o2", () => {
    expect(resolve({ host: "blau.example", query: "nova", cookie: "ortel" })).toEqual(["blau", false]);
    expect(resolve({ host: "portal.example", query: "nova", cookie: "ortel" })).toEqual(["nova", true]);
    expect(resolve({ host: "portal.example", cookie: "ortel" })).toEqual(["ortel", false]);
    expect(resolve({ host: "portal.example" })).toEqual(["o2", false]);
    expect(resolve({})).toEqual(["o2", false]);
  });

  test("a query names a brand by its slug or by its name on the wire, in any case of letters", () => {
    for (const { slug, backendEnum } of shipped.values())
      expect(resolve({ query: backendEnum }), backendEnum).toEqual([slug, true]);
    expect(resolve({ query: " BlauWorld " })).toEqual(["spice", true]);
  });

  test("an unknown brand falls through to the next rule and sets no cookie", () => {
    expect(resolve({ host: "localhost:3000", query: "acme", cookie: "spice" })).toEqual(["spice", false]);
    expect(resolve({ host: "localhost", query: "", cookie: "constructor" })).toEqual(["o2", false]);
  });

  test.each([
    ["www.o2.example", "o2"],
    ["mein-o2.example:443", "o2"],
    ["o2online.example", "o2"],
    ["ALDITALK-portal.example", "aldi"],
    ["meinblau.example", "blau"],
    ["blau.o2-portal.example", "blau"],
    ["nova.blau.example", "nova"],
    ["innovation.blau.example", "nova"],
    ["demo2.example", "o2"],
    ["nova.alditalk.example", "nova"],
    ["o2.ayyildiz-blau.example", "ayyildiz"],
  ])("host %s is %s", (host, slug) => {
    expect(resolve({ host, query: "aetka" })).toEqual([slug, false]);
  });
});

describe("an operator's brand folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder(onTestFinished);
    cpSync("brands", folder, { recursive: true });
  });

  const edit = (slug: string, change: (data: Record<string, unknown>) => void) => {
    const file = join(folder, slug, "brand.json");
    const data = JSON.parse(readFileSync(file, "utf8"));
    change(data);
    writeFileSync(file, JSON.stringify(data));
  };

  test("one that is wrong takes no other with it, and is away by host, query and cookie", () => {
    edit("blau", (data) => delete data.links);
    edit("o2", (data) => delete data.creditorId);
    const folders = readFolders(folder);
    expect([[...folders.away.keys()], folders.brands.size]).toEqual([["blau", "o2"], shipped.size - 2]);
    const away = (clues: Parameters<typeof awayBrandOf>[0]) => awayBrandOf(clues, folders)?.slug;
    expect(away({ host: "www.blau.example", query: "nova", cookie: "nova" })).toBe("blau");
    expect(away({ host: "nova.blau.example" })).toBeUndefined();
    expect(away({ host: "portal.example", query: "BLAU", cookie: "nova" })).toBe("blau");
    expect(away({ host: "portal.example", query: "nova", cookie: "blau" })).toBeUndefined();
    expect(away({ host: "portal.example", cookie: "blau" })).toBe("blau");
    expect(away({ host: "portal.example", cookie: "nova" })).toBeUndefined();
    expect(away({ host: "portal.example" }), "the brand of last resort").toBe("o2");
    expect(folders.away.get("blau")?.brand).toMatchObject({ contact: shipped.get("blau")?.contact });
    writeFileSync(join(folder, "blau", "brand.json"), "{");
    expect(readFolders(folder).away.get("blau")?.brand).toMatchObject({ name: "blau", contact: undefined });
  });

  test("one more brand needs only a folder", () => {
    cpSync(join(folder, "blau"), join(folder, "more-test"), { recursive: true });
    edit("more-test", (data) => {
      data.slug = "more-test";
      data.name = "More";
      data.backendEnum = "MORE_2";
    });
    const brands = readBrands(folder);
    expect(brands.size).toBe(shipped.size + 1);
    for (const query of ["more-test", "MORE_2"])
      expect(resolveBrand({ query }, brands)).toMatchObject({ brand: { name: "More" }, remember: true });
  });

  test("a font for headlines, which brands once had, is ignored", () => {
    edit("nova", (data) => {
      data.face = { font: "nunito", weight: 800 };
    });
    writeFileSync(join(folder, "nova", "face.woff2"), "wOF2");
    const files = Object.keys(readBrands(folder).get("nova")?.files ?? {});
    expect(files).toEqual(Object.keys(shipped.get("nova")?.files ?? {}));
  });

  test.each([
    ["a name that is no name on the wire", "backendEnum", "Acme Mobile"],
    ["a missing hotline", "hotline", undefined],
    ["a creditor that no bank knows", "creditorId", "ours"],
    ["a language nobody translated", "availableLanguages", ["fr"]],
    ["a slug that is not the folder", "slug", "other"],
  ])("%s is named by file and field", (_, field, value) => {
    edit("nova", (data) => {
      data[field] = value;
    });
    expect(() => readBrands(folder)).toThrow(new RegExp(`nova.brand\\.json: field "${field}`));
  });

  test("a field deep inside is named with its path", () => {
    edit("nova", (data) => {
      const there = "https://www.example.com";
      data.links = { imprint: "/impressum", privacy: there, terms: there };
    });
    expect(() => readBrands(folder)).toThrow('field "links.imprint"');
  });

  test.each([
    ["theme.css", ":root{}</style><script>"],
    ["theme.css", ""],
    ["theme.css", "404 Not Found"],
    ["theme.css", ":root { --brand: #000; --surface: #fff; --text: #0"],
    ["theme.css", '{"error":"not found"}'],
    ["logo.svg", '<svg onload="alert(1)"></svg>'],
    ["logo.svg", '<svg><form action="https://example.com"></form></svg>'],
    ["logo.svg", '<svg><foreignObject><iframe src="/"></iframe></foreignObject></svg>'],
    ["logo.svg", '<svg><use href="https://example.com/a.svg#a"/></svg>'],
    ["logo.svg", '<svg><path fill="url(https://example.com/#a)"/></svg>'],
    ["logo.svg", "<svg><path onclick=alert(1) d=''/></svg>"],
    ["logo.svg", "<svg><!-- <svg> --></svg>"],
    ["motif.svg", "<svg><style>a{}</style></svg>"],
    ["picture.svg", '<svg><image href="https://example.com/a.png"/></svg>'],
    ["picture.svg", `<svg><path d="${"M0 0".repeat(3100)}"/></svg>`],
    ["icon-192.png", "GIF89a"],
    ["favicon.svg", "<p>no picture</p>"],
    ["texts.json", '{"de":{"home":{"title":1}}}'],
    ["texts.json", '{"de":'],
    ["brand.json", "{"],
  ])("%s is refused when it holds %s", (name, content) => {
    writeFileSync(join(folder, "ortel", name), content);
    expect(() => readBrands(folder)).toThrow(join("ortel", name));
  });

  test.each(["icon-192.png", "logo.svg", "texts.json"])(
    "%s is refused as a link out of its folder",
    (name) => {
      const outside = join(folder, "o2", name);
      rmSync(join(folder, "ortel", name));
      symlinkSync(outside, join(folder, "ortel", name));
      expect(() => readBrands(folder)).toThrow(`${join("ortel", name)}: is a link that leads out`);
    },
  );

  test("a folder is refused as a link out of the brands' folder", () => {
    const outside = temporaryFolder(onTestFinished);
    cpSync(join(folder, "ortel"), join(outside, "ortel"), { recursive: true });
    rmSync(join(folder, "ortel"), { recursive: true });
    symlinkSync(join(outside, "ortel"), join(folder, "ortel"));
    expect(() => readBrands(folder)).toThrow("ortel: is a link that leads out");
  });

  test("links within a folder are those of a mounted ConfigMap", () => {
    const of = (...names: string[]) => join(folder, "ortel", ...names);
    cpSync(of(), join(folder, "copy"), { recursive: true });
    for (const name of readdirSync(of())) rmSync(of(name));
    cpSync(join(folder, "copy"), of("..2026"), { recursive: true });
    rmSync(join(folder, "copy"), { recursive: true });
    symlinkSync("..2026", of("..data"));
    for (const name of readdirSync(of("..2026"))) symlinkSync(join("..data", name), of(name));
    expect(readBrands(folder).get("ortel")).toMatchObject({
      slug: "ortel",
      logo: shipped.get("ortel")?.logo,
    });
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "//example.com"])("%s is no link", (link) => {
    edit("nova", (data) => {
      data.links = { ...(data.links as object), imprint: link };
    });
    expect(() => readBrands(folder)).toThrow('field "links.imprint"');
  });

  test("a missing file and a missing o2 are reported", () => {
    rmSync(join(folder, "spice", "theme.css"));
    expect(() => readBrands(folder)).toThrow(/spice.theme\.css: is missing/);
    rmSync(join(folder, "spice"), { recursive: true });
    rmSync(join(folder, "o2"), { recursive: true });
    expect(() => readBrands(folder)).toThrow('no folder "o2"');
  });

  test("a theme stays as it is, but for the ends of its lines, which browsers change before they check its hash", () => {
    const themeCss =
      "/* why } */\n:root {\n  --brand: #000;\n  --surface: #fff;\n  --text: #000;\n  --art:\n    url(a)\n    1px;\n  --header: #012;\n}";
    writeFileSync(join(folder, "o2", "theme.css"), themeCss.replaceAll("\n", "\r\n"));
    expect(readBrands(folder).get("o2")).toMatchObject({ themeCss, themeColor: "#012" });
  });
});
