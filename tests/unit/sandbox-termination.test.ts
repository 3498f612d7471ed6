import { afterEach, describe, expect, test } from "vitest";
import { type Termination, terminationReceipt } from "#app/backend/contract/termination.ts";
import { withdrawalReceipt } from "#app/backend/contract/withdrawal.ts";
import { proofFileLimit } from "#app/domain/proof-file.ts";
import type { Language } from "#sandbox/language.ts";
import { pdfText } from "../support/pdf-text.ts";
import { sandboxForTest } from "../support/sandbox.ts";

const now = () => new Date("2027-01-31T22:59:59Z");
let sandbox: ReturnType<typeof sandboxForTest>;
const start = () => {
  sandbox = sandboxForTest({ now });
  return sandbox;
};
afterEach(() => sandbox.close());

const declaration = (changes: Partial<Termination> = {}): Termination => ({
  serviceType: "mobile",
  cancellationType: "Regular",
  reason: "None",
  selectTerminationDate: "now",
  customer: { firstName: "Ada", lastName: "Muster" },
  contractNumber: "V-100",
  confirmation: { email: "ada@example.com" },
  proofAnnounced: false,
  language: "de",
  ...changes,
});
const path = (id: string, brand = "O2") => `/api/${brand}/contracttermination/${id}`;
const terminate = (id: string, body: object = declaration(), brand = "O2", key = id) =>
  sandbox.post(path(id, brand), body, { "idempotency-key": key });
const receiptOf = async (answer: Response | Promise<Response>) =>
  terminationReceipt.parse(await (await answer).json());
const mails = async (id: string) =>
  (await (await sandbox.get(`/sandbox/outbox.json?reference=${id}`)).json()) as {
    to: string;
    subject: string;
    text: string;
  }[];

describe("configuration", () => {
  test.each([
    ["O2", ["mobile", "dsl", "onlineSchutz"]],
    ["AYYILDIZ", ["mobile"]],
    ["AETKASMART", ["mobile", "dsl"]],
    ["ALDITALK", ["prepaid"]],
    ["NOVA", ["prepaid"]],
    ["ORTEL", ["prepaid"]],
    ["BLAUWORLD", ["prepaid"]],
    ["BLAU", ["mobile"]],
  ])("%s", async (brand, ids) => {
    start();
    for (const call of ["contracttermination", "prefilledcontracttermination"]) {
      const answer = await sandbox.get(`/api/${brand}/${call}/config`, { "accept-language": "en" });
      const { serviceTypes } = (await answer.json()) as { serviceTypes: { id: string; name: string }[] };
      expect(serviceTypes.map(({ id }) => id)).toEqual(ids);
      expect(serviceTypes[0]?.name).toMatch(/^(Mobile contract|Prepaid card)$/);
    }
  });
});

