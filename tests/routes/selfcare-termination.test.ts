import { describe, expect, test } from "vitest";
import { fieldsOf, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import {
  dateFields,
  idOf,
  inDays,
  pdfOf,
  reasonFields,
  receiptAt,
  terminationsAt,
} from "../support/termination.ts";

const portal = await portalForTests();

async function open(data: string, brand = "o2") {
  const customer = portal.browser();
  const page = await customer.get(`/selfcarekuendigung?data=${data}&brand=${brand}`, { follow: true });
  return { customer, page };
}

describe("the link", () => {
  test("leads to the prefilled form without its data in the address", { tags: ["§1.8"] }, async () => {
    const data = fresh();
    const { page } = await open(data);
    expect([page.path, page.status, page.name]).toEqual(["/selfcarekuendigung", 200, "selfcare-termination"]);
    for (const known of [
      "Deniz Muster",
      "V-2024-",
      "Mobil M",
      "01522 8817386",
      "Nächstmögliches Vertragsende",
      "jetzt kündigen",
    ])
      expect(page.text).toContain(known);
    expect(fieldsOf(page).email).toBe("deniz.muster@example.com");
    expect(page.html).not.toContain(data);
  });

  test.each(["/selfcarekuendigung", "/selfcarekuendigung?data=expired", "/selfcarekuendigung?data=%00"])(
    "%s leads to the error page and the way on",
    async (path) => {
      const page = await portal.browser().get(path, { follow: true });
      expect([page.path, page.status, page.name]).toEqual([
        "/selfcarekuendigung/error",
        404,
        "selfcare-error",
      ]);
      expect(linkTo(page, "Ohne Anmeldung kündigen")).toBe("/kuendigung");
    },
  );

  test.each([
    ["prefill-hangup", 502, "TechnicalProblem"],
    ["prefill-DOWNTIME", 503, "Downtime"],
  ])("%s may be tried again", async (data, status, state) => {
    const page = await portal.browser().get(`/selfcarekuendigung?data=${data}`);
    expect([page.status, page.name, page.state]).toEqual([status, "selfcare-error", state]);
    expect(linkTo(page, "Erneut versuchen")).toBe(`/selfcarekuendigung?data=${data}`);
  });
});

describe("the termination", () => {
  test.each([
    ["regular", {}],
    ["for a move", { cancellationType: "special", reason: "UmzugInland", ...reasonFields.UmzugInland }],
    ["later", { selectTerminationDate: "later", ...dateFields("terminationDate", inDays(90)) }],
  ])("%s is declared once for the contract behind the link", async (_, fields) => {
    const { customer, page } = await open(fresh());
    const sent = await Promise.all(Array.from({ length: 3 }, () => customer.submit(page, { ...fields })));
    for (const answer of sent)
      expect([answer.status, answer.location]).toEqual([303, receiptAt("/selfcarekuendigung/bestaetigung")]);
    expect(await terminationsAt(portal.origin, idOf(sent[0] ?? ""))).toMatchObject([
      { kind: "prefilled", declaration: { contractNumber: expect.stringMatching(/^V-2024-/) } },
    ]);
    const confirmation = await portal.browser().get(sent[0]?.location ?? "");
    expect([confirmation.status, confirmation.name]).toEqual([200, "selfcare-confirmation"]);
    expect(confirmation.text).toContain("Mobil M");
    const pdf = await customer.get(linkTo(confirmation, "Bestätigung als PDF"));
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
  });

  test("asks for nothing more", async () => {
    const { customer, page } = await open(fresh());
    const answer = await customer.submit(
      page,
      { email: "", cancellationType: "special", reason: "", country: "Türkei" },
      { follow: true },
    );
    expect([answer.status, answer.name]).toEqual([200, "selfcare-confirmation"]);
    expect(answer.text).toContain("Deniz Muster");
  });

  test("pays remaining credit out", async () => {
    const { customer, page } = await open(fresh(), "aldi");
    const account = { payoutRequested: "yes", accountHolder: "Deniz Muster", iban: "DE89370400440532013000" };
    const answer = await customer.submit(page, account, { follow: true });
    expect(answer.text).toContain("Deniz Muster, DE89 •••• •••• 3000");
  });

  test("takes a proof with it, or within a fortnight", async () => {
    const special = { cancellationType: "special", reason: "PersönlicheUmstände" };
    const { customer, page } = await open(fresh());
    const both = await customer.submit(
      page,
      { ...special, file: pdfOf(5000, "jetzt.pdf") },
      { follow: true },
    );
    expect(both.text).toContain("jetzt.pdf");
    const second = await customer.submit(both, { file: pdfOf(6000, "später.pdf") }, { follow: true });
    expect([second.name, second.text.includes("später.pdf")]).toEqual(["selfcare-confirmation", true]);
  });

  test("of two links in two tabs, each ends its own contract", async () => {
    const customer = portal.browser();
    const firstTab = await customer.get(`/selfcarekuendigung?data=${fresh("minimum-term")}`, {
      follow: true,
    });
    const second = await customer.get(`/selfcarekuendigung?data=${fresh()}`, { follow: true });
    const earliest = (text: string) => /Nächstmögliches Vertragsende\s*([\d.]+)/.exec(text)?.[1];
    expect(earliest(second.text)).not.toBe(earliest(firstTab.text));
    const ended = await customer.submit(firstTab, {}, { follow: true });
    const other = await customer.submit(second, {}, { follow: true });
    const endOf = (text: string) => /Vertragsende\s*(\d\d\.\d\d\.\d{4})/.exec(text)?.[1];
    expect(endOf(other.text)).toBeDefined();
    expect(endOf(ended.text)).not.toBe(endOf(other.text));
  });

  test("needs no session: a form that was opened can be sent", async () => {
    const { customer, page } = await open(fresh());
    customer.cookies.clear();
    const sent = await customer.submit(page);
    expect(sent.location).toEqual(receiptAt("/selfcarekuendigung/bestaetigung"));
    expect((await customer.submit(page)).location).toBe(sent.location);
    const changed = await customer.submit(page, { prefill: "nonsense" }, { follow: true });
    expect([changed.name, changed.state]).toEqual(["selfcare-error", "SessionLost"]);
    expect(changed.text).toContain("Es wurde nichts gekündigt");
  });

  test("without the contract's field, as from a script, is of the contract that was opened", async () => {
    const { customer, page } = await open(fresh());
    const { prefill: _, ...fields } = fieldsOf(page);
    const sent = await customer.post("/selfcarekuendigung", fields);
    expect(sent.location).toEqual(receiptAt("/selfcarekuendigung/bestaetigung"));
    expect((await customer.submit(page)).location).toBe(sent.location);
  });

  test("that the provider does not take yet is received", async () => {
    const { customer, page } = await open(fresh("post-DOWNTIME"));
    const answer = await customer.submit(page, { numberPorting: "yes" }, { follow: true });
    expect(answer.text).toContain("Ihre Erklärung ist eingegangen und wird weitergegeben");
    expect(answer.text).toContain("Deniz Muster");
  });

  test("whose answer is lost is confirmed all the same", async () => {
    const { customer, page } = await open(fresh("lost"));
    expect(await terminationsAt(portal.origin, idOf(await customer.submit(page)))).toHaveLength(1);
  });
});
