import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Termination, terminationReceipt } from "#app/backend/contract/termination.ts";
import { withdrawalReceipt } from "#app/backend/contract/withdrawal.ts";
import { readBrands } from "#app/brand/read-brands.server.ts";
import { proofFileLimit } from "#app/domain/proof-file.ts";
import { all, first, parseHtml, textOf } from "../support/html.ts";
import { pdfText } from "../support/pdf-text.ts";
import { codeOf, sandboxForTest } from "../support/sandbox.ts";

let sandbox: ReturnType<typeof sandboxForTest>;
beforeEach(() => {
  sandbox = sandboxForTest({ now: () => new Date("2027-01-31T22:59:59Z") });
});
afterEach(() => sandbox.close());

const id = "t-0000001";
const customer = { firstName: "Ayşe Öztürk", lastName: "Łukasz ığĞİ" };
const terminationBody = (changes: Partial<Termination> = {}): Termination => ({
  serviceType: "mobile",
  cancellationType: "Regular",
  reason: "None",
  selectTerminationDate: "now",
  customer,
  contractNumber: "V-100",
  proofAnnounced: false,
  language: "de",
  confirmation: { email: "ada@example.com" },
  ...changes,
});
const path = (brand = "O2") => `/api/${brand}/contracttermination/${id}`;
const terminate = (body: object = terminationBody(), brand = "O2", key = id) =>
  sandbox.post(path(brand), body, { "idempotency-key": key });
const receiptOf = async (answer: Response | Promise<Response>) =>
  terminationReceipt.parse(await (await answer).json());

test("a termination is not replaced by another content under its id, and belongs to its brand and kind", async () => {
  await terminate();
  const other = terminationBody({ contractNumber: "V-200" });
  expect(await codeOf(await terminate(other))).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  expect(await codeOf(await terminate(other, "O2", "another-key"))).toEqual([409, "TERMINATION_EXISTS"]);
  expect((await receiptOf(sandbox.get(path()))).declaration.contractNumber).toBe("V-100");
  expect((await sandbox.get(path("BLAU"))).status).toBe(404);
  expect((await sandbox.get(`/api/O2/prefilledcontracttermination/${id}`)).status).toBe(404);
});

describe("a termination ends", () => {
  const wished = (terminationDate: string) => ({ selectTerminationDate: "later", terminationDate }) as const;
  const special = (reason: Termination["reason"], details: Termination["details"]) =>
    ({ cancellationType: "Special", reason, details }) as const;
  test.each<[string, Partial<Termination>, string, string?]>([
    ["a month later, month ends clamped", {}, "2027-02-28"],
    ["on the wished date", wished("2027-06-30"), "2027-06-30"],
    ["on the next possible date where the wish is too early", wished("2027-02-01"), "2027-02-28"],
    ["after the minimum term", { contractNumber: "minimum-term" }, "2027-11-30"],
    [
      "with a move, in the alternative no earlier",
      special("UmzugAusland", { moveDate: "2027-05-01", country: "TR" }),
      ...(["2027-05-01", "2027-05-01"] as const),
    ],
    [
      "with a death",
      special("SterbefallVertragsinhaber", { dateOfDeath: "2027-01-02" }),
      ...(["2027-02-28", "2027-01-02"] as const),
    ],
    ["as the provider decides", special("SonstigerGrund", { reasonText: "x" }), "2027-02-28"],
    ["counted from when the portal received it", { receivedAt: "2026-12-31T22:59:59Z" }, "2027-01-31"],
  ])("%s", async (_, changes, ...ends) => {
    const { endDate, specialEndDate } = await receiptOf(terminate(terminationBody(changes)));
    expect([endDate, specialEndDate]).toEqual([ends[0], ends[1]]);
  });
});

test("accounts are masked, in the receipt and in the mail of the customer's language", async () => {
  const payout = { accountHolder: "Ada Muster", iban: "DE89370400440532013000", ibanSource: "validated" };
  const body = { ...terminationBody({ serviceType: "prepaid", language: "tr" }), payout };
  const receipt = await receiptOf(terminate(body, "ALDITALK"));
  const [mail] = await sandbox.mails(id);
  expect(JSON.stringify([receipt, mail])).not.toContain("0532013");
  expect(mail?.to).toBe("ada@example.com");
  for (const said of ["Sözleşme bitişi: 28.02.2027", "31.01.2027, 23:59:59 (CET)", "“Şimdi feshet” düğmesi"])
    expect(mail?.text).toContain(said);
});

const upload = (content: BlobPart) => {
  const form = new FormData();
  form.set("file", new Blob([content]), "a.pdf");
  return sandbox.app.request(`/api/O2/contracttermination/upload/${id}`, { method: "POST", body: form });
};

test("a proof needs a termination, the right content and the right size", async () => {
  expect((await upload("%PDF-1")).status).toBe(404);
  await terminate();
  const large = new Uint8Array(proofFileLimit + 1);
  large.set(Buffer.from("%PDF-"));
  for (const [content, code] of [
    ["MZ program", "TYPE"],
    ["", "EMPTY"],
    [large, "TOOLARGE"],
  ] as const)
    expect((await (await upload(content)).json()).errors[0].code).toBe(code);
  expect((await upload(large.subarray(0, proofFileLimit))).status).toBe(204);
});

