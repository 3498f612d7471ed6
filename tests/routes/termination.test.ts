import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, type Fields, fieldsOf, linkTo, type Page } from "../support/browser.ts";
import { all, first, textOf } from "../support/html.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { dateFields, declaration, inDays, pdfOf, reasonFields } from "../support/termination.ts";

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

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

interface Sent {
  id: string;
  kind: string;
  declaration: Record<string, unknown> & { details?: Record<string, string> };
  uploads: { name: string; size: number; type: string }[];
}
const received = async () =>
  (await (await fetch(`${portal.origin}/sandbox/terminations.json`)).json()) as Sent[];
const terminationsOf = async (id: string) => (await received()).filter((one) => one.id === id);
const idOf = (fields: Fields) => String(fields.submissionId);

/** Posts as curl does, without opening the form first. */
const post = (fields: Fields, path = "/kuendigung", customer: Browser = portal.browser()) =>
  customer.post(path, fields);

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
    ["ortel", "/en", "terminate now"],
    ["ayyildiz", "/tr", "şimdi feshet"],
  ])("%s%s: the button in the page's language", async (brand, prefix, label) => {
    const page = await portal.browser().get(`${prefix}/kuendigung?brand=${brand}`);
    expect(page.text).toContain(label);
  });

  test("stands in the footer of every page, one step away", async () => {
    const page = await portal.browser().get("/");
    expect(linkTo(page, "Verträge hier kündigen")).toBe("/kuendigung");
    expect(linkTo(page, "Vertrag widerrufen")).toBe("/widerruf");
  });

  test("keeps what was typed when the language changes", async () => {
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
            const told = JSON.stringify(fields);
            const answer = await customer.post(`/kuendigung?brand=${brand}`, fields);
            expect(answer.status, told).toBe(303);
            expect(answer.location).toBe(`/kuendigung/bestaetigung?id=${idOf(fields)}`);
            const [sent] = await terminationsOf(idOf(fields));
            expect(sent?.declaration, told).toMatchObject({
              serviceType,
              cancellationType: kind.cancellationType === "special" ? "Special" : "Regular",
              reason: kind.reason ?? "None",
              selectTerminationDate: when.selectTerminationDate ?? "now",
            });
            expect("payout" in (sent?.declaration ?? {}), told).toBe("iban" in payout);
            expect("terminationDate" in (sent?.declaration ?? {}), told).toBe(
              "selectTerminationDate" in when,
            );
          }
      const page = await customer.get("/kuendigung/bestaetigung", { follow: true });
      expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    },
    60_000,
  );

  test("says what was declared, when it came in to the second, when it ends, and where the mail went", async () => {
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
      "Hilfsweise ordentlich zum",
      "Umzug ins Ausland",
      "Türkei",
      "Ada Muster",
      "V-100",
      idOf(fields),
      "ja, gewünscht",
    ])
      expect(page.text).toContain(said);
    expect(page.text).toMatch(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr \(MES?Z\)/);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    const pdf = await customer.get(linkTo(page, "Bestätigung als PDF"));
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(Buffer.from(pdf.body).toString("latin1")).toMatch(/^%PDF-/);
  });

  test("is confirmed by its link alone, to nobody without it", async () => {
    const fields = declaration();
    await post(fields);
    const stranger = portal.browser();
    const page = await stranger.get(`/kuendigung/bestaetigung?id=${idOf(fields)}`);
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    expect((await stranger.get(`/kuendigung/bestaetigung/pdf?id=${idOf(fields)}`)).status).toBe(200);
    const other = await stranger.get(`/kuendigung/bestaetigung?id=${randomUUID()}`);
    expect([other.status, other.name, other.state]).toEqual([404, "termination-confirmation", "NotFound"]);
    expect((await stranger.get(`/kuendigung/bestaetigung/pdf?id=${randomUUID()}`)).status).toBe(404);
    expect((await stranger.get(`/kuendigung/bestaetigung?brand=blau&id=${idOf(fields)}`)).status).toBe(404);
    const nothing = await stranger.get("/kuendigung/bestaetigung");
    expect([nothing.status, nothing.location]).toEqual([302, "/kuendigung"]);
  });

  test("a date that is too early is confirmed as the next possible one", async () => {
    const fields = declaration({
      selectTerminationDate: "later",
      ...dateFields("terminationDate", inDays(1)),
    });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(page.text).toContain("Ihr Wunschdatum war früher als möglich");
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
    expect((await post(fields)).status).toBe(303);
    const [sent] = await terminationsOf(idOf(fields));
    expect(sent?.declaration).toMatchObject({
      customer: { birthDate: "2012-02-29", address: { houseNumber: "3 1/2" } },
      confirmation: { phone: "+4915228817386" },
    });
  });

  test("fields that do not belong to the choice are not sent", async () => {
    const fields = declaration({
      cancellationType: "special",
      reason: "PersönlicheUmstände",
      country: "Türkei",
      userName: "Carl",
      payoutRequested: "yes",
      iban: "nonsense",
    });
    expect((await post(fields)).status).toBe(303);
    const [sent] = await terminationsOf(idOf(fields));
    expect(sent?.declaration.details).toBeUndefined();
  });
});

