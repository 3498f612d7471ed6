import type { WithdrawalReceipt } from "../../app/backend/contract/withdrawal.ts";
import { withdrawalCalls } from "../../app/backend/contract/withdrawal.ts";
import { renderPdf } from "../../app/declarations/pdf.server.ts";
import { formatDateTime } from "../../app/domain/calendar.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { brandName } from "../brand-names.ts";
import { hangUp } from "../faults.ts";
import { inLanguage, type Language, type Texts } from "../language.ts";
import { sendMail } from "../outbox/outbox.ts";
import { notFound, Refusal } from "../problem.ts";
import { receiptTexts } from "../receipt-texts.ts";
import type { Sandbox } from "../sandbox.ts";
import { playFault } from "../termination/area.ts";
import { terminationScenarioOf } from "../termination/scenarios.ts";

interface Row {
  receipt: string;
}

const texts = {
  ...receiptTexts,
  title: {
    de: "Bestätigung Ihres Widerrufs",
    en: "Confirmation of your withdrawal",
    tr: "Cayma bildiriminizin onayı",
  },
  received: {
    de: "{{provider}} hat Ihren Widerruf erhalten.",
    en: "{{provider}} has received your withdrawal.",
    tr: "{{provider}}, cayma bildiriminizi aldı.",
  },
  text: {
    de: "Hiermit widerrufe ich den unten genannten Vertrag.",
    en: "I withdraw from the contract named below.",
    tr: "Aşağıda belirtilen sözleşmeden cayıyorum.",
  },
  open: { de: "nicht genauer angegeben", en: "not specified", tr: "ayrıntılı belirtilmedi" },
  email: { de: "E-Mail", en: "E-mail", tr: "E-posta" },
  footer: {
    de: "Muster aus der Sandbox: Es wurde kein echter Vertrag widerrufen.",
    en: "Sample from the sandbox: nobody withdrew from a real contract.",
    tr: "Sandbox örneği: gerçek bir sözleşmeden cayılmadı.",
  },
} satisfies Record<string, Texts>;

const receivedBy = (brand: string, language: Language) =>
  inLanguage(texts.received, language).replace("{{provider}}", brandName(brand));

function rowsOf(brand: string, receipt: WithdrawalReceipt): [string, string][] {
  const { declaration } = receipt;
  const { language } = declaration;
  return [
    [inLanguage(texts.provider, language), brandName(brand)],
    [inLanguage(texts.id, language), receipt.id],
    [inLanguage(texts.receivedAt, language), formatDateTime(new Date(receipt.receivedAt), language)],
    [
      inLanguage(texts.name, language),
      [declaration.firstName, declaration.lastName].filter(Boolean).join(" "),
    ],
    [inLanguage(texts.contract, language), declaration.contractReference || inLanguage(texts.open, language)],
    [inLanguage(texts.email, language), declaration.email || declaration.note || "–"],
  ];
}

function receive(sandbox: Sandbox, brand: string, id: string, declaration: WithdrawalReceipt["declaration"]) {
  const { language, firstName, lastName, email } = declaration;
  const receipt: WithdrawalReceipt = {
    id,
    receivedAt: declaration.receivedAt ?? sandbox.now().toISOString(),
    declaration,
    sentTo: email ? [email] : [],
  };
  sandbox.database.run(
    "INSERT INTO withdrawals (id, brand, at, receipt) VALUES (?, ?, ?, ?)",
    id,
    brand,
    receipt.receivedAt,
    JSON.stringify(receipt),
  );
  if (!email) return receipt;
  sendMail(sandbox, {
    to: email,
    subject: `${brandName(brand)}: ${inLanguage(texts.title, language)}`,
    kind: "withdrawal-acknowledgement",
    reference: id,
    text: [
      `${inLanguage(texts.hello, language)} ${firstName} ${lastName},`,
      "",
      receivedBy(brand, language),
      "",
      `${inLanguage(texts.declared, language)}:`,
      inLanguage(texts.text, language),
      ...rowsOf(brand, receipt).map(([label, value]) => `${label}: ${value}`),
      ...(declaration.receiptUrl ? ["", inLanguage(texts.online, language), declaration.receiptUrl] : []),
      "",
      brandName(brand),
    ].join("\n"),
    attachments: ["widerruf.pdf", declaration.receiptPdfUrl],
  });
  return receipt;
}

/** The scenarios are those of terminations, by the contract reference. */
function registerWithdrawalCalls(api: Api, sandbox: Sandbox): void {
  const stored = (request: ApiRequest): WithdrawalReceipt | undefined => {
    const row = sandbox.database.one<Row>(
      "SELECT receipt FROM withdrawals WHERE id = ? AND brand = ?",
      request.param("id"),
      request.param("brand"),
    );
    return row && (JSON.parse(row.receipt) as WithdrawalReceipt);
  };
  const found = (request: ApiRequest) => {
    const receipt = stored(request);
    if (!receipt) throw notFound("Withdrawal");
    return receipt;
  };
  const before = (step: "receipt" | "download") => (request: ApiRequest) =>
    playFault(sandbox, stored(request)?.declaration.contractReference, step, request);

  api.effect(
    withdrawalCalls.declare,
    (request) => {
      if (stored(request))
        throw new Refusal(409, {
          code: "WITHDRAWAL_EXISTS",
          message: "This id has declared a withdrawal already.",
        });
      return receive(sandbox, request.param("brand"), request.param("id"), request.body);
    },
    {
      before: (request) => playFault(sandbox, request.body.contractReference, "post", request),
      after: (request, replayed) =>
        terminationScenarioOf(request.body.contractReference)?.loseAnswer && !replayed
          ? hangUp(request.context)
          : undefined,
    },
  );
  api.read(withdrawalCalls.load, found, { before: before("receipt") });
  api.read(
    withdrawalCalls.download,
    async (request) => {
      const receipt = found(request);
      const { language } = receipt.declaration;
      const brand = request.param("brand");
      const bytes = await renderPdf({
        sender: brandName(brand),
        title: inLanguage(texts.title, language),
        language,
        footer: inLanguage(texts.footer, language),
        createdAt: new Date(receipt.receivedAt),
        blocks: [
          { text: receivedBy(brand, language) },
          { heading: inLanguage(texts.declared, language) },
          { text: inLanguage(texts.text, language) },
          { rows: rowsOf(brand, receipt) },
        ],
      });
      return { fileName: "widerruf.pdf", bytes };
    },
    { before: before("download") },
  );
}

/** Withdrawals: declaration and receipt. */
export const withdrawalArea: Area = {
  migrations: [
    {
      name: "withdrawal-1",
      sql: "CREATE TABLE withdrawals (id TEXT PRIMARY KEY, brand TEXT NOT NULL, at TEXT NOT NULL, receipt TEXT NOT NULL)",
    },
  ],
  calls: registerWithdrawalCalls,
};
