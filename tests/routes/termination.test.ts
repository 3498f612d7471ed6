import { parse as contentDisposition } from "content-disposition";
import { describe, expect, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";
import { type Fields, fieldsOf, linkTo } from "../support/browser.ts";
import { all, first, textOf } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import {
  dateFields,
  declaration,
  idOf,
  inDays,
  reasonFields,
  receiptAt,
  terminationsAt,
} from "../support/termination.ts";

const portal = await portalForTests();

const services: Record<string, string[]> = {
  o2: ["mobile", "dsl", "onlineSchutz"],
  ayyildiz: ["mobile"],
  aetka: ["mobile", "dsl"],
  aldi: ["prepaid"],
  nova: ["prepaid"],
  ortel: ["prepaid"],
  spice: ["prepaid"],
  blau: ["mobile"],
};
const prepaid = new Set(["aldi", "nova", "ortel", "spice"]);
/** Brand and service type of every service that can be terminated. */
const everyService = Object.entries(services).flatMap(([brand, ids]) =>
  ids.map((serviceType) => ({ brand, serviceType })),
);
const terminationsOf = (id: string) => terminationsAt(portal.origin, id);

/** Posts as curl does, without opening the form first. */
const post = (fields: Fields, path = "/kuendigung") => portal.browser().post(path, fields);

describe("the form", () => {
  test.each(Object.keys(services))("%s: everything that the law asks for, at once", async (brand) => {
    const page = await portal.browser().get(`/kuendigung?brand=${brand}`);
    expect([page.status, page.name, page.heading]).toEqual([200, "termination", "Vertrag kündigen"]);
    const form = first(page.document, "form", { id: "termination" });
    const buttons = form ? all(form, "button", { type: "submit" }).map(textOf) : [];
    expect(buttons).toEqual(["jetzt kündigen"]);
    const fields = fieldsOf(page);
    expect(fields.submissionId).toMatch(/^[0-9a-f-]{36}$/);
    expect([fields.cancellationType, fields.selectTerminationDate]).toEqual(["regular", "now"]);
    expect("serviceType" in fields).toBe((services[brand] ?? []).length > 1);
    expect(first(page.document, "input", { name: "payoutRequested" }) !== undefined).toBe(prepaid.has(brand));
    const named = all(page.document, "*", { name: true }).map(({ attributes }) => attributes.name);
    expect(named.at(-1)).toBe("file");
    const ticked = all(page.document, "input", { type: "checkbox" });
    expect(ticked.every(({ attributes }) => !("checked" in attributes))).toBe(true);
  });

  test.each([
    ["ortel", "/en", "Terminate now"],
    ["ayyildiz", "/tr", "Şimdi feshet"],
  ])("%s%s: the button in the page's language", async (brand, prefix, label) => {
    const page = await portal.browser().get(`${prefix}/kuendigung?brand=${brand}`);
    expect(page.text).toContain(label);
  });

  test("is linked from the footer of every page", async () => {
    const page = await portal.browser().get("/");
    expect(linkTo(page, "Verträge hier kündigen")).toBe("/kuendigung");
    expect(linkTo(page, "Vertrag widerrufen")).toBe("/widerruf");
  });

  test("keeps what was typed, and its id, when the language changes", async () => {
    const customer = portal.browser();
    const page = await customer.get("/kuendigung?brand=ortel");
    const { submissionId: _, ...typed } = declaration({ cancellationType: "special", firstName: "Özlem" });
    const english = await customer.post(
      `/sprache?returnTo=${encodeURIComponent("/kuendigung?brand=ortel")}`,
      { ...fieldsOf(page), ...typed, locale: "en" },
      { follow: true },
    );
    expect([english.lang, fieldsOf(english).firstName, fieldsOf(english).cancellationType]).toEqual([
      "en",
      "Özlem",
      "special",
    ]);
    expect(fieldsOf(english).submissionId).toBe(fieldsOf(page).submissionId);
  });
});

describe("a termination", () => {
  const kinds = [
    { cancellationType: "regular" },
    ...Object.entries(reasonFields).map(([reason, fields]) => ({
      cancellationType: "special",
      reason,
      ...fields,
    })),
  ] as Fields[];
  const payouts = (brand: string): Fields[] =>
    prepaid.has(brand)
      ? [{}, { payoutRequested: "yes", accountHolder: "Ada Muster", iban: "DE89 3704 0044 0532 0130 00" }]
      : [{}];

  test.each(everyService)(
    "$brand, $serviceType: each kind and reason, now and later, with and without payout",
    async ({ brand, serviceType }) => {
      const customer = portal.browser();
      for (const kind of kinds)
        for (const when of [
          {} as Fields,
          { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(90)) },
        ])
          for (const payout of payouts(brand)) {
            const fields = declaration({ serviceType, ...kind, ...when, ...payout });
            const declared = JSON.stringify(fields);
            const answer = await customer.post(`/kuendigung?brand=${brand}`, fields);
            expect(answer.status, declared).toBe(303);
            expect(answer.location).toEqual(receiptAt("/kuendigung/bestaetigung"));
            const [sent] = await terminationsOf(idOf(answer));
            expect(sent?.declaration, declared).toMatchObject({
              serviceType,
              cancellationType: kind.cancellationType === "special" ? "Special" : "Regular",
              reason: kind.reason ?? "None",
              selectTerminationDate: when.selectTerminationDate ?? "now",
            });
            expect("payout" in (sent?.declaration ?? {}), declared).toBe("iban" in payout);
            expect("terminationDate" in (sent?.declaration ?? {}), declared).toBe(
              "selectTerminationDate" in when,
            );
          }
      const page = await customer.get("/kuendigung/bestaetigung", { follow: true });
      expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    },
    60_000,
  );

  test("shows the declaration, its receipt to the second, the end date, and where the mail went", async () => {
    const customer = portal.browser();
    const fields = declaration({
      cancellationType: "special",
      reason: "UmzugAusland",
      ...reasonFields.UmzugAusland,
      numberPorting: "yes",
    });
    const page = await customer.post("/kuendigung", fields, { follow: true });
    expect([page.status, page.name, page.heading]).toEqual([
      200,
      "termination-confirmation",
      "Ihre Kündigung ist eingegangen",
    ]);
    for (const said of [
      "ada@example.com",
      "Schaltfläche „jetzt kündigen“",
      "Außerordentlich zum01.03.2027",
      "Sonst ordentlich zum",
      "Umzug ins Ausland",
      "Türkei",
      "Ada Muster",
      "V-100",
      shortReference(idOf(page)),
      "ja, gewünscht",
    ])
      expect(page.text).toContain(said);
    expect(page.text).toMatch(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr \(MES?Z\)/);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    const pdf = await customer.get(linkTo(page, "Bestätigung als PDF"));
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(Buffer.from(pdf.body).toString("latin1")).toMatch(/^%PDF-/);
  });

  test("does not say as early as possible beside the date that was asked for", async () => {
    const special = { cancellationType: "special", reason: "SonstigerGrund", reasonText: "Preis" };
    const kindOf = async (fields: Fields) => {
      const page = await portal
        .browser()
        .post("/kuendigung", declaration({ ...special, ...fields }), { follow: true });
      return /Art der Kündigung(.*?)Vertrag/.exec(page.text)?.[1];
    };
    expect(await kindOf({})).toBe("außerordentlich, sonst ordentlich zum nächstmöglichen Termin");
    const later = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(90)) };
    expect(await kindOf(later)).toBe("außerordentlich, sonst ordentlich");
  });

  test("is confirmed by its link alone, to nobody without it", async () => {
    const fields = declaration();
    const link = (await post(fields)).location ?? "";
    const stranger = portal.browser();
    const page = await stranger.get(link);
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    expect((await stranger.get(linkTo(page, "Bestätigung als PDF"))).status).toBe(200);
    const [, reference = ""] = /ref=([^&]+)/.exec(link) ?? [];
    const guesses = [
      link.replace(reference, idOf(link)),
      link.replace(reference, `${reference.startsWith("A") ? "B" : "A"}${reference.slice(1)}`),
      link.replace("brand=o2", "brand=blau"),
      link.replace("/bestaetigung", "/bestaetigung/pdf").replace(reference, idOf(link)),
      link.replace("/kuendigung", "/selfcarekuendigung"),
    ];
    for (const guess of guesses) {
      const other = await stranger.get(guess);
      expect([other.status, other.state], guess).toEqual([404, "NotFound"]);
      expect(other.text).not.toContain("Muster");
    }
    const nothing = await stranger.get("/kuendigung/bestaetigung");
    expect([nothing.status, nothing.location]).toEqual([302, "/kuendigung"]);
  });

  test.each(Object.entries(services))(
    "%s: its receipt opens in any browser",
    async (brand, [serviceType]) => {
      const english = ["ortel", "spice"].includes(brand);
      const language = english ? "en" : "de";
      const path = `${english ? "/en" : ""}/kuendigung?brand=${brand}`;
      const { location = "" } = await post(declaration({ serviceType }), path);
      const stranger = portal.browser({ "Accept-Language": "tr" });
      await stranger.get("/?brand=ayyildiz");
      stranger.cookies.set("locale", "tr");
      const page = await stranger.get(location);
      expect([page.status, page.brand, page.lang]).toEqual([200, brand, language]);
      expect(page.text).toContain("Ada Muster");
    },
  );

  test("has a UUID as its id: others are replaced", async () => {
    const guessable = { submissionId: "aaaaaaaa" };
    const own = await post(declaration({ ...guessable, lastName: "Eins" }));
    const other = await post(declaration({ ...guessable, lastName: "Zwei" }));
    expect(other.location).not.toBe(own.location);
    expect((await portal.browser().get(other.location ?? "")).text).not.toContain("Eins");
  });

  test("a date that is too early is confirmed as the next possible one", async () => {
    const fields = declaration({
      selectTerminationDate: "later",
      ...dateFields("terminationDate", inDays(1)),
    });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(page.text).toContain("Ihr Wunschdatum liegt vor dem frühesten möglichen Vertragsende");
  });

  test("names the last day for porting the number only if the end date is certain", async () => {
    const regular = await portal.browser().post("/kuendigung", declaration(), { follow: true });
    expect(regular.text).toMatch(/können Sie Ihre Rufnummer bis \d\d\.\d\d\.\d{4} mitnehmen/);
    const special = { cancellationType: "special", reason: "UmzugAusland", ...reasonFields.UmzugAusland };
    const wish = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(1)) };
    const page = await portal
      .browser()
      .post("/kuendigung", declaration({ ...special, ...wish }), { follow: true });
    expect(page.text).toContain("geht bis einen Monat nach dem Vertragsende");
    expect(page.text).not.toContain("Ihr Wunschdatum liegt vor");
  });

  test("needs no number with birth date and address, and a phone number instead of an e-mail address", async () => {
    const person = {
      contractNumber: undefined,
      ...dateFields("birthDate", "2012-02-29"),
      street: "Musterweg",
      houseNumber: "3 1/2",
      postalCode: "50667",
      city: "Köln",
      email: undefined,
      confirmationPhone: "0152 28817386",
    };
    const fields = declaration(person);
    const { status, location = "" } = await post(fields);
    expect(status).toBe(303);
    const [sent] = await terminationsOf(idOf(location));
    expect(sent?.declaration).toMatchObject({
      customer: { birthDate: "2012-02-29", address: { houseNumber: "3 1/2" } },
      confirmation: { phone: "+4915228817386" },
    });
    const page = await portal.browser().get(location);
    expect(page.text).toContain("01522 8817386 gesendet");
  });

  test("fields that the choice hides are not sent", async () => {
    const fields = declaration({
      cancellationType: "special",
      reason: "PersönlicheUmstände",
      country: "Türkei",
      userName: "Carl",
      payoutRequested: "yes",
      iban: "nonsense",
    });
    const [sent] = await terminationsOf(idOf(await post(fields)));
    expect(sent?.declaration.details).toBeUndefined();
  });
});

