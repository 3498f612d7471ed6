import { parse as contentDisposition } from "content-disposition";
import { describe, expect, test } from "vitest";
import { formatDate } from "#app/domain/calendar.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { type Fields, fieldsOf, linkTo } from "../support/browser.ts";
import { all, first, textOf } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import {
  dateFields,
  declaration,
  declareAt,
  idOf,
  inDays,
  pdfOf,
  reasonFields,
  receiptAt,
  terminationsAt,
} from "../support/termination.ts";

const portal = await portalForTests();

describe("the form", () => {
  test.each([
    ["o2", "several services", false],
    ["blau", "one service", false],
    ["aldi", "one service", true],
  ])("%s, with %s: everything that the law asks for, at once", async (brand, services, isPrepaid) => {
    const page = await portal.browser().get(`/kuendigung?brand=${brand}`);
    expect([page.status, page.name, page.heading]).toEqual([200, "termination", "Vertrag kündigen"]);
    const form = first(page.document, "form", { id: "termination" });
    const buttons = form ? all(form, "button", { type: "submit" }).map(textOf) : [];
    expect(buttons).toEqual(["jetzt kündigen"]);
    const fields = fieldsOf(page);
    expect(fields.submissionId).toMatch(/^[0-9a-f-]{36}$/);
    expect([fields.cancellationType, fields.selectTerminationDate]).toEqual(["regular", "now"]);
    expect("serviceType" in fields).toBe(services === "several services");
    expect(first(page.document, "input", { name: "payoutRequested" }) !== undefined).toBe(isPrepaid);
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

  test("keeps what was typed, and makes an id of its own, when the language changes", async () => {
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
    expect(fieldsOf(english).submissionId).toMatch(/^[\da-f-]{36}$/);
    expect(fieldsOf(english).submissionId).not.toBe(fieldsOf(page).submissionId);
  });
});

describe("a termination", () => {
  const later: Fields = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(90)) };
  const payout = { payoutRequested: "yes", accountHolder: "Ada Muster", iban: "DE89 3704 0044 0532 0130 00" };
  const special = (reason: string): Fields => ({
    cancellationType: "special",
    reason,
    ...reasonFields[reason],
  });
  // Each kind and reason with a date and without, with a payout and without, in turn.
  const kinds: Fields[] = [{ cancellationType: "regular" }, ...Object.keys(reasonFields).map(special)];
  const declared = kinds.flatMap((kind, at) => [
    { brand: "o2", ...kind, serviceType: ["mobile", "dsl", "onlineSchutz"][at % 3], ...(at % 2 && later) },
    { brand: "aldi", ...kind, serviceType: "prepaid", ...(at % 2 === 0 && later), ...(at % 4 < 2 && payout) },
  ]) as (Fields & { brand: string })[];

  test.each(declared)(
    "$brand, $serviceType: $cancellationType $reason",
    { tags: ["§3.28", "§3.29", "§1.7", "§3.11"] },
    async ({ brand, ...changes }) => {
      const answer = await declareAt(portal, declaration(changes), `/kuendigung?brand=${brand}`);
      expect([answer.status, answer.location]).toEqual([303, receiptAt("/kuendigung/bestaetigung")]);
      const [sent] = await terminationsAt(portal.origin, idOf(answer));
      expect(sent?.declaration).toMatchObject({
        serviceType: changes.serviceType,
        cancellationType: changes.cancellationType === "special" ? "Special" : "Regular",
        reason: changes.reason ?? "None",
        selectTerminationDate: changes.selectTerminationDate ?? "now",
      });
      const said = ["payout", "terminationDate"].map((name) => name in (sent?.declaration ?? {}));
      expect(said).toEqual(["iban" in changes, "selectTerminationDate" in changes]);
    },
  );

  test("is shown again to its browser without its link", async () => {
    const customer = portal.browser();
    await customer.post("/kuendigung", declaration());
    const page = await customer.get("/kuendigung/bestaetigung", { follow: true });
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
  });

  test.each<[what: string, changes: Fields, isAsked: boolean]>([
    ["regular", {}, false],
    ["regular, sent with a proof", { file: pdfOf(200) }, true],
    ["special", special("UmzugAusland"), true],
  ])("a receipt has room for a proof only where there is to be one: %s", async (_, changes, isAsked) => {
    const page = await portal.browser().post("/kuendigung", declaration(changes), { follow: true });
    expect(page.name).toBe("termination-confirmation");
    expect(first(page.document, "*", { id: "proof" }) !== undefined).toBe(isAsked);
  });

  test("a proof that came before the termination was passed on can be sent by now", async () => {
    const customer = portal.browser();
    const { location = "" } = await customer.post("/kuendigung", declaration());
    const early = await customer.get(`${location}&upload=waiting`);
    expect([early.status, early.location]).toEqual([302, location]);
  });

  test("shows the declaration, its receipt to the second, the end date, and where the mail went", async () => {
    const customer = portal.browser();
    const fields = declaration({ ...special("UmzugAusland"), numberPorting: "yes" });
    const page = await customer.post("/kuendigung", fields, { follow: true });
    expect([page.status, page.name, page.heading]).toEqual([
      200,
      "termination-confirmation",
      "Ihre Kündigung ist eingegangen",
    ]);
    for (const said of [
      "ada@example.com",
      "Schaltfläche „jetzt kündigen“",
      `Vertragsende bei außerordentlicher Kündigung${formatDate(inDays(100), "de")}`,
      "Vertragsende bei ordentlicher Kündigung",
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

  test.each<[Fields, string]>([
    [{}, "außerordentlich, sonst ordentlich zum nächstmöglichen Termin"],
    [later, "außerordentlich, sonst ordentlich"],
  ])("says as early as possible only where no date was asked for: %j", async (when, kind) => {
    const fields = declaration({ ...special("SonstigerGrund"), ...when });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(/Art der Kündigung(.*?)Vertrag/.exec(page.text)?.[1]).toBe(kind);
  });

  test("is confirmed by its link alone, to nobody without it", async () => {
    const fields = declaration();
    const link = (await declareAt(portal, fields)).location ?? "";
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

  test.each([
    ["o2", ["noch eine letzte Rechnung", "zurück an: o2, Kundenservice, Musterstraße 1"], ["Guthaben"]],
    ["aldi", ["Guthaben, das Sie aufgeladen"], ["Rechnung", "Router"]],
  ])("says what follows at %s, on the page and in its text", async (brand, said, unsaid) => {
    const page = await portal.browser().post(`/kuendigung?brand=${brand}`, declaration(), { follow: true });
    const file = await portal.browser().get(linkTo(page, "Als Textdatei"));
    for (const text of [page.text, Buffer.from(file.body).toString().replace(/\s+/g, " ")]) {
      for (const words of said) expect(text).toContain(words);
      for (const words of unsaid) expect(text).not.toContain(words);
    }
  });

  test("names the last day for porting the number only if the end date is certain", async () => {
    const soon = { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(1)) };
    const tooSoon = "Ihr Wunschdatum liegt vor dem frühestmöglichen Vertragsende";
    const regular = await portal.browser().post("/kuendigung", declaration(soon), { follow: true });
    expect(regular.text).toMatch(/können Sie Ihre Rufnummer bis \d\d\.\d\d\.\d{4} mitnehmen/);
    expect(regular.text).toContain(tooSoon);
    const fields = declaration({ ...special("UmzugAusland"), ...soon });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(page.text).toContain("bis einen Monat nach dem Vertragsende möglich");
    expect(page.text).not.toContain(tooSoon);
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
    const { status, location = "" } = await declareAt(portal, fields);
    expect(status).toBe(303);
    const [sent] = await terminationsAt(portal.origin, idOf(location));
    expect(sent?.declaration).toMatchObject({
      customer: { birthDate: "2012-02-29", address: { houseNumber: "3 1/2" } },
      confirmation: { phone: "+4915228817386" },
    });
    const page = await portal.browser().get(location);
    expect(page.text).toContain("01522 8817386 gesendet");
  });
});

test("the contract's end is a file for calendars once it is known", async () => {
  const wished = inDays(400);
  const later = { selectTerminationDate: "later", ...dateFields("terminationDate", wished) };
  const path = "/en/kuendigung?brand=ortel";
  const { location = "" } = await declareAt(portal, declaration({ serviceType: undefined, ...later }), path);
  const anyBrowser = portal.browser();
  const file = await anyBrowser.get(linkTo(await anyBrowser.get(location), "Add to calendar"));
  expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(contentDisposition(file.headers.get("Content-Disposition") ?? "")).toMatchObject({
    type: "inline",
    parameters: { filename: "End of contract.ics" },
  });
  expect(file.headers.get("Cache-Control")).toBe("no-store");
  const lines = new TextDecoder().decode(file.body).split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      `DTSTART;VALUE=DATE:${wished.replaceAll("-", "")}`,
      "SUMMARY:End of contract: Ortel Mobile",
      `UID:${idOf(location)}`,
    ]),
  );
  const open =
    (await declareAt(portal, declaration({ cancellationType: "special", reason: "UmzugInland" }))).location ??
    "";
  expect((await anyBrowser.get(open)).html).not.toContain("/kalender?");
  expect((await anyBrowser.get(open.replace("?", "/kalender?"))).status).toBe(404);
});

test("a confirmation by SMS goes to a mobile number only, and refuses nothing", async () => {
  const fields = declaration({ email: undefined, confirmationPhone: "030 23125000" });
  const { status, location = "" } = await declareAt(portal, fields);
  expect(status).toBe(303);
  const [sent] = await terminationsAt(portal.origin, idOf(location));
  expect(sent?.declaration.confirmation).toEqual({});
  const page = await portal.browser().get(location);
  expect(page.text).toContain("„030 23125000“ verstehen wir nicht");
});

test("another contract begins with who wrote, where they live and how they are reached", async () => {
  const customer = portal.browser();
  const person = {
    firstName: "Ada",
    lastName: "Muster",
    street: "Musterweg",
    houseNumber: "3 1/2",
    postalCode: "50667",
    city: "Köln",
    email: "ada@example.com",
    confirmationPhone: "0152 28817387",
  };
  const received = await customer.post("/kuendigung", declaration(person), { follow: true });
  const form = first(received.document, "form", { id: "another" });
  const answer = await customer.submit(received, {}, { form, button: ["another", ""] });
  expect([answer.status, answer.location]).toEqual([
    303,
    expect.stringMatching(/^\/kuendigung\?entwurf=[\w-]+$/),
  ]);
  const again = await customer.get(answer.location ?? "");
  expect(fieldsOf(again)).toMatchObject({ ...person, contractNumber: "", cancellationType: "regular" });
});
