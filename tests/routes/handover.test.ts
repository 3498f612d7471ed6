import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { fieldsOf, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { pressLater, takeAlong } from "../support/handover.ts";
import { all } from "../support/html.ts";
import { logIn } from "../support/login.ts";
import { enterAll, entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const hasLater = (page: Page) => all(page.document, "button", { name: "leave", value: "later" }).length > 0;
/** Where "Später weitermachen" leads from a page where nothing is typed. */
const later = (page: Page): string | undefined => {
  const link = all(page.document, "a").find(({ attributes }) => attributes.href?.endsWith("weitermachen"));
  return link && new URL(link.attributes.href ?? "", new URL(page.path, portal.origin)).pathname;
};

describe("an order continued in another browser", () => {
  test("begins with what was entered, and without what may not travel", async () => {
    const token = fresh("demo");
    const phone = portal.browser();
    const desk = portal.browser();
    await enterAll(phone, token);
    const link = await takeAlong(phone, token, "/zahlung");
    const asked = await desk.get(link);
    expect([asked.status, asked.name]).toEqual([200, "handed-over"]);
    expect(asked.html).not.toContain("Öztürk");
    // The birth date does not travel: the first step before the one that was left lacks it.
    const landed = await desk.submit(asked, {}, { follow: true });
    expect([landed.status, landed.name]).toEqual([200, "personal-data"]);
    expect(landed.text).toContain("Ihre Angaben sind jetzt in diesem Browser.");
    const person = await desk.get(`/angebot/${token}/meine-daten`);
    const { firstName, lastName, street, houseNumber, addressSupplement, postalCode, city, email } =
      entered.personalData;
    expect(fieldsOf(person)).toMatchObject({
      firstName,
      lastName,
      street,
      houseNumber,
      addressSupplement,
      postalCode,
      city,
      email,
      "birthDate.day": "",
      "birthDate.month": "",
      "birthDate.year": "",
    });
    // Looking twice does not lose it.
    expect(fieldsOf(await desk.get(`/angebot/${token}/meine-daten`)).lastName).toBe(lastName);
    await desk.submit(person, entered.personalData);
    const document = await desk.get(`/angebot/${token}/ausweisdaten`);
    // A German identity card asks for no nationality.
    const { documentNumber, nationality: _, ...restOfDocument } = entered.idData;
    expect(fieldsOf(document)).toMatchObject({
      ...restOfDocument,
      "expiryDate.month": "08",
      documentNumber: "",
    });
    expect(document.html).not.toContain(documentNumber.slice(-3));
    await desk.submit(document, entered.idData);
    const payment = await desk.get(`/angebot/${token}/zahlung`);
    expect(fieldsOf(payment)).toMatchObject({
      paymentMethod: "direct_debit",
      accountHolder: "Ayşe Öztürk",
      iban: "",
    });
    expect(fieldsOf(payment)).not.toHaveProperty("sepaMandate");
    const summary = await desk.submit(payment, entered.directDebit, { follow: true });
    expect(summary.name).toBe("summary");
    const ordered = await desk.submit(summary, {}, { follow: true });
    expect([ordered.status, ordered.name]).toEqual([200, "confirmation"]);
  });

  const taken = async (token: string, step: string) => {
    const phone = portal.browser();
    const desk = portal.browser();
    if (token.startsWith("login")) await logIn(phone, token);
    await phone.get(`/angebot/${token}`);
    const asked = await phone.get(`/angebot/${token}${step}`);
    const form = all(asked.document, "button", { name: "leave", value: "later" }).length > 0;
    const shown = await phone.submit(
      form ? await pressLater(phone, asked, { iban: "" }) : await phone.get(`/angebot/${token}/weitermachen`),
      {},
      { follow: true },
    );
    const link = /\/angebot\/[^\s<]+\/weitermachen\/[^\s<]+/.exec(shown.html)?.[0] ?? "";
    return { desk, landed: await desk.post(link, {}, { follow: true }) };
  };

  test.each([
    ["demo-existing", "/zahlung", "payment"],
    ["demo", "/meine-daten", "personal-data"],
    ["demo", "", "offer"],
  ])("%s%s: goes on at the step that was left", async (scenario, step, name) => {
    const { landed } = await taken(fresh(scenario), step);
    expect([landed.status, landed.name]).toEqual([200, name]);
    expect(landed.text).toContain("Ihre Angaben sind jetzt in diesem Browser.");
  });

  test("goes on at the step that was left after the login that its offer needs", async () => {
    const token = fresh("login");
    const { desk, landed } = await taken(token, "/meine-daten");
    expect([landed.status, landed.state]).toEqual([401, "Unauthorized"]);
    const entry = await logIn(desk, token);
    expect([entry.name, entry.text.includes("jetzt in diesem Browser")]).toEqual(["personal-data", true]);
  });

  test("takes the newest link of its offer once, in one of two browsers that press at the same time", async () => {
    const token = fresh("demo");
    const phone = portal.browser();
    await enterAll(phone, token);
    const older = await takeAlong(phone, token);
    const elsewhere = older.replace(encodeURIComponent(token), encodeURIComponent(fresh("demo")));
    const link = await takeAlong(phone, token);
    for (const [path, ...expected] of [
      [elsewhere, 404, "HandoverUnknown"],
      [older, 404, "HandoverUnknown"],
      // Mail programs open links, more than once and before the customer does.
      [link, 200, undefined],
      [link, 200, undefined],
    ] as const) {
      const { status, state } = await portal.browser().get(path);
      expect([path, status, state]).toEqual([path, ...expected]);
    }
    const two = [portal.browser(), portal.browser()];
    const pressed = await Promise.all(two.map((one) => one.post(link)));
    expect(pressed.map(({ status }) => status).sort()).toEqual([303, 410]);
    for (const path of [link, `${link}&again`]) {
      const late = await portal.browser().get(path);
      expect([late.status, late.name, late.state]).toEqual([410, "handed-over", "HandoverUsed"]);
      expect(linkTo(late, "Zum Angebot")).toBe(`/angebot/${encodeURIComponent(token)}`);
    }
    expect((await phone.get(`/angebot/${token}/weitermachen`)).text).toContain(
      "Ihre Angaben wurden in einen anderen Browser übernommen",
    );
  });

  test("does not overwrite what the other browser has sent itself", async () => {
    const token = fresh("demo");
    const phone = portal.browser();
    const desk = portal.browser();
    await enterAll(phone, token);
    await desk.get(`/angebot/${token}`);
    await desk.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, firstName: "Fatma" });
    await desk.post(await takeAlong(phone, token));
    expect(fieldsOf(await desk.get(`/angebot/${token}/meine-daten`)).firstName).toBe("Fatma");
    expect(fieldsOf(await desk.get(`/angebot/${token}/ausweisdaten`)).issuingAuthority).toBe("Stadt Köln");
  });
});

