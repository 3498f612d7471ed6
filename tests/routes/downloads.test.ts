import { describe, expect, test } from "vitest";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("a document of an offer", () => {
  test("is a PDF, kept by nobody", async () => {
    const file = await portal.browser().get("/angebot/demo~pdf/dokumente/item-1/CONTRACT_SUMMARY");
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("application/pdf");
    expect(file.headers.get("Content-Language")).toBe("de");
    expect(file.headers.get("Cache-Control")).toBe("no-store");
    expect(new TextDecoder().decode(file.body.subarray(0, 5))).toBe("%PDF-");
  });

  test("names the provider whose page it was taken from", async () => {
    const customer = portal.browser();
    await customer.get("/?brand=ayyildiz");
    for (const path of [
      "/angebot/demo~pdf/dokumente/item-1/CONTRACT_SUMMARY",
      "/idv/post-ident/post-ident/coupon",
    ]) {
      const file = await customer.get(path);
      expect(pdfText(Buffer.from(file.body)).split("\n")[0]).toBe("AY YILDIZ");
    }
  });

  test.each([
    ["documents-fail", "CONTRACT_SUMMARY", 502, "DocumentsNotLoaded"],
    ["demo~pdf", "NO_SUCH_TYPE", 404, "NotFound"],
  ])("that cannot be had is a page: %s %s", async (token, type, status, state) => {
    const page = await portal.browser().get(`/angebot/${token}/dokumente/item-1/${type}`);
    expect([page.status, page.name, page.state]).toEqual([status, "offer-error", state]);
    expect(page.html).toMatch(/data-action=/);
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