describe("a termination", () => {
  test("is not replaced by another content under its id, with its key or another", async () => {
    start();
    await terminate("t-0000001");
    const other = declaration({ contractNumber: "V-200" });
    const same = await terminate("t-0000001", other);
    expect([same.status, (await same.json()).code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const another = await terminate("t-0000001", other, "O2", "another-key");
    expect([another.status, (await another.json()).code]).toEqual([409, "TERMINATION_EXISTS"]);
    expect((await receiptOf(sandbox.get(path("t-0000001")))).declaration.contractNumber).toBe("V-100");
  });

  test("belongs to its brand and its kind", async () => {
    start();
    await terminate("t-0000001");
    expect((await sandbox.get(path("t-0000001", "BLAU"))).status).toBe(404);
    expect((await sandbox.get("/api/O2/prefilledcontracttermination/t-0000001")).status).toBe(404);
  });

  test.each<[string, Partial<Termination>, { endDate: string; specialEndDate?: string }]>([
    ["ends a month later, month ends clamped", {}, { endDate: "2027-02-28" }],
    [
      "ends on the wished date",
      { selectTerminationDate: "later", terminationDate: "2027-06-30" },
      { endDate: "2027-06-30" },
    ],
    [
      "ends on the next possible date where the wish is too early",
      { selectTerminationDate: "later", terminationDate: "2027-02-01" },
      { endDate: "2027-02-28" },
    ],
    ["waits for the minimum term", { contractNumber: "minimum-term" }, { endDate: "2027-11-30" }],
    [
      "ends with a move, in the alternative no earlier",
      {
        cancellationType: "Special",
        reason: "UmzugAusland",
        details: { moveDate: "2027-05-01", country: "TR" },
      },
      { endDate: "2027-05-01", specialEndDate: "2027-05-01" },
    ],
    [
      "ends with a death",
      {
        cancellationType: "Special",
        reason: "SterbefallVertragsinhaber",
        details: { dateOfDeath: "2027-01-02" },
      },
      { endDate: "2027-02-28", specialEndDate: "2027-01-02" },
    ],
    [
      "is left to the provider for other reasons",
      { cancellationType: "Special", reason: "SonstigerGrund", details: { reasonText: "x" } },
      { endDate: "2027-02-28" },
    ],
  ])("%s", async (_, changes, ends) => {
    start();
    const { endDate, specialEndDate } = await receiptOf(terminate("t-0000001", declaration(changes)));
    expect({ endDate, ...(specialEndDate && { specialEndDate }) }).toEqual(ends);
  });

  test("counts from when the portal received it", async () => {
    start();
    const receipt = await receiptOf(
      terminate("t-0000001", declaration({ receivedAt: "2026-12-31T22:59:59Z" })),
    );
    expect([receipt.receivedAt, receipt.endDate]).toEqual(["2026-12-31T22:59:59.000Z", "2027-01-31"]);
  });

  test("shows accounts masked, in the receipt, the PDF and the mail of the customer's language", async () => {
    start();
    const body = declaration({
      serviceType: "prepaid",
      language: "tr",
      payout: { accountHolder: "Ada Muster", iban: "DE89370400440532013000", ibanSource: "validated" },
    });
    const receipt = await receiptOf(terminate("t-0000001", body, "ALDITALK"));
    expect(JSON.stringify(receipt)).not.toContain("0532013");
    const [mail] = await mails("t-0000001");
    expect(mail?.to).toBe("ada@example.com");
    expect(mail?.text).toContain("Sözleşme bitişi: 28.02.2027");
    expect(mail?.text).toContain("31.01.2027, 23:59:59 (CET)");
    expect(mail?.text).toContain("“Şimdi feshet” düğmesi");
    expect(mail?.text).not.toContain("0532013");
    const pdf = await sandbox.get("/api/ALDITALK/contracttermination/download/t-0000001");
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await pdf.arrayBuffer()).toString("latin1")).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  });
});

describe("a proof", () => {
  const upload = (id: string, content: BlobPart, name = "a.pdf") => {
    const form = new FormData();
    form.set("file", new Blob([content]), name);
    return sandbox.app.request(`/api/O2/contracttermination/upload/${id}`, { method: "POST", body: form });
  };

  test("is listed with its termination, the same content once", async () => {
    start();
    await terminate("t-0000001");
    for (const content of ["%PDF-1", "%PDF-1", "%PDF-2"])
      expect((await upload("t-0000001", content)).status).toBe(204);
    const { uploads } = await receiptOf(sandbox.get(path("t-0000001")));
    expect(uploads).toMatchObject([
      { name: "a.pdf", type: "application/pdf", size: 6 },
      { name: "a.pdf", type: "application/pdf", size: 6 },
    ]);
    const listed = await (await sandbox.get("/sandbox/terminations.json")).json();
    expect(listed[0].uploads[0].sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await sandbox.get("/sandbox/terminations")).text()).toContain("a.pdf");
  });

  test("needs a termination, the right content and the right size", async () => {
    start();
    expect((await upload("t-0000001", "%PDF-1")).status).toBe(404);
    await terminate("t-0000001");
    const code = async (content: BlobPart) =>
      (await (await upload("t-0000001", content)).json()).errors[0].code;
    expect(await code("MZ program")).toBe("TYPE");
    expect(await code("")).toBe("EMPTY");
    const large = new Uint8Array(proofFileLimit + 1);
    large.set(Buffer.from("%PDF-"));
    expect(await code(large)).toBe("TOOLARGE");
    expect((await upload("t-0000001", large.subarray(0, proofFileLimit))).status).toBe(204);
  });
});

