import { parse as contentDisposition } from "content-disposition";
import { describe, expect, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";
import type { Fields, Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration, idOf } from "../support/termination.ts";
import { filesInZip } from "../support/zip.ts";

const portal = await portalForTests();

test.each([
  [
    "/angebot/demo~pdf/dokumente/item-1/CONTRACT_SUMMARY",
    "inline; filename=Vertragszusammenfassung.pdf",
    "de",
  ],
  [
    "/tr/angebot/demo~pdf/dokumente/offer/TERMS",
    "inline; filename=\"Genel islem kosullari.pdf\"; filename*=UTF-8''Genel%20i%C5%9Flem%20ko%C5%9Fullar%C4%B1.pdf",
    "de",
  ],
  ["/tr/idv/post-ident/post-ident/coupon", "inline; filename=Kupon.pdf", null],
])(
  "a PDF is its brand's, named in the page's language, and nobody caches it: %s",
  async (path, name, language) => {
    const customer = portal.browser();
    await customer.get("/?brand=ayyildiz");
    const { status, headers, body } = await customer.get(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": name,
      "content-length": String(body.length),
      "cache-control": "no-store",
    });
    expect(headers.get("Content-Language")).toBe(language);
    expect(pdfText(Buffer.from(body)).split("\n")).toContain("AY YILDIZ");
  },
);

test("two papers of one declaration, and those of two, have different names", async () => {
  const names: (string | undefined)[] = [];
  for (const contractNumber of ["V-1", "V-2"]) {
    const customer = portal.browser();
    const page = await customer.post("/kuendigung?brand=o2", declaration({ contractNumber }), {
      follow: true,
    });
    const number = shortReference(idOf(page));
    for (const [format, name] of [
      ["pdf", `Kündigungsbestätigung o2 ${number}.pdf`],
      ["text", `Kündigungsbestätigung o2 ${number}.txt`],
      ["anbieter", `Brief o2 ${number}.pdf`],
    ] as const) {
      const { headers } = await customer.get(page.path.replace("?", `/${format}?`));
      const { filename } = contentDisposition(headers.get("Content-Disposition") ?? "").parameters;
      expect(filename).toBe(name);
      names.push(filename);
    }
  }
  expect(new Set(names).size).toBe(6);
});

