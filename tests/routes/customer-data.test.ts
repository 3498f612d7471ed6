import { describe, expect, test } from "vitest";
import { fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, first, textOf } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const saved = "Ihre Änderungen sind gespeichert";

describe("the page", () => {
  test("shows what is on record, masked where it is sensitive, and keeps it from caches and search engines", async () => {
    const page = await openDetails(portal.browser(), fresh());
    expect([page.status, page.name, page.heading]).toEqual([200, "customer-data", "Meine Kundendaten"]);
    const shownFields = { street: "Musterweg", city: "Köln", email: "", phone: "", iban: "" };
    expect(fieldsOf(page)).toMatchObject(shownFields);
    for (const secret of ["kim.beispiel", "15228817386", "DE89370400440532013000", "0532 0130"])
      expect(page.html).not.toContain(secret);
    for (const shown of ["k••••@example.com", "+49 •••• 7386", "DE89 ••••"])
      expect(page.text).toContain(shown);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
  });

  test("leads to where the operator tells what is stored, and erases it", async () => {
    const page = await openDetails(portal.browser(), fresh());
    expect(page.text).toContain("Auskunft über meine Daten");
    expect(page.text).toContain("Meine Daten löschen lassen");
  });

  test("says if nothing is on record", async () => {
    const page = await openDetails(portal.browser(), fresh("demo-empty"));
    expect(page.text.match(/Noch nichts gespeichert/g)).toHaveLength(3);
  });

  test.each([
    ["unknown", 404, "NotFound"],
    ["expired", 410, "LinkExpired"],
    ["http-401", 401, "Unauthorized"],
    ["http-403", 403, "Forbidden"],
    ["state-DOWNTIME", 503, "Downtime"],
    ["garbage", 502, "TechnicalProblem"],
  ])("%s is shown with status %i", async (id, status, state) => {
    const page = await openDetails(portal.browser(), id);
    expect([page.status, page.name, page.state]).toEqual([status, "customer-data", state]);
    expect(page.text).toContain("030 23125");
    expect(page.headers.has("Retry-After")).toBe(status === 503);
  });
});

describe("saving", () => {
  test("a domain in letters that look like others is asked for once", async () => {
    const id = fresh();
    const customer = portal.browser();
    const asked = await customer.submit(await openDetails(customer, id), { email: "kim@gmaıl.com" });
    expect([asked.status, asked.text]).toEqual([
      422,
      expect.stringContaining("Meinten Sie kim@gmail.com? Ihre Eingabe enthält Buchstaben"),
    ]);
    expect(fieldsOf(asked).email).toBe("kim@gmaıl.com");
    expect((await customer.submit(asked, {}, { follow: true })).heading).toBe(saved);
  });

  test.each(Object.entries(newDetails))(
    "%s alone: only that is changed",
    { tags: ["§1.9"] },
    async (part, fields) => {
      const id = fresh();
      const customer = portal.browser();
      const receipt = await customer.submit(await openDetails(customer, id), fields, { follow: true });
      expect(receipt).toMatchObject({ status: 200, name: "customer-data", heading: saved });
      expect(receipt.text).toMatch(/Eingegangen am \d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr \(MES?Z\)/);
      expect(receipt.text).toMatch(/K-[0-9A-F]{10}/);
      const [number, ...changed] = all(receipt.document, "dl", { class: "facts" }).flatMap((list) =>
        all(list, "dt"),
      );
      expect(number && textOf(number)).toBe("Vorgangsnummer");
      expect(changed).toHaveLength(1);
      const page = await openDetails(customer, id);
      const now = {
        address: fieldsOf(page).street,
        email: page.text.includes("n••••@example.com"),
        phone: page.text.includes("+49 •••• 5444"),
        account: page.text.includes("AT61"),
      };
      const before = { address: "Musterweg", email: false, phone: false, account: false };
      expect(now).toEqual({ ...before, [part]: part === "address" ? "Lindenweg" : true });
      expect(receipt.html).not.toContain("AT611904300234573201");
    },
  );

  test("every field is checked, everything typed is kept, all messages come at once", async () => {
    const customer = portal.browser();
    const page = await customer.submit(await openDetails(customer, fresh()), {
      street: "Packstation 12",
      houseNumber: "abc",
      postalCode: "123",
      city: "",
      email: "neu",
      phone: "123",
      accountHolder: "",
      iban: "TR330006100519786457841326",
    });
    expect(page.status).toBe(422);
    expect(page.title).toMatch(/^Fehler: /);
    const fields = "street houseNumber postalCode city email phone accountHolder iban sepaMandate".split(" ");
    expect(Object.keys(page.errors).sort()).toEqual(fields.toSorted());
    expect(page.summary.map(([field]) => field)).toEqual(fields);
    expect(fieldsOf(page)).toMatchObject({ street: "Packstation 12", email: "neu", phone: "123" });
  });

  test("another account needs its own mandate, which the receipt confirms", async () => {
    const customer = portal.browser();
    const page = await openDetails(customer, fresh());
    expect(page.text).toContain("Die Gläubiger-ID lautet DE98ZZZ09999999999");
    const { sepaMandate, ...account } = newDetails.account;
    const refused = await customer.submit(page, account);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["sepaMandate"]]);
    const receipt = await customer.submit(refused, { sepaMandate }, { follow: true });
    expect(receipt.text).toContain("Das SEPA-Lastschriftmandat für dieses Konto haben Sie erteilt.");
    const alone = await customer.submit(page, { sepaMandate });
    expect(Object.keys(alone.errors)).toEqual(["accountHolder", "iban"]);
  });

  test("only changed or invalid parts are open", async () => {
    const opened = (page: Page) => all(page.document, "details", { open: true }).map(partOf);
    const partOf = (section: Element) => textOf(first(section, "summary")).split(" ")[0];
    const customer = portal.browser();
    const page = await openDetails(customer, fresh());
    expect(all(page.document, "details", { class: "change" })).toHaveLength(4);
    expect(opened(page)).toEqual([]);
    const wrong = await customer.submit(page, { email: "neu", city: "" });
    expect(opened(wrong)).toEqual(["Adresse", "E-Mail-Adresse"]);
    const choice = await customer.submit(page, { street: "Auswahlweg" });
    expect(opened(choice)).toEqual(["Adresse"]);
  });

  test("the address check's suggestions are offered, chosen by number or declined", async () => {
    const customer = portal.browser();
    const id = fresh();
    const page = await customer.submit(await openDetails(customer, id), { street: "Auswahlweg" });
    expect(page.status).toBe(422);
    expect(all(page.document, "input", { name: "addressChoice" })).toHaveLength(4);
    const chosen = await customer.submit(page, { addressChoice: "1" }, { follow: true });
    expect(chosen.text).toContain("Musterweg 12, 50667 Köln");
    // The same post again, by a second click: the same receipt.
    const again = await customer.submit(page, { addressChoice: "1" }, { follow: true });
    expect(again.text).toBe(chosen.text);
    const other = await customer.submit(await openDetails(customer, id), { street: "Korrekturweg" });
    const own = await customer.submit(other, { addressChoice: "entered" }, { follow: true });
    expect(own.text).toContain("Korrekturweg 12, 50667 Köln");
  });

  test("a receipt is shown only to the session that saved", async () => {
    const id = fresh();
    const customer = portal.browser();
    const { location = "" } = await customer.submit(await openDetails(customer, id), newDetails.phone);
    const stranger = await portal.browser().get(location);
    expect(stranger.heading).toBe("Meine Kundendaten");
    expect((await customer.get(`/kundendaten/${id}?receipt=made-up-1`)).heading).toBe("Meine Kundendaten");
  });

  test("a browser that refuses cookies is told that it is saved, not what", async () => {
    const path = `/kundendaten/${fresh()}`;
    const headers = { Referer: `${portal.origin}${path}` };
    const { location = "" } = await portal.browser().post(path, newDetails.phone, { headers });
    const page = await portal.browser().get(location);
    expect([page.status, page.heading]).toEqual([200, saved]);
    expect(page.text).toContain("Telefonnummer");
    expect(page.text).not.toContain(newDetails.phone.phone.slice(-4));
  });
});