describe("what is typed on a step and not saved, valid or not", () => {
  const typed = { firstName: "Ayşe", email: "noch nicht fertig", "birthDate.day": "29" };
  async function typeAndLeave(customer: Browser, token: string, leave: string) {
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    return customer.submit(page, { ...typed, leave });
  }

  test.each([
    ["back", ""],
    ["later", "/weitermachen"],
  ])("is kept by the button %s", async (leave, path) => {
    const token = fresh("demo");
    const customer = portal.browser();
    const answer = await typeAndLeave(customer, token, leave);
    expect([answer.status, answer.location]).toEqual([303, `/angebot/${encodeURIComponent(token)}${path}`]);
    expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`))).toMatchObject(typed);
    // Nothing was saved.
    const next = await customer.get(`/angebot/${token}/ausweisdaten`);
    expect([next.status, next.location]).toEqual([302, `/angebot/${encodeURIComponent(token)}/meine-daten`]);
  });

  test.each(["back", "link"])(
    "is dropped where the step was saved since its page was made: %s",
    async (leave) => {
      const token = fresh("demo");
      const path = `/angebot/${token}/meine-daten`;
      const customer = portal.browser();
      await customer.get(`/angebot/${token}`);
      const older = await customer.get(path);
      await customer.submit(older, entered.personalData);
      await customer.submit(older, { ...typed, leave });
      const now = await customer.get(path);
      expect(fieldsOf(now).firstName).toBe(entered.personalData.firstName);
      // What is typed on a page that shows what was saved is kept.
      await customer.submit(now, { ...typed, leave });
      expect(fieldsOf(await customer.get(path))).toMatchObject(typed);
      await customer.submit(older, { firstName: "Older", leave });
      expect(fieldsOf(await customer.get(path)), "a newer draft stays").toMatchObject(typed);
    },
  );

  test("is kept by a link, and stays until the step is saved", async () => {
    const token = fresh("demo");
    const path = `/angebot/${token}/meine-daten`;
    const customer = portal.browser();
    expect((await typeAndLeave(customer, token, "link")).status).toBe(204);
    for (const _ of [1, 2]) expect(fieldsOf(await customer.get(path))).toMatchObject(typed);
    await customer.post(path, entered.personalData);
    expect(fieldsOf(await customer.get(path))).toMatchObject({ email: entered.personalData.email });
  });

  test("comes along to the other browser, without the birth date", async () => {
    const token = fresh("demo");
    const phone = portal.browser();
    const desk = portal.browser();
    const { location } = await typeAndLeave(phone, token, "later");
    const shown = await phone.submit(await phone.get(location ?? ""), {}, { follow: true });
    const link = /\/angebot\/[^\s<]+\/weitermachen\/\w+/.exec(shown.html)?.[0] ?? "";
    await desk.post(link, {}, { follow: true });
    expect(fieldsOf(await desk.get(`/angebot/${token}/meine-daten`))).toMatchObject({
      ...typed,
      "birthDate.day": "",
    });
  });
});

test("each step has the button or link to it, and its code opens the link, however it is written", async () => {
  const token = fresh("demo");
  const phone = portal.browser();
  const desk = portal.browser();
  await phone.get("/?brand=ayyildiz");
  await enterAll(phone, token);
  const path = `/tr/angebot/${encodeURIComponent(token)}/weitermachen`;
  for (const step of ["", "/zusammenfassung"])
    expect(later(await phone.get(`/tr/angebot/${token}${step}`)), step).toBe(path);
  for (const step of ["/meine-daten", "/ausweisdaten", "/zahlung"]) {
    const page = await phone.get(`/tr/angebot/${token}${step}`);
    expect([step, hasLater(page)]).toEqual([step, true]);
  }
  const shown = await phone.submit(await phone.get(path), {}, { follow: true });
  expect([shown.status, shown.name]).toEqual([200, "handover"]);
  const [, code = ""] = /\/weitermachen\/(\w+)\?brand=ayyildiz/.exec(shown.html) ?? [];
  expect(shown.headers.get("Cache-Control")).toBe("no-store");
  expect(shown.headers.get("X-Robots-Tag")).toContain("noindex");
  expect(shown.text).toContain(`${new URL(portal.origin).host}/tr/weitermachen`);
  expect(shown.text).toContain(`${code.slice(0, 5)} ${code.slice(5)}`);
  // A browser that does not know the brand yet may be led to German.
  const asked = await desk.get("/tr/weitermachen", { follow: true });
  expect([asked.status, asked.name]).toEqual([200, "handover-code"]);
  const found = await desk.submit(asked, { code: ` ${[...code.toUpperCase()].join("-")}` });
  const landed = await desk.get(found.location ?? "", { follow: true });
  expect([landed.status, landed.name, landed.brand]).toEqual([200, "handed-over", "ayyildiz"]);
  await desk.submit(landed, {}, { follow: true });
  const { lastName } = entered.personalData;
  expect(fieldsOf(await desk.get(`/angebot/${token}/meine-daten`)).lastName).toBe(lastName);
  // Typed in once more, it says that it was used.
  const late = await portal.browser().post("/weitermachen", { code }, { follow: true });
  expect([late.status, late.state]).toEqual([410, "HandoverUsed"]);
});

test("without a session its post leads to the offer, which says so", async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  const lost = await customer.post(`/angebot/${token}/weitermachen`);
  expect([lost.status, lost.location?.split("?")[0]]).toEqual([303, `/angebot/${encodeURIComponent(token)}`]);
  const offer = await customer.get(lost.location ?? "");
  expect(offer.text).toContain("wurde nichts bestellt.");
  // Nothing was typed on the page that posted.
  expect(offer.text).not.toContain("ist noch da");
});

describe("a code that is typed in", () => {
  test.each([
    ["", "missing"],
    ["zu kurz", "form"],
  ])("%j is no code: %s", async (typed, reason) => {
    const customer = portal.browser();
    const answer = await customer.submit(await customer.get("/weitermachen"), { code: typed });
    expect([answer.status, answer.name]).toEqual([422, "handover-code"]);
    expect(answer.html).toContain(`data-code="${reason}"`);
    expect(fieldsOf(answer).code).toBe(typed);
  });

  test("that nobody knows is a failed look-up, which leads back to the field", async () => {
    const customer = portal.browser();
    const asked = await customer.get(linkTo(await customer.get("/angebot"), /Mit Code weitermachen/));
    const answer = await customer.submit(asked, { code: "bcdfg hjk23" }, { follow: true });
    expect([answer.path, answer.status, answer.state]).toEqual([
      "/weitermachen/bcdfghjk23",
      404,
      "HandoverCodeUnknown",
    ]);
    expect(linkTo(answer, "Noch einmal eingeben")).toBe("/weitermachen");
  });
});
