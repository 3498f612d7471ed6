import type {
  DeviceReturn,
  WithdrawalReceipt as WithdrawalAnswer,
} from "../../app/backend/contract/withdrawal.ts";
import { withdrawalCalls } from "../../app/backend/contract/withdrawal.ts";
import { addDays, berlinDate, formatDateTime } from "../../app/domain/calendar.ts";
import { renderPdf } from "../../app/paper/pdf.server.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import type { Language } from "../language.ts";
import { brandName, letterhead } from "../letterhead.ts";
import { buildOffer } from "../offer/offers.ts";
import { lastDayOfWithdrawal, orderOfNumber } from "../offer/orders.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { sendMail } from "../outbox/outbox.ts";
import { refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { playFault } from "../termination/area.ts";
import { terminationScenarioOf } from "../termination/scenarios.ts";
import { sandboxTexts } from "../texts.ts";

const receivedBy = (brand: string, language: Language) =>
  sandboxTexts[language].sandbox.withdrawal.received.replace("{{provider}}", brandName(brand));

/** The sandbox says when it was received. */
type WithdrawalReceipt = WithdrawalAnswer & { receivedAt: string };

function rowsOf(brand: string, receipt: WithdrawalReceipt): [string, string][] {
  const { firstName, lastName, contractReference, contractParts, email, note, language } =
    receipt.declaration;
  const { receipt: shared, sandbox, withdrawal } = sandboxTexts[language];
  const labels = withdrawal.confirmation;
  return [
    [sandbox.receipt.provider, brandName(brand)],
    [shared.head.reference, receipt.id],
    [shared.rows.receivedAt, formatDateTime(new Date(receipt.receivedAt), language)],
    [labels.name, [firstName, lastName].filter(Boolean).join(" ")],
    [labels.contract, contractReference || labels.contractOpen],
    [
      shared.rows.content,
      contractParts ? labels.declarationOfParts.replace("{{parts}}", contractParts) : labels.declaration,
    ],
    [labels.email, email || note || "–"],
  ];
}

/** An order's device goes back to the brand's warehouse, within the 14 days of § 357 BGB, at the brand's cost; not if it is too late. */
function returnOf(
  sandbox: Sandbox,
  brand: string,
  { contractReference, contractParts, language }: WithdrawalReceipt["declaration"],
): DeviceReturn | undefined {
  const order = orderOfNumber(sandbox, contractReference);
  const scenario = order && offerScenarioOf(order.token);
  const today = berlinDate(sandbox.now(contractReference));
  if (!scenario) return undefined;
  const { token, at, language: ordered, brand: of } = order;
  const offer = buildOffer(token, scenario, new Date(at), ordered, of);
  if (lastDayOfWithdrawal(order, offer) < today) return undefined;
  const { offers } = offer;
  const device = offers.find(({ hardware }) => hardware)?.hardware;
  if (!device || (contractParts && !contractParts.includes(device.name))) return undefined;
  const { address } = letterhead(brand, language);
  return {
    address: [brandName(brand), sandboxTexts[language].sandbox.withdrawal.returns, ...address.slice(1)],
    labelUrl: `https://www.example.com/ruecksendung/${order.id}`,
    until: addDays(today, 14),
    paidBy: "provider",
  };
}

function receive(sandbox: Sandbox, brand: string, id: string, declaration: WithdrawalReceipt["declaration"]) {
  const { language, firstName, lastName, email } = declaration;
  const receipt: WithdrawalReceipt = {
    id,
    receivedAt: declaration.receivedAt ?? sandbox.now(declaration.contractReference).toISOString(),
    declaration,
    sentTo: email ? [email] : [],
    deviceReturn: returnOf(sandbox, brand, declaration),
  };
  const { receivedAt } = receipt;
  sandbox.database.insert("withdrawals", { id, brand, at: receivedAt, receipt: JSON.stringify(receipt) });
  if (!email) return receipt;
  const { sandbox: own, receipt: shared } = sandboxTexts[language];
  sendMail(sandbox, {
    to: email,
    subject: `${brandName(brand)}: ${own.withdrawal.title}`,
    kind: "withdrawal-acknowledgement",
    reference: id,
    copy: declaration.contractReference || id,
    letter: {
      brand,
      language,
      customer: { firstName, lastName },
      blocks: [
        { text: receivedBy(brand, language) },
        { heading: shared.rows.declared },
        { rows: rowsOf(brand, receipt) },
      ],
      action: declaration.receiptUrl ? { label: own.receipt.open, href: declaration.receiptUrl } : undefined,
    },
    attachments: ["widerruf.pdf", declaration.receiptPdfUrl],
  });
  return receipt;
}

/** The scenarios are those of terminations, by the contract reference. */
function registerWithdrawalCalls(api: Api, sandbox: Sandbox): void {
  const stored = (request: ApiRequest): WithdrawalReceipt | undefined => {
    const row = sandbox.database.one<{ receipt: string }>(
      "SELECT receipt FROM withdrawals WHERE id = ? AND brand = ?",
      request.param("id"),
      request.param("brand"),
    );
    return row && (JSON.parse(row.receipt) as WithdrawalReceipt);
  };
  const found = (request: ApiRequest) => {
    const receipt = stored(request);
    if (!receipt) throw unknownRefusal("Withdrawal");
    return receipt;
  };
  const before = (step: "receipt" | "download") => (request: ApiRequest) =>
    playFault(sandbox, stored(request)?.declaration.contractReference, step, request);

  api.effect(
    withdrawalCalls.declare,
    (request) => {
      if (stored(request))
        throw refusal(409, "WITHDRAWAL_EXISTS", "This id has declared a withdrawal already.");
      return receive(sandbox, request.param("brand"), request.param("id"), request.body);
    },
    {
      before: (request) => playFault(sandbox, request.body.contractReference, "post", request),
      lose: ({ body }) => terminationScenarioOf(body.contractReference)?.lost,
      words: ({ body }) => body.contractReference,
    },
  );
  api.read(withdrawalCalls.load, found, { before: before("receipt") });
  api.read(
    withdrawalCalls.download,
    async (request) => {
      const receipt = found(request);
      const { language } = receipt.declaration;
      const brand = request.param("brand");
      const { sandbox: own, receipt: shared } = sandboxTexts[language];
      const bytes = await renderPdf({
        letterhead: letterhead(brand, language),
        title: own.withdrawal.title,
        language,
        footer: own.withdrawal.footer,
        createdAt: new Date(receipt.receivedAt),
        blocks: [
          { text: receivedBy(brand, language) },
          { heading: shared.rows.declared },
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
