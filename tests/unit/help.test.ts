import { createInstance } from "i18next";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { brands } from "#app/brand/registry.server.ts";
import { idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { StateRow } from "#app/errors/state-row.ts";
import { i18nextOptions } from "#app/i18n/i18next.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import { brandContext, i18nextContext, localeContext } from "#app/request/context.server.ts";
import { helpRows, isHotlineClosed } from "#app/shell/help.server.ts";
import type { HelpRow } from "#app/shell/help-row.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request at a time in winter, when German clocks are an hour ahead of UTC. */
async function requestAt(time: string, slug = "o2", locale: Locale = "de") {
  vi.setSystemTime(`2026-01-15T${time}:00+01:00`);
  const context = new RouterContextProvider();
  const brand = brands().get(slug);
  if (!brand) throw new Error(`There is no brand ${slug}.`);
  context.set(brandContext, brand);
  context.set(localeContext, { locale });
  const texts = createInstance();
  await texts.init({ ...i18nextOptions, lng: locale });
  context.set(i18nextContext, texts);
  return { context, brand };
}
const rowsAt = async (
  time: string,
  slug?: string,
  failure: Parameters<typeof helpRows>[1] = {},
  locale?: Locale,
) => helpRows((await requestAt(time, slug, locale)).context, failure);
const noteAt = async (time: string, slug?: string, locale?: Locale) =>
  (await rowsAt(time, slug, {}, locale)).find((row) => row.kind === "phone")?.note;
const hrefsOf = (rows: HelpRow[]) => rows.flatMap((row) => (row.kind === "link" ? row.href : []));

test.each([
  ["08:00", "Täglich 08:00–20:00 Uhr, jetzt erreichbar"],
  ["19:59", "Täglich 08:00–20:00 Uhr, jetzt erreichbar"],
  ["20:00", "Täglich 08:00–20:00 Uhr, jetzt nicht erreichbar"],
  ["22:00", "Täglich 08:00–20:00 Uhr, jetzt nicht erreichbar"],
  ["07:59", "Täglich 08:00–20:00 Uhr, jetzt nicht erreichbar"],
])("at %s the hotline: %s", async (time, note) => expect(await noteAt(time)).toBe(note));

test.each([
  ["08:00", false],
  ["20:00", true],
])(
  "at %s the hotline is closed: %s, and the provider's own number for a case never",
  async (time, isClosed) => {
    const { context, brand } = await requestAt(time);
    expect(isHotlineClosed(context, brand.hotline.number)).toBe(isClosed);
    expect(isHotlineClosed(context, "030 23125 999")).toBe(false);
  },
);

test.each([
  ["en", "ortel"],
  ["tr", "ayyildiz"],
] as const)("says in %s whether somebody is there", async (locale, slug) => {
  const open = await noteAt("12:00", slug, locale);
  const closed = await noteAt("22:00", slug, locale);
  expect(open).toContain("08:00–20:00");
  expect(closed).toContain("08:00");
  expect(open).not.toBe(closed);
});

test("a brand with a call-back has it beside its mail, any other only its mail", async () => {
  const links = async (slug: string) =>
    hrefsOf(await rowsAt("22:00", slug)).filter((href) => !href.startsWith("/"));
  expect(await links("o2")).toEqual([
    "https://www.example.com/o2/rueckruf",
    "mailto:kundenservice@o2.example",
  ]);
  expect(await links("blau")).toEqual([expect.stringMatching(/^mailto:/)]);
});

test("nothing is said about the hours of the provider's own number for a case", async () => {
  const [phone] = await rowsAt("12:00", "o2", { hotline: "030 23125 999" });
  expect(phone).toEqual({ kind: "phone", label: "Hotline", value: "030 23125 999", note: undefined });
});

test.each([
  ["its number", {}],
  ["the provider's own number", { hotline: "030 23125 999" }],
])("the relay service follows %s", async (_, failure) => {
  const [hotline, relay] = await rowsAt("12:00", "o2", failure);
  expect(hotline?.label).toBe("Hotline");
  expect(relay).toEqual({
    kind: "link",
    label: "Vermittlungsdienst",
    value: "In Gebärdensprache oder Schrift telefonieren",
    href: "/barrierefreiheit#contact",
  });
});

test.each([
  ["de", "o2", "Schlichtung", /^Werden wir uns .*Schlichtungsstelle Telekommunikation der Bundesnetzagentur/],
  [
    "en",
    "ortel",
    "Dispute resolution",
    /^If we cannot settle .*dispute resolution body of the Federal Network Agency/,
  ],
  ["tr", "ayyildiz", "Uzlaştırma", /Bundesnetzagentur’un telekomünikasyon uzlaştırma kurumuna/],
] as const)(
  "an order that failed for good names the arbitration body in %s",
  async (locale, slug, label, text) => {
    const named = async (failure: Parameters<typeof helpRows>[1]) =>
      (await rowsAt("12:00", slug, failure, locale)).filter((row) => row.label === label);
    expect(await named({ arbitration: true })).toEqual([
      { kind: "text", label, value: expect.stringMatching(text) },
    ]);
    expect(await named({})).toEqual([]);
  },
);

test("arbitration stands on final refusals of an order, and on nothing that passes", () => {
  const named = <Name extends string>(rows: Record<Name, StateRow>) =>
    (Object.keys(rows) as Name[]).filter((name) => rows[name].arbitration);
  expect(named(offerStates)).toEqual(["OfferBlocked", "OfferMismatch", "ReservationFoundNoOrder"]);
  expect(named(idvOutcomes)).toEqual(["NoMoreIdvPossible", "OfferCancelled"]);
  for (const row of [...Object.values(offerStates), ...Object.values(idvOutcomes)])
    if (row.arbitration)
      expect([row.retryAfter, row.refresh, row.status < 500]).toEqual([undefined, undefined, true]);
});

test("the hours stand with the number", async () => {
  const [phone] = await rowsAt("22:00", "o2", {});
  expect(phone).toMatchObject({ kind: "phone", note: "Täglich 08:00–20:00 Uhr, jetzt nicht erreichbar" });
});

test("the number of the failure has six characters and is the mail's subject", async () => {
  const rows = await rowsAt("12:00", "o2", { isNumbered: true });
  const code = rows.find((row) => row.kind === "code");
  expect(code?.value).toMatch(/^[2-9B-Z]{6}$/);
  expect(hrefsOf(rows).find((href) => href.startsWith("mailto:"))).toContain(code?.value);
});