describe("a withdrawal", () => {
  const declared = {
    firstName: "Ada",
    lastName: "Muster",
    contractReference: "B-1",
    email: "ada@example.com",
    language: "en",
  };
  const withdraw = (id: string, changes = {}) =>
    sandbox.post(`/api/BLAU/withdrawal/${id}`, { ...declared, ...changes }, { "idempotency-key": id });

  test("is acknowledged once with content and time", async () => {
    start();
    const [first] = await Promise.all(Array.from({ length: 5 }, () => withdraw("w-0000001")));
    const receipt = withdrawalReceipt.parse(await first?.json());
    expect(receipt).toMatchObject({ receivedAt: "2027-01-31T22:59:59.000Z", sentTo: ["ada@example.com"] });
    const sent = await mails("w-0000001");
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain("I withdraw from the contract named below.");
    expect(sent[0]?.text).toContain("January\u00a031,\u00a02027, 23:59:59 (CET)");
    expect(await (await sandbox.get("/api/BLAU/withdrawal/w-0000001")).json()).toMatchObject({
      id: "w-0000001",
    });
    expect((await sandbox.get("/api/BLAU/withdrawal/download/w-0000001")).headers.get("content-type")).toBe(
      "application/pdf",
    );
    expect((await sandbox.get("/api/O2/withdrawal/w-0000001")).status).toBe(404);
    expect((await withdraw("w-0000001", { lastName: "Other" })).status).toBe(422);
  });
});

describe("a receipt names customer and provider, as a document and in the mail", () => {
  const customer = { firstName: "Ayşe Öztürk", lastName: "Łukasz ığĞİ" };
  const declared = {
    contracttermination: (language: Language) => declaration({ serviceType: undefined, customer, language }),
    withdrawal: (language: Language) => ({
      ...customer,
      contractReference: "V-100",
      email: "ada@example.com",
      language,
    }),
  };

  test.each<[keyof typeof declared, Language, string]>([
    ["contracttermination", "de", "AY YILDIZ hat Ihre Kündigung erhalten und bestätigt sie hiermit."],
    ["contracttermination", "en", "AY YILDIZ has received your termination and hereby confirms it."],
    ["contracttermination", "tr", "AY YILDIZ, fesih bildiriminizi aldı ve bu yazıyla onaylıyor."],
    ["withdrawal", "de", "AY YILDIZ hat Ihren Widerruf erhalten."],
    ["withdrawal", "en", "AY YILDIZ has received your withdrawal."],
    ["withdrawal", "tr", "AY YILDIZ, cayma bildiriminizi aldı."],
  ])("%s in %s", async (call, language, received) => {
    start();
    const names: Partial<Record<Language, string>> = { de: "Anbieter", en: "Provider", tr: "Sağlayıcı" };
    const provider = names[language];
    const answer = await sandbox.post(`/api/AYYILDIZ/${call}/t-0000001`, declared[call](language), {
      "idempotency-key": "t-0000001",
    });
    expect(answer.status).toBe(200);
    const [mail] = await mails("t-0000001");
    expect(mail?.subject).toMatch(/^AY YILDIZ: /);
    for (const said of [received, `${provider}: AY YILDIZ\n`, "Ayşe Öztürk Łukasz ığĞİ", "\n\nAY YILDIZ"])
      expect(mail?.text).toContain(said);
    const pdf = await sandbox.get(`/api/AYYILDIZ/${call}/download/t-0000001`);
    const text = pdfText(Buffer.from(await pdf.arrayBuffer()));
    expect(text).toMatch(/^AY YILDIZ\n/);
    for (const line of [received, `${provider}\nAY YILDIZ`, "Ayşe Öztürk Łukasz ığĞİ"])
      expect(`\n${text}\n`).toContain(`\n${line}\n`);
  });
});