describe("the paper of an order", () => {
  const ordered = async (token: string, payment?: Fields) => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, token, payment);
    const page = await customer.submit(summary, {}, { follow: true });
    return { customer, page, path: `/angebot/${token}/bestellung` };
  };

  test("has number, name, products, the months of prices, totals and what comes next", async () => {
    const { page, path } = await ordered(fresh("demo-phases"));
    expect(page.name).toBe("confirmation");
    // Like its page, it opens for whoever has the link.
    const { status, headers, body } = await portal.browser().get(path);
    const [number = ""] = /B-[0-9A-F]{10}/.exec(page.text) ?? [];
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="Bestellung o2 ${number}.pdf"`,
      "cache-control": "no-store",
    });
    const text = pdfText(Buffer.from(body)).replace(/\s+/g, " ");
    for (const said of [
      number,
      "Ayşe Öztürk",
      "Mobil S Flex",
      "Monat 1–6 1,00 € monatlich",
      "ab Monat 7 20,00 € monatlich",
    ])
      expect(text).toContain(said);
    for (const said of [
      "Gesamt über 24 Monate",
      "500,74 €",
      "So geht es weiter",
      "Widerrufsrecht",
      "Seite 1 von",
    ])
      expect(text).toContain(said);
    expect(text, "the address is masked, as on the page").not.toContain(entered.personalData.email);
  });

  test("is there once the order is done: before that, its page says what is missing", async () => {
    const token = fresh("demo");
    const open = await portal.browser().get(`/angebot/${token}/bestellung`);
    expect([open.status, open.location]).toEqual([302, `/angebot/${token}/danke`]);
    const { path } = await ordered(token, { paymentMethod: "credit_card" });
    const unpaid = await portal.browser().get(path);
    expect([unpaid.status, unpaid.location]).toEqual([302, `/angebot/${token}/danke`]);
  });
});

test.each([
  ["documents-fail/dokumente/item-1/CONTRACT_SUMMARY", 502, "DocumentsNotLoaded"],
  ["demo~pdf/dokumente/item-1/NO_SUCH_TYPE", 404, "NotFound"],
  ["state-OFFER_EXPIRED/dokumente", 410, "OfferExpired"],
  ["documents-fail/dokumente", 502, "DocumentsNotLoaded"],
])("what is unavailable is a page: %s", async (path, status, state) => {
  const page = await portal.browser().get(`/angebot/${path}`);
  expect(page).toMatchObject({ status, name: "offer-error", state });
  expect(first(page.document, "*", { "data-action": true })).toBeDefined();
  if (path === "documents-fail/dokumente")
    expect(page.text, "the one that is missing").toContain("„Vertragszusammenfassung“ lässt sich im Moment");
});

const typesOf = (page: Page) =>
  all(page.document, "a").flatMap(({ attributes }) => attributes["data-document"] ?? []);

describe("all documents of an offer in one file", () => {
  test("are those of the page, with names, and their size is known", async () => {
    const customer = portal.browser();
    const page = await customer.get("/angebot/demo~zip");
    const [first, ...others] = typesOf(page);
    expect([first, others[0]], "the rest is folded").toEqual(["item-1-CONTRACT_SUMMARY", "all"]);
    const file = await customer.get("/angebot/demo~zip/dokumente");
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("application/zip");
    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="Dokumente o2.zip"');
    expect(file.headers.get("Content-Length")).toBe(String(file.body.length));
    const files = filesInZip(file.body);
    expect(Object.keys(files)).toHaveLength(others.length);
    const summary = files["Vertragszusammenfassung.pdf"] ?? Buffer.alloc(0);
    const alone = await customer.get("/angebot/demo~zip/dokumente/item-1/CONTRACT_SUMMARY");
    expect(pdfText(summary)).toBe(pdfText(Buffer.from(alone.body)));
  });

  test("are grouped and named by contract where there are two", async () => {
    const customer = portal.browser();
    const page = await customer.get("/angebot/demo-offer_dps~zip");
    const groups = all(page.document, "h3").map(textOf);
    const file = await customer.get("/angebot/demo-offer_dps~zip/dokumente");
    const names = Object.keys(filesInZip(file.body));
    const titles = groups.filter((title) => /^Vertrag \d: |Für alle Verträge/.test(title));
    expect(titles.slice(0, 2), "the contract summaries").toEqual(titles.slice(2, 4));
    expect(new Set(titles).size).toBe(3);
    expect(names.filter((name) => name.startsWith("Vertragszusammenfassung"))).toEqual([
      "Vertragszusammenfassung, Vertrag 1 Mobil L.pdf",
      "Vertragszusammenfassung, Vertrag 2 Daten 20.pdf",
    ]);
    expect(new Set(names).size).toBe(typesOf(page).length - 1);
  });

  test("are there without a session, and after the order", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const before = await portal.browser().get(`/angebot/${token}/dokumente`);
    expect(Object.keys(filesInZip(before.body))).toContain("SEPA-Lastschriftmandat.pdf");
    const summary = await goToSummary(customer, token, entered.card);
    expect(typesOf(summary)).not.toContain("offer-SEPA_MANDATE");
    const chosen = await customer.get(`/angebot/${token}/dokumente`);
    expect(Object.keys(filesInZip(chosen.body))).not.toContain("SEPA-Lastschriftmandat.pdf");
  });
});

test.each(["/kuendigung/bestaetigung/pdf", "/widerruf/bestaetigung/pdf"])(
  "%s of something unknown is a page that says so",
  async (path) => {
    const page = await portal.browser().get(`${path}?ref=3f0c2f1e-1111-4222-8333-444455556666`);
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.name).toBeTruthy();
    expect(page.text).toContain("Fehlernummer");
  },
);