describe("what is missing or contradictory", () => {
  const special = (reason: string, fields: Fields = {}) => ({
    cancellationType: "special",
    reason,
    ...fields,
  });
  const cases: [what: string, changes: Fields, fields: string[]][] = [
    ["no name", { firstName: "", lastName: " " }, ["firstName", "lastName"]],
    ["no service", { serviceType: "" }, ["serviceType"]],
    ["an unknown service", { serviceType: "fax" }, ["serviceType"]],
    ["an unknown kind", { cancellationType: "maybe" }, ["cancellationType"]],
    ["no number and no person", { contractNumber: "" }, ["phoneNumber"]],
    [
      "half a person",
      { contractNumber: "", city: "Köln", "birthDate.day": "1" },
      ["birthDate", "street", "houseNumber", "postalCode"],
    ],
    ["a wrong phone number", { phoneNumber: "12" }, ["phoneNumber"]],
    ["wrong numbers", { customerNumber: "?", contractNumber: "<x>" }, ["customerNumber", "contractNumber"]],
    ["a wrong address", { postalCode: "1", houseNumber: "x" }, ["houseNumber", "postalCode"]],
    ["a birth date to come", dateFields("birthDate", inDays(30)), ["birthDate"]],
    ["no way to confirm", { email: "" }, ["email"]],
    ["wrong ways to confirm", { email: "ada", confirmationPhone: "1" }, ["email", "confirmationPhone"]],
    ["later without a date", { selectTerminationDate: "later" }, ["terminationDate"]],
    [
      "later in the past",
      { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(-2)) },
      ["terminationDate"],
    ],
    ["now with a date", dateFields("terminationDate", inDays(90)), ["terminationDate"]],
    ["an unknown moment", { selectTerminationDate: "soon" }, ["selectTerminationDate"]],
    ["special without a reason", { cancellationType: "special" }, ["reason"]],
    ["an unknown reason", special("Langeweile"), ["reason"]],
    ["a reason with a regular one", { reason: "SonstigerGrund" }, ["reason"]],
    ["another reason without text", special("SonstigerGrund"), ["reasonText"]],
    ["too long a text", special("TechnischeProbleme", { reasonText: "x".repeat(1001) }), ["reasonText"]],
    ["a move without date and address", special("UmzugInland"), ["moveDate", "newAddress"]],
    ["a move abroad without a country", special("UmzugAusland"), ["moveDate", "country"]],
    [
      "a death to come",
      special("SterbefallVertragsinhaber", dateFields("dateOfDeath", inDays(3))),
      ["dateOfDeath"],
    ],
    [
      "a wrong number of the user",
      special("SterbefallNutzer", { userPhoneNumber: "1" }),
      ["userPhoneNumber"],
    ],
  ];
  const ofPrepaid: typeof cases = [
    ["a payout without an account", { payoutRequested: "yes" }, ["accountHolder", "iban"]],
    ["an account without a payout", { iban: "DE89370400440532013000" }, ["payoutRequested"]],
    [
      "a mistyped account",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "DE89370400440532013001" },
      ["iban"],
    ],
    [
      "an account outside of SEPA",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "TR330006100519786457841326" },
      ["iban"],
    ],
    [
      "an account that takes nothing",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "DE60123456780000000003" },
      ["iban"],
    ],
    [
      "an account that the provider refuses",
      { payoutRequested: "yes", accountHolder: "Ada", iban: "DE17123456780000000001" },
      ["iban"],
    ],
  ];

  async function refused(path: string, changes: Fields, fields: string[]): Promise<Page> {
    const sent = declaration(changes);
    const page = await post(sent, path);
    expect([page.status, page.name]).toEqual([422, "termination"]);
    expect(Object.keys(page.errors)).toEqual(expect.arrayContaining(fields));
    expect(page.summary.map(([field]) => field)).toEqual(fields);
    const kept = fieldsOf(page);
    const typed = Object.entries(sent).filter(([, value]) => typeof value === "string" && value.trim());
    // A list has no place for what is not on it.
    const lists = new Set(all(page.document, "select").map(({ attributes }) => attributes.name));
    for (const [name, value] of typed)
      if (name in kept && !(lists.has(name) && fields.includes(name))) expect(kept[name], name).toBe(value);
    expect(await terminationsOf(idOf(sent))).toEqual([]);
    return page;
  }

  test.each(cases)("%s", async (_, changes, fields) => {
    const page = await refused("/kuendigung?brand=o2", changes, fields);
    expect(page.title).toMatch(/^Fehler: /);
  });
  test.each(ofPrepaid)("%s", async (_, changes, fields) => {
    await refused("/kuendigung?brand=aldi", { serviceType: undefined, ...changes }, fields);
  });

  test.each([
    ["/en/kuendigung?brand=ortel", "en"],
    ["/tr/kuendigung?brand=ayyildiz", "tr"],
  ])(
    "%s: each in its language, in the same places",
    async (path, lang) => {
      const german = path.replace(/^\/\w\w/, "");
      for (const [what, changes, fields] of cases) {
        if ("serviceType" in changes && changes.serviceType === "") continue;
        const known = { serviceType: undefined, ...changes };
        const page = await refused(path, known, fields);
        expect(page.lang).toBe(lang);
        const { errors } = await refused(german, known, fields);
        for (const field of fields) {
          expect(page.errors[field], `${what}: ${field}`).toBeTruthy();
          expect(page.errors[field], `${what}: ${field}`).not.toBe(errors[field]);
        }
      }
    },
    60_000,
  );
});