test.each([
  ["de", "Kündigungen", "Art der Kündigung", "Nachweis: a.pdf"],
  ["en", "Cancellations", "Type of cancellation", "Supporting document: a.pdf"],
  ["tr", "Fesih bildirimleri", "Fesih türü", "Kanıt belgesi: a.pdf"],
])("what was received is listed in the browser's language, %s", async (language, heading, ...words) => {
  await terminate();
  await upload("%PDF-1");
  const answer = await sandbox.get("/sandbox/terminations", { "accept-language": language });
  const page = parseHtml(await answer.text());
  expect(first(page, "html")?.attributes.lang).toBe(language);
  expect(textOf(first(page, "h1"))).toBe(heading);
  for (const word of words) expect(textOf(first(page, "main"))).toContain(word);
});

const withdrawal = (language: string) =>
  ({ ...customer, contractReference: "B-1", email: "ada@example.com", language }) as const;
test("a withdrawal is acknowledged once with content and time, to its brand alone", async () => {
  const withdraw = (changes = {}) =>
    sandbox.post(
      `/api/BLAU/withdrawal/${id}`,
      { ...withdrawal("en"), ...changes },
      { "idempotency-key": id },
    );
  const [first] = await Promise.all(Array.from({ length: 5 }, () => withdraw()));
  const receipt = withdrawalReceipt.parse(await first?.json());
  expect(receipt).toMatchObject({ receivedAt: "2027-01-31T22:59:59.000Z", sentTo: ["ada@example.com"] });
  const [mail, ...more] = await sandbox.mails(id);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("I hereby withdraw from the contract named below.");
  expect(mail?.text).toContain("January\u00a031,\u00a02027, 23:59:59 (CET)");
  expect(await sandbox.json(`/api/BLAU/withdrawal/${id}`)).toMatchObject({ id });
  expect((await sandbox.get(`/api/O2/withdrawal/${id}`)).status).toBe(404);
  expect((await withdraw({ lastName: "Other" })).status).toBe(422);
});

test.each([
  [
    "contracttermination",
    "de",
    "Anbieter",
    "AY YILDIZ hat Ihre Kündigung erhalten und bestätigt sie hiermit.",
  ],
  ["contracttermination", "tr", "Sağlayıcı", "AY YILDIZ, fesih bildiriminizi aldı ve bu yazıyla onaylıyor."],
  ["withdrawal", "en", "Provider", "AY YILDIZ has received your withdrawal."],
])("the receipt of a %s in %s names customer and provider, as document and mail", async (...row) => {
  const [call, language, provider, received] = row;
  const sent =
    call === "withdrawal" ? withdrawal(language) : { ...terminationBody(), serviceType: undefined, language };
  const address = `/api/AYYILDIZ/${call}`;
  const answer = await sandbox.post(`${address}/${id}`, sent, { "idempotency-key": id });
  expect(answer.status).toBe(200);
  const [mail] = await sandbox.mails(id);
  expect(mail?.subject).toMatch(/^AY YILDIZ: /);
  for (const said of [received, `${provider}: AY YILDIZ\n`, "Ayşe Öztürk Łukasz ığĞİ", "\n\nAY YILDIZ"])
    expect(mail?.text).toContain(said);
  const pdf = await sandbox.get(`${address}/download/${id}`);
  const text = `\n${pdfText(Buffer.from(await pdf.arrayBuffer()))}\n`;
  for (const line of ["AY YILDIZ", received, `${provider}\nAY YILDIZ`, "Ayşe Öztürk Łukasz ığĞİ"])
    expect(text).toContain(`\n${line}\n`);
});

describe("a mail", () => {
  const receiptUrl = "https://portal.example/kuendigung/bestaetigung?brand=o2&ref=x";
  type Mail = { id: string; text: string; subject: string };
  const mailOf = async (brand: string, changes: Partial<Termination> = {}) => {
    await terminate(terminationBody({ receiptUrl, ...changes }), brand);
    const { id: mail, ...rest } =
      (await sandbox.json<Mail[]>(`/sandbox/outbox.json?reference=${id}`))[0] ?? expect.fail();
    const page = await sandbox.get(`/sandbox/outbox/${mail}`);
    return { ...rest, html: await page.text(), headers: page.headers, status: page.status };
  };
  const brands = [...readBrands("brands").values()];

  test.each(brands)("of $slug has its name, icon, colours, address and hotline", async (brand) => {
    const { html, text } = await mailOf(brand.backendEnum);
    const { colors, contact, hotline, name } = brand;
    expect(html).toContain(`background:${colors.header};color:${colors.onHeader}`);
    expect(html).toContain('src="data:image/png;base64,');
    for (const said of [name, ...contact.address, contact.email, `Hotline ${hotline.number}`]) {
      expect(html).toContain(said);
      expect(text).toContain(said);
    }
  });

  test("says the same as HTML and as text, with the receipt's link, and what was typed stays text", async () => {
    const typed = "<b>V-100</b>\n& mehr";
    const { html, text } = await mailOf("O2", { language: "tr", contractNumber: typed });
    const page = parseHtml(html);
    expect(first(page, "html")?.attributes.lang).toBe("tr");
    expect(first(page, "a")?.attributes.href).toBe(receiptUrl);
    expect(first(page, "b")).toBeUndefined();
    const plain = (one: string) => one.replace(/\s+/g, " ");
    for (const cell of [...all(page, "th"), ...all(page, "td"), ...all(page, "p"), ...all(page, "h2")])
      expect(plain(text)).toContain(plain(textOf(cell)));
    expect(text).toContain(`${receiptUrl}\n`);
  });

  test("is shown without scripts, and nothing is loaded for it", async () => {
    const { headers, status, html } = await mailOf("O2");
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*; sandbox /);
    expect(html).not.toMatch(/src="(?!data:)|<script|<link/);
    expect((await sandbox.get("/sandbox/outbox/none")).status).toBe(404);
    expect(await (await sandbox.get("/sandbox/outbox")).text()).toContain("<iframe");
  });
});