describe("repeated and concurrent", () => {
  test("ten posts of one form at once are one change, of which mails tell at the old address too", async () => {
    const id = fresh();
    const customer = portal.browser();
    const page = await openDetails(customer, id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.submit(page, newDetails.email)),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(303);
    const mails = await mailsAbout(portal.origin, id);
    expect(mails.map(({ to }) => to).sort()).toEqual(["kim.beispiel@example.com", "neu@example.com"]);
  });

  test("a save that fails keeps the form, and works when it is sent again", async () => {
    const customer = portal.browser();
    const page = await openDetails(customer, fresh("save-once-DOWNTIME"));
    const failed = await customer.submit(page, newDetails.account);
    expect(failed).toMatchObject({ status: 503, name: "customer-data" });
    expect(failed.headers.get("Retry-After")).toBe("7200");
    expect(fieldsOf(failed)).toMatchObject(newDetails.account);
    expect(fieldsOf(failed).submissionId).toBe(fieldsOf(page).submissionId);
    expect((await customer.submit(failed)).status).toBe(303);
  });

  test("what is not saved is shown at each look, until it is saved or given up", async () => {
    const id = fresh("save-once-DOWNTIME");
    const customer = portal.browser();
    const phoneOf = async () => fieldsOf(await openDetails(customer, id)).phone;
    const { phone } = newDetails.phone;
    await customer.submit(await openDetails(customer, id), { phone });
    expect([await phoneOf(), await phoneOf()]).toEqual([phone, phone]);
    const look = await openDetails(customer, id);
    expect(look.text).toContain("Wir können gerade nicht bestätigen, dass Ihre Änderungen gespeichert sind");
    expect((await customer.submit(look, {}, { follow: true })).heading).toBe(saved);
    expect(await phoneOf()).toBe("");

    const other = fresh("save-once-DOWNTIME");
    const refused = await customer.submit(await openDetails(customer, other), { phone });
    const button: [string, string] = ["leave", "discard"];
    expect(all(refused.document, "button", { name: "leave" }).map(textOf)).toEqual([
      "Gespeicherte Angaben behalten",
    ]);
    const given = await customer.submit(refused, {}, { button, follow: true });
    expect([given.path, fieldsOf(given).phone, given.errors]).toEqual([`/kundendaten/${other}`, "", {}]);
    expect(all(given.document, "button", { name: "leave" })).toEqual([]);
  });
});