describe("only one termination", () => {
  test("for the same post twice, five times at once, and after a crash", async () => {
    const fields = declaration();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => post(fields)));
    for (const answer of others) expect([answer.status, answer.location]).toEqual([303, first?.location]);
    const before = await portal.browser().get(first?.location ?? "");
    await portal.restart();
    const again = await post(fields);
    expect([again.status, again.location]).toEqual([303, first?.location]);
    expect((await portal.browser().get(again.location ?? "")).text).toBe(before.text);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
    const mails = await fetch(`${portal.origin}/sandbox/outbox.json?reference=${idOf(fields)}`);
    expect(await mails.json()).toHaveLength(1);
  });

  test("a changed second post under the same id shows the first one and says so", async () => {
    const fields = declaration();
    await post(fields);
    const page = await portal
      .browser()
      .post("/kuendigung", { ...fields, lastName: "Anders" }, { follow: true });
    expect(page.text).toContain("war schon bei uns eingegangen");
    expect(page.text).toContain("Ada Muster");
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test("an answer that is lost on the way is asked for again", async () => {
    const fields = declaration({ contractNumber: "lost" });
    expect((await post(fields)).status).toBe(303);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test.each(["GET", "HEAD"])("%s of any of these paths changes nothing", async (method) => {
    const before = JSON.stringify(await received());
    const query = new URLSearchParams(declaration() as Record<string, string>);
    for (const path of [
      "/kuendigung",
      "/kuendigung/bestaetigung",
      "/kuendigung/bestaetigung/pdf",
      "/selfcarekuendigung",
      "/selfcarekuendigung/error",
      "/selfcarekuendigung/bestaetigung",
      "/widerruf",
      "/widerruf/bestaetigung",
    ])
      for (const prefix of ["", "/en", "/tr"]) {
        const answer = await fetch(`${portal.origin}${prefix}${path}?${query}&data=demo&id=${randomUUID()}`, {
          method,
          redirect: "manual",
        });
        expect(answer.status, path).toBeLessThan(500);
      }
    expect(JSON.stringify(await received())).toBe(before);
  });
});

describe("a provider in trouble", () => {
  test.each([
    ["post-DOWNTIME", 503],
    ["post-http-500", 503],
    ["post-http-502", 503],
    ["hangup", 503],
    ["garbage", 503],
    ["badshape", 503],
    ["post-http-400", 422],
  ])("%s: the form stays with everything typed, and may be sent again", async (contractNumber, status) => {
    const fields = declaration({ contractNumber });
    const page = await post(fields);
    expect([page.status, page.name]).toEqual([status, "termination"]);
    expect(page.text).toContain("Ihre Kündigung konnten wir noch nicht bestätigen");
    expect(page.text).toContain("030 23125");
    expect(fieldsOf(page)).toMatchObject({ submissionId: idOf(fields), lastName: "Muster", contractNumber });
    expect(page.headers.has("Retry-After")).toBe(status === 503);
  });

  test("words of its own stand beside the field", async () => {
    const page = await post(declaration({ contractNumber: "refused" }));
    expect([page.status, Object.keys(page.errors)]).toEqual([422, ["contractNumber"]]);
  });

  test("a broken connection is tried again with the same key", async () => {
    const fields = declaration({ contractNumber: "post-once-hangup" });
    expect((await post(fields)).status).toBe(303);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test("a receipt that cannot be loaded is shown from the session, and told to others", async () => {
    const fields = declaration({ contractNumber: "receipt-http-503" });
    const own = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect([own.status, own.heading]).toEqual([200, "Ihre Kündigung ist eingegangen"]);
    const other = await portal.browser().get(`/kuendigung/bestaetigung?id=${idOf(fields)}`);
    expect([other.status, other.name, other.state]).toEqual([503, "termination-confirmation", "Downtime"]);
    expect(linkTo(other, "Erneut versuchen")).toBe(`/kuendigung/bestaetigung?id=${idOf(fields)}`);
  });

  test("a PDF that cannot be loaded says so", async () => {
    const fields = declaration({ contractNumber: "download-http-500" });
    await post(fields);
    const page = await portal.browser().get(`/kuendigung/bestaetigung/pdf?id=${idOf(fields)}`);
    expect(page.status).toBe(500);
  });
});

describe("a proof", () => {
  const special = (changes: Fields = {}) =>
    declaration({ cancellationType: "special", reason: "PersönlicheUmstände", ...changes });

  test("follows its declaration in one post", async () => {
    const fields = special({ file: pdfOf(300_000, "Meldung Köln.pdf") });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect([page.path, page.status]).toEqual([`/kuendigung/bestaetigung?id=${idOf(fields)}`, 200]);
    expect(page.text).toContain("Meldung Köln.pdf");
    const [sent] = await terminationsOf(idOf(fields));
    expect(sent?.uploads).toMatchObject([
      { name: "Meldung Köln.pdf", size: 300_000, type: "application/pdf" },
    ]);
  });

  test("of exactly 10 MB passes", async () => {
    const fields = special({ file: pdfOf(10 * 1024 * 1024) });
    expect((await post(fields)).location).toBe(`/kuendigung/bestaetigung?id=${idOf(fields)}`);
    expect((await terminationsOf(idOf(fields)))[0]?.uploads).toHaveLength(1);
  });

  test("of 13 MB is refused with 413, and yet the termination is received", async () => {
    const fields = special({ file: pdfOf(13_000_000) });
    const page = await post(fields);
    expect([page.status, page.name, page.state]).toEqual([413, "termination-confirmation", "ProofTooLarge"]);
    const [sent] = await terminationsOf(idOf(fields));
    expect(sent?.uploads).toEqual([]);
    const next = await portal.browser().get(linkTo(page, "Bestätigung ansehen"));
    expect(next.errors.file).toContain("größer als 10 MB");
  });

  test("is refused with 413 before it was read whole, with its declaration and without", async () => {
    const heads = [special(), { lastName: "Muster" }];
    for (const fields of heads) {
      const socket = connect(portal.port, "127.0.0.1");
      const answer = new Promise<string>((resolve) =>
        socket.once("data", (data) => resolve(data.toString())),
      );
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const file =
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 only the beginning';
      socket.write(
        `POST /kuendigung HTTP/1.1\r\nHost: localhost:${portal.port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 13000000\r\n\r\n${parts.join("")}${file}`,
      );
      expect(await answer).toMatch(/^HTTP\/1.1 413 /);
      socket.destroy();
    }
  });

  test.each([
    [
      "a program with a PDF's name",
      new File(["MZ\x90\x00 this is a program"], "bill.pdf"),
      "kein PDF, JPEG oder PNG",
    ],
    ["an empty file", new File([], "leer.pdf"), "ist leer"],
  ])("%s is refused, the termination is received", async (_, file, message) => {
    const fields = special({ file });
    const customer = portal.browser();
    const page = await customer.post("/kuendigung", fields, { follow: true });
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    expect(page.errors.file).toContain(message);
    expect(page.text).toContain("Ihre Kündigung ist trotzdem gültig");
    const repeated = await customer.post(page.path, { file: pdfOf(50) }, { follow: true });
    expect(repeated.status).toBe(200);
    expect(repeated.text).not.toContain("trotzdem");
    expect((await terminationsOf(idOf(fields)))[0]?.uploads).toHaveLength(1);
  });

  test("that the provider did not get is asked for on the confirmation, in any session", async () => {
    const fields = special({ contractNumber: "upload-once-http-500", file: pdfOf(50) });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
    const stranger = portal.browser();
    const link = `/kuendigung/bestaetigung?id=${idOf(fields)}`;
    expect((await stranger.get(link)).text).toContain("Ihr Nachweis ist nicht angekommen");
    const repeated = await stranger.post(link, { file: pdfOf(50) }, { follow: true });
    expect(repeated.text).toContain("nachweis.pdf");
    expect(repeated.text).not.toContain("nicht angekommen");
  });

  test.each([
    ["no file", {}, 422],
    ["an empty file", { file: new File([], "a.pdf") }, 422],
    ["a picture that is none", { file: new File(["GIF89a"], "a.png") }, 422],
    ["too large a file", { file: pdfOf(10 * 1024 * 1024 + 1) }, 413],
  ])("on the confirmation: %s is refused beside the field", async (_, posted: Fields, status) => {
    const fields = special();
    await post(fields);
    const page = await post(posted, `/kuendigung/bestaetigung?id=${idOf(fields)}`);
    expect([page.status, page.name]).toEqual([status, "termination-confirmation"]);
    expect(page.errors.file).toBeTruthy();
    expect((await terminationsOf(idOf(fields)))[0]?.uploads).toEqual([]);
  });

  test("is chosen again where the form was refused", async () => {
    const page = await post(special({ lastName: "", file: pdfOf(50) }));
    expect([page.status, Object.keys(page.errors)]).toEqual([422, ["lastName", "file"]]);
    expect(page.errors.file).toContain("noch einmal");
  });

  test("before the fields does not lose them", async () => {
    const { file, ...fields } = special({ file: pdfOf(50_000) });
    const form = new FormData();
    form.append("file", file as File);
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    const answer = await fetch(`${portal.origin}/kuendigung`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    expect(answer.headers.get("location")).toBe(`/kuendigung/bestaetigung?id=${idOf(fields)}&upload=failed`);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test("fifty at once arrive whole, and none of them stays in memory", async () => {
    await portal.restart();
    const megabytes = 5;
    const posts = Array.from({ length: 50 }, () => special());
    const peak = async () =>
      Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${portal.pid}/status`, "utf8"))?.[1]) / 1024;
    await post(special({ file: pdfOf(1000) }));
    const before = await peak();
    const statuses = await Promise.all(posts.map((fields) => stream(fields, megabytes)));
    expect(new Set(statuses)).toEqual(new Set([303]));
    for (const fields of posts.slice(0, 5))
      expect((await terminationsOf(idOf(fields)))[0]?.uploads).toMatchObject([
        { size: megabytes * 1024 * 1024 },
      ]);
    // 250 MB went through. A process that kept them would have grown by all of them.
    expect((await peak()) - before).toBeLessThan(200);
  }, 120_000);

  /** Posts a file of so many megabytes out of one small buffer. */
  async function stream(fields: Fields, megabytes: number): Promise<number | undefined> {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `${parts.join("")}--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
    const piece = Buffer.alloc(64 * 1024, "%PDF-1.7");
    const tail = "\r\n--x--\r\n";
    const sending = request(`${portal.origin}/kuendigung`, {
      method: "POST",
      headers: {
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": Buffer.byteLength(head) + megabytes * 1024 * 1024 + tail.length,
      },
    });
    const answer = once(sending, "response") as Promise<[IncomingMessage]>;
    sending.write(head);
    for (let sent = 0; sent < megabytes * 16; sent++) if (!sending.write(piece)) await once(sending, "drain");
    sending.end(tail);
    const [{ statusCode }] = await answer;
    return statusCode;
  }

  test("that its sender breaks off is kept nowhere, and the portal goes on", async () => {
    const fields = special();
    const socket = connect(portal.port, "127.0.0.1");
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    socket.write(
      `POST /kuendigung HTTP/1.1\r\nHost: localhost:${portal.port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${parts.join("")}--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 the beginning`,
    );
    await expect.poll(() => terminationsOf(idOf(fields))).toHaveLength(1);
    socket.destroy();
    const page = await portal.browser().get(`/kuendigung/bestaetigung?id=${idOf(fields)}`);
    expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
    expect((await terminationsOf(idOf(fields)))[0]?.uploads).toEqual([]);
  });
});
