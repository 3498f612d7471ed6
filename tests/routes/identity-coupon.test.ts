import { describe, expect, test } from "vitest";
import { fieldsOf, linkTo, mainForm } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { choose, office, tiles } from "../support/identity.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("the coupon", () => {
  test("shows everything needed at the counter", async () => {
    const page = await portal.browser().get("/idv/post-ident/post-ident");
    expect(page.text).toMatch(/Vorgangsnummer\s*\d{4}\u00a0\d{4}\u00a0\d{4}/);
    for (const text of [
      "Sandbox Post",
      "Kim Beispiel",
      "Gültig bis",
      "Personalausweis, Reisepass oder Aufenthaltstitel",
    ])
      expect(page.text).toContain(text);
    expect(first(page.document, "svg", { role: "img" })?.attributes["aria-label"]).toContain("QR-Code");
    expect(linkTo(page, "Postfiliale in Ihrer Nähe finden")).toMatch(/^https:/);
    expect(page.html).not.toMatch(/ style="/);
  });

  test("is a PDF behind the portal's own address", async () => {
    const customer = portal.browser();
    const page = await customer.get("/idv/post-ident/post-ident");
    const pdf = await customer.get(linkTo(page, "Coupon als PDF"));
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(Buffer.from(pdf.body).subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.headers.get("Cache-Control")).toBe("no-store");
    const broken = await customer.get("/idv/coupon-http-500/post-ident/coupon");
    expect([broken.status, broken.location]).toEqual([302, "/idv/coupon-http-500/post-ident"]);
    const without = await customer.get(broken.location ?? "");
    expect(without.text).toContain("Der Coupon ließ sich gerade nicht als PDF laden");
  });

  test("offers its last day as a calendar file, and so does the selection", async () => {
    const customer = portal.browser();
    for (const path of ["/idv/post-ident/post-ident", `/idv/${fresh("demo")}`]) {
      const page = await customer.get(path);
      const [, day, month, year] = /[Gg](?:ültig|ilt) bis\D*(\d\d)\.(\d\d)\.(\d{4})/.exec(page.text) ?? [];
      const file = await customer.get(linkTo(page, "Frist im Kalender speichern"));
      expect(file.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
      const lines = Buffer.from(file.body).toString().split("\r\n");
      expect(lines).toContain(`DTSTART;VALUE=DATE:${year}${month}${day}`);
      expect(lines).toContain("SUMMARY:Identität bestätigen: o2");
      expect(lines.join("\n")).toContain(`DESCRIPTION:Gültig bis: ${day}.${month}.${year}`);
    }
    const over = await customer.get("/idv/state-IDV_SUCCESS/kalender");
    expect([over.status, over.location]).toEqual([302, "/idv/state-IDV_SUCCESS/erfolgreich"]);
  });

  test("is mailed once per submission id", async () => {
    const token = fresh("post-ident");
    const customer = portal.browser();
    const page = await customer.get(`/idv/${token}/post-ident`);
    for (const _ of [1, 2]) {
      const sent = await customer.submit(page);
      expect([sent.status, sent.location]).toEqual([303, `/idv/${token}/post-ident`]);
    }
    expect((await customer.get(`/idv/${token}/post-ident`)).text).toContain("Der Coupon ist unterwegs");
    expect((await customer.get(`/idv/${token}/post-ident`)).text).not.toContain("Der Coupon ist unterwegs");
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });

  test("stays on the page if its mail fails, and is not mailed if the provider offers no mail", async () => {
    const customer = portal.browser();
    const token = fresh("mail-http-500");
    const page = await customer.get(`/idv/${token}/post-ident`);
    const failed = await customer.submit(page, {}, { follow: true });
    expect([failed.status, failed.name]).toEqual([200, "idv-post-ident"]);
    // The next attempt is the same mail.
    expect(fieldsOf(failed).submissionId).toBe(fieldsOf(page).submissionId);
    expect(failed.text).toContain("Der Coupon ließ sich gerade nicht senden");
    const without = await customer.get("/idv/post-ident-nomail/post-ident");
    expect(without.text).not.toContain("Coupon per E‑Mail");
  });

  test("another method can be chosen from it until the branch begins", async () => {
    const token = fresh("post-ident");
    const customer = portal.browser();
    const page = await customer.get(`/idv/${token}/post-ident`);
    const form = all(page.document, "form", { id: "methods" })[0] ?? mainForm(page);
    expect(tiles(page)).not.toContain("branch");
    const changed = await customer.submit(page, {}, { form, button: ["method", "video"] });
    expect(changed.location).toMatch(/^\/sandbox\/ident\//);
    const other = fresh("post-ident");
    await office(customer, other, "start");
    expect((await customer.get(`/idv/${other}/post-ident`)).location).toBe(`/idv/${other}/in-arbeit`);
  });
});

test("tokens reach neither log nor other hosts", async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  const page = await choose(customer, await customer.get(`/idv/${token}`), "branch");
  const coupon = await customer.get(page.location ?? "");
  expect(coupon.headers.get("Referrer-Policy")).toBe("same-origin");
  expect(fieldsOf(coupon).submissionId).toBeTruthy();
  expect(portal.log.join("\n")).not.toContain(token);
});