describe("the contract's end for a calendar", () => {
  test.each([
    ["o2", "", "In den Kalender", "Vertragsende", "SUMMARY:Vertragsende: o2"],
    ["ortel", "/en", "Add to calendar", "End of contract", "SUMMARY:End of contract: Ortel Mobile"],
    ["ayyildiz", "/tr", "Takvime ekle", "Sözleşme bitişi", "SUMMARY:Sözleşme bitişi: AY YILDIZ"],
  ])("%s: %s/kuendigung", async (brand, prefix, label, name, title) => {
    const wished = inDays(400);
    const serviceType = services[brand]?.[0];
    const fields = declaration({
      serviceType,
      selectTerminationDate: "later",
      ...dateFields("terminationDate", wished),
    });
    const { location = "" } = await post(fields, `${prefix}/kuendigung?brand=${brand}`);
    const anyBrowser = portal.browser();
    const file = await anyBrowser.get(linkTo(await anyBrowser.get(location), label));
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(contentDisposition(file.headers.get("Content-Disposition") ?? "")).toMatchObject({
      type: "inline",
      parameters: { filename: `${name}.ics` },
    });
    expect(file.headers.get("Cache-Control")).toBe("no-store");
    const lines = new TextDecoder().decode(file.body).split("\r\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        `DTSTART;VALUE=DATE:${wished.replaceAll("-", "")}`,
        title,
        `UID:${idOf(location)}`,
      ]),
    );
  });

  test("is not there while the end is open", async () => {
    const { location = "" } = await post(declaration({ cancellationType: "special", reason: "UmzugInland" }));
    const customer = portal.browser();
    expect((await customer.get(location)).html).not.toContain("/kalender?");
    expect((await customer.get(location.replace("?", "/kalender?"))).status).toBe(404);
  });
});

test("a confirmation by SMS goes to a mobile number only, and refuses nothing", async () => {
  const fields = declaration({ email: undefined, confirmationPhone: "030 23125000" });
  const { status, location = "" } = await post(fields);
  expect(status).toBe(303);
  const [sent] = await terminationsOf(idOf(location));
  expect(sent?.declaration.confirmation).toEqual({});
  const page = await portal.browser().get(location);
  expect(page.text).toContain("„030 23125000“ können wir nicht zuordnen");
});
