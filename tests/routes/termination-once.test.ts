import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";
import { linkTo } from "../support/browser.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration, declareAt, idOf, received, terminationsAt } from "../support/termination.ts";

const portal = await portalForTests();

describe("only one termination", () => {
  test("for a post sent twice, five times concurrently, and after a crash", async () => {
    const fields = declaration();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => declareAt(portal, fields)));
    for (const answer of others) expect([answer.status, answer.location]).toEqual([303, first?.location]);
    const before = await portal.browser().get(first?.location ?? "");
    await portal.restart();
    const again = await declareAt(portal, fields);
    expect([again.status, again.location]).toEqual([303, first?.location]);
    expect((await portal.browser().get(again.location ?? "")).text).toBe(before.text);
    expect(await terminationsAt(portal.origin, idOf(again))).toHaveLength(1);
    expect(await mailsAbout(portal.origin, idOf(again))).toHaveLength(1);
  });

  test.each(["GET", "HEAD"])("%s of any of these paths changes nothing", async (method) => {
    const before = JSON.stringify(await received(portal.origin));
    const query = new URLSearchParams(declaration() as Record<string, string>);
    for (const path of [
      "/en/kuendigung",
      "/kuendigung/bestaetigung",
      "/kuendigung/bestaetigung/pdf",
      "/selfcarekuendigung",
      "/selfcarekuendigung/error",
      "/selfcarekuendigung/bestaetigung",
      "/widerruf",
      "/tr/widerruf/bestaetigung",
    ]) {
      const address = `${portal.origin}${path}?${query}&data=demo&id=${randomUUID()}`;
      const answer = await fetch(address, { method, redirect: "manual" });
      expect(answer.status, path).toBeLessThan(500);
    }
    expect(JSON.stringify(await received(portal.origin))).toBe(before);
  });
});

describe("a provider in trouble", () => {
  test.each([
    ["post-DOWNTIME", "Ihre Erklärung ist eingegangen und wird weitergegeben"],
    ["post-http-400", "Ihre Erklärung ist eingegangen und wird weitergegeben"],
    ["garbage", "Ihre Erklärung ist eingegangen und wird weitergegeben"],
    ["refused", "Unser Partner nimmt diese Angabe nicht an"],
  ])("%s: the termination is received, and its receipt says how far it is", async (contractNumber, said) => {
    const page = await portal
      .browser()
      .post("/kuendigung", declaration({ contractNumber }), { follow: true });
    expect([page.status, page.name, page.heading]).toEqual([
      200,
      "termination-confirmation",
      "Ihre Kündigung ist eingegangen",
    ]);
    expect(page.text).toContain(said);
    expect(page.text).toMatch(/Eingegangen am\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr \(MES?Z\)/);
    expect(page.text).toContain(contractNumber);
    const pdf = await portal.browser().get(linkTo(page, "Bestätigung als PDF"));
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    const text = await portal.browser().get(linkTo(page, "Als Textdatei"));
    expect(Buffer.from(text.body).toString()).toContain(`Vertrags-Nr.: ${contractNumber}`);
  });

  test("a waiting one is not shown as passed on; one that arrived shows the contract's end first, and a short reference", async () => {
    const waits = declaration({ contractNumber: "post-DOWNTIME" });
    const waiting = await portal.browser().post("/kuendigung", waits, { follow: true });
    expect(waiting.text).toMatch(/Stand ?Eingegangen.+ ?Weitergegeben ?Folgt noch/);
    const fields = declaration({ contractNumber: `V-${randomUUID()}` });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(page.text).toMatch(
      /Vertragsende ?\d\d\.\d\d\.\d{4} ?Vorgangsnummer ?[\dA-F]{4}-[\dA-F]{4} ?Eingegangen am ?\d\d\.\d\d\.\d{4}, /,
    );
    expect(page.text).not.toContain("Weitergegeben");
    expect(page.text).toContain(shortReference(idOf(page)));
  });

  test("is passed on once it is back", async () => {
    const fields = declaration({ contractNumber: "post-once-http-503" });
    const { location = "" } = await declareAt(portal, fields);
    expect(await terminationsAt(portal.origin, idOf(location))).toHaveLength(0);
    await expect.poll(() => terminationsAt(portal.origin, idOf(location))).toHaveLength(1);
    const page = await portal.browser().get(location);
    expect(page.text).not.toContain("wird weitergegeben");
    expect(page.text).toContain("Vertragsende");
  });

  test("if the provider cannot load a receipt, anybody with its link gets the portal's own", async () => {
    const fields = declaration({ contractNumber: "receipt-http-503" });
    const { location = "" } = await declareAt(portal, fields);
    const page = await portal.browser().get(location);
    expect([page.status, page.heading]).toEqual([200, "Ihre Kündigung ist eingegangen"]);
    expect(page.text).toMatch(/Vertragsende\d\d\./);
  });

  test("a document of the provider that cannot be loaded says so", async () => {
    const fields = declaration({ contractNumber: "download-http-500" });
    const { location = "" } = await declareAt(portal, fields);
    const page = await portal.browser().get(location.replace("?", "/anbieter?"));
    expect(page.status).toBe(500);
    expect((await portal.browser().get(location.replace("?", "/pdf?"))).status).toBe(200);
  });
});

test("the form mentions a recent declaration of this browser", async () => {
  const customer = portal.browser();
  const { location } = await customer.post("/kuendigung", declaration());
  expect(linkTo(await customer.get("/kuendigung"), "Zur Bestätigung")).toBe(location);
  expect((await portal.browser().get("/kuendigung")).text).not.toContain("Zur Bestätigung");
});
