import { expect, test } from "vitest";
import { tracedCustomer, varyingPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";

// What the law wants to be said of a device and its credit before an order (decision 0103).
const { portal, provider } = await varyingPortalForTests();

interface Offer {
  offers: { hardware?: Record<string, unknown>; credit?: unknown }[];
  documents: { itemId: string; type: string }[];
}

/** A customer whose offer is changed on its way. */
function customerWith(change: (offer: Offer) => void) {
  const { customer, traceId } = tracedCustomer(portal);
  provider.vary(traceId, async (call, ask) => {
    const real = await ask();
    if (/^GET \/api\/offer\/demo[^/]*$/.test(call)) change(real.body as Offer);
    return real;
  });
  return customer;
}

test.each([
  [
    "o2",
    "",
    "Ladegerät nicht dabei. Ladeleistung: 5 bis 45 Watt, USB PD",
    "3 Jahre Haltbarkeitsgarantie",
    "mindestens 2",
    "Warnhinweis",
  ],
  [
    "spice",
    "/en",
    "Charger not included. Charging power: 5 to 45 watts, USB PD",
    "3-year manufacturer’s durability guarantee",
    "at least 2",
    "Warning",
  ],
  [
    "ayyildiz",
    "/tr",
    "Şarj cihazı dâhil değil. Şarj gücü: 5–45 watt, USB PD",
    "3 yıl dayanıklılık",
    "en az 2",
    "Uyarı",
  ],
])(
  "each fact of a device has its sign beside its price and its words in a fold, with its documents: %s%s",
  async (brand, prefix, charger, durability, ...texts) => {
    const customer = portal.browser();
    const page = await customer.get(`${prefix}/angebot/${fresh("demo-offer_dps")}?brand=${brand}`);
    expect(page).toMatchObject({ name: "offer", brand });
    for (const text of [charger, durability, ...texts])
      expect(page.text.replaceAll("\u00a0", " ")).toContain(text);
    const [signs = page.document] = all(page.document, "ul", { class: "device-signs" });
    const names = all(signs, "svg", { role: "img" }).map(({ attributes }) => attributes["aria-label"]);
    expect(names.map((name) => name?.replaceAll("\u00a0", " "))).toEqual([
      expect.stringContaining("B"),
      expect.stringContaining(charger),
    ]);
    const garan = first(signs, "img")?.attributes;
    expect(garan?.alt?.replaceAll("\u00a0", " ")).toContain(durability);
    expect(garan?.alt).toContain(": Nordlicht Geräte GmbH, NL12P");
    expect(garan?.src).toMatch(/\/garan-muster\.svg$/);
    const label = all(page.document, "a").find((link) => first(link, "svg", { role: "img" }));
    const opened = await customer.get(label?.attributes.href ?? "-");
    expect([opened.status, opened.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  },
);

test("a provider that names none of it sees no difference", async () => {
  const customer = customerWith(({ offers, documents }) => {
    for (const item of offers) {
      const { id, name, prices } = item.hardware ?? {};
      item.hardware = { id, name, prices };
      delete item.credit;
    }
    documents.splice(0, documents.length, ...documents.filter(({ type }) => !/^(CREDIT|ENERGY)_/.test(type)));
  });
  const token = fresh();
  const page = await customer.get(`/angebot/${token}`);
  expect(page.text).not.toMatch(/Energie|Ladegerät|Haltbarkeit|Details|Ratenzahlung/);
  expect(first(page.document, "ul", { class: "device-signs" })).toBeUndefined();
  expect(page.text, "which the law says of all goods").toContain("Gesetzliche Gewährleistung");
  const summary = await goToSummary(customer, token);
  expect(summary.name).toBe("summary");
  expect((await customer.submit(summary)).location).toContain("danke");
});

test.each([
  ["another class", { energyClass: "A+++" }, "Ladegerät"],
  ["a charger of unknown power", { charging: { chargerIncluded: true } }, "Produkt\u00ADdatenblatt"],
  [
    "a guarantee that the law already gives",
    { durability: { years: 2, guarantor: "X", model: "Y" } },
    "Ladegerät",
  ],
])("what cannot be read of a device is left out: %s", async (_, change, rest) => {
  const customer = customerWith(({ offers }) => Object.assign(offers[0]?.hardware ?? {}, change));
  const page = await customer.get(`/angebot/${fresh()}`);
  expect(page).toMatchObject({ status: 200, name: "offer" });
  expect(page.text).toContain(rest);
});

test.each([
  ["none", undefined],
  ["one of another origin", "https://elsewhere.example/garan.png"],
  ["one that cannot be read", "javascript:alert(1)"],
])("where the label of a guarantee is %s, words say it", async (_, label) => {
  const customer = customerWith(({ offers }) => {
    for (const { hardware } of offers)
      if (hardware?.durability) Object.assign(hardware.durability, { label });
  });
  const page = await customer.get(`/angebot/${fresh("demo-offer_dps")}`);
  const [signs = page.document] = all(page.document, "ul", { class: "device-signs" });
  expect(first(signs, "img")).toBeUndefined();
  expect(textOf(signs).replaceAll("\u00a0", " ")).toContain(
    "3 Jahre Haltbarkeitsgarantie des Herstellers, ohne Aufpreis: Nordlicht Geräte GmbH, NL12P",
  );
});

test("the order names the credit, and its own right of withdrawal", async () => {
  const customer = portal.browser();
  const summary = await goToSummary(customer, fresh());
  for (const text of ["Kreditbetrag", "671,76", "effektiver Jahreszins", "eigenes Widerrufsrecht"])
    expect(summary.text).toContain(text);
  const box = first(summary.document, "form", { id: "order" });
  expect(textOf(box), "nothing comes between the order and its button").not.toContain("Kreditbetrag");
});

test("a credit that is refused after a check says why, and who reviews it", async () => {
  const customer = portal.browser();
  const token = fresh("accept-CREDIT_REFUSED");
  const sent = await customer.submit(await goToSummary(customer, token));
  const page = sent.location ? await customer.get(sent.location, { follow: true }) : sent;
  expect(page).toMatchObject({ status: 409, state: "CreditRefused" });
  for (const text of [
    "Es ist nichts bestellt",
    "Zu viele laufende",
    "Muster-Auskunftei",
    "ein Mensch die Entscheidung prüft",
  ])
    expect(page.text).toContain(text);
  expect(all(page.document, "span", { lang: "de" }).map(textOf), "the provider's words").toEqual([
    "Zu viele laufende Ratenzahlungen",
    "Muster-Auskunftei, Postfach 1, 50667 Köln",
  ]);
});
