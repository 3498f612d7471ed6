import type { PrefilledTermination, Termination } from "../../app/backend/contract/termination.ts";
import { openCalls, prefilledCalls, terminationCalls } from "../../app/backend/contract/termination.ts";
import { proofFileType } from "../../app/domain/proof-content.ts";
import { proofFileLimit } from "../../app/domain/proof-file.ts";
import { renderPdf } from "../../app/paper/pdf.server.ts";
import { attemptMigrations, playAimed } from "../aimed-fault.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { brandName, letterhead } from "../letterhead.ts";
import { sendMail } from "../outbox/outbox.ts";
import { askedLanguage, html, page } from "../page.ts";
import { fieldRefusal, refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { playListFault } from "../services/area.ts";
import { sandboxTexts } from "../texts.ts";
import {
  prefillOf,
  receiveTermination,
  type StoredTermination,
  type StoredTerminationKind,
  storeUpload,
  type TerminationReceipt,
  terminationMigrations,
  terminationOf,
  terminations,
} from "./records.ts";
import { isSelfcareData, type TerminationStep, terminationScenarioOf } from "./scenarios.ts";
import { servicesOf } from "./services.ts";
import { receiptRows } from "./texts.ts";

/** Plays a scenario's fault for this step. */
export function playFault(
  sandbox: Sandbox,
  scenario: string | undefined,
  step: TerminationStep,
  request: ApiRequest,
) {
  // Attempts count per declaration id, or per data of the link.
  const subject = step === "prefill" ? (scenario ?? "") : request.param("id");
  return playAimed(sandbox, terminationScenarioOf(scenario)?.fault, step, subject, request.context);
}

const scenarioIn = (body: Termination | PrefilledTermination) =>
  "data" in body ? body.data : (body.contractNumber ?? body.customerNumber);

function registerTerminationCalls(api: Api, sandbox: Sandbox): void {
  const config = (request: ApiRequest) => ({
    serviceTypes: servicesOf(request.param("brand"), request.language),
  });
  const before = (request: ApiRequest) => playListFault(sandbox, "config", request);
  api.read(terminationCalls.terminationConfig, config, { before });
  api.read(terminationCalls.prefilledTerminationConfig, config, { before });

  const stored = (kind: StoredTerminationKind, request: ApiRequest) =>
    terminationOf(sandbox, kind, request.param("brand"), request.param("id"));
  const found = (kind: StoredTerminationKind, request: ApiRequest) => {
    const termination = stored(kind, request);
    if (!termination) throw unknownRefusal("Termination");
    return termination;
  };
  const beforeStored = (kind: StoredTerminationKind, step: TerminationStep) => (request: ApiRequest) =>
    playFault(sandbox, stored(kind, request)?.scenario ?? undefined, step, request);

  api.read(
    terminationCalls.prefillTermination,
    (request) => {
      const { data } = request.query;
      if (!isSelfcareData(data)) throw unknownRefusal("Data");
      return prefillOf(sandbox, request.param("brand"), data);
    },
    { before: (request) => playFault(sandbox, request.query.data, "prefill", request) },
  );

  const take = (
    kind: StoredTerminationKind,
    request: ApiRequest,
    body: Termination | PrefilledTermination,
  ): TerminationReceipt => {
    const brand = request.param("brand");
    const id = request.param("id");
    if (stored(kind, request))
      throw refusal(409, "TERMINATION_EXISTS", "This id has declared a termination already.");
    const scenario = scenarioIn(body);
    const receipt = receiveTermination(sandbox, { kind, brand, id, scenario }, body);
    mailReceipt(sandbox, brand, receipt, scenario);
    return receipt;
  };
  const lose = ({ body }: { body: Termination | PrefilledTermination }) =>
    terminationScenarioOf(scenarioIn(body))?.lost;

  api.effect(openCalls.declare, (request) => take("open", request, request.body), {
    before: (request) => playFault(sandbox, scenarioIn(request.body), "post", request),
    lose,
    words: ({ body }) => scenarioIn(body),
  });
  api.effect(
    prefilledCalls.declare,
    (request) => {
      if (!isSelfcareData(request.body.data)) throw unknownRefusal("Data");
      return take("prefilled", request, request.body);
    },
    {
      before: (request) => playFault(sandbox, request.body.data, "post", request),
      lose,
      words: ({ body }) => body.data,
    },
  );

  for (const [kind, { load, download }] of [
    ["open", openCalls],
    ["prefilled", prefilledCalls],
  ] as const) {
    api.read(load, (request) => found(kind, request).receipt, { before: beforeStored(kind, "receipt") });
    api.read(download, (request) => receiptPdf(found(kind, request)), {
      before: beforeStored(kind, "download"),
    });
  }

  api.effect(
    terminationCalls.terminationUpload,
    (request) => {
      // The one call for proofs, whichever form the termination came from.
      const termination = stored("prefilled", request) ?? found("open", request);
      const { file } = request;
      if (!file || file.size === 0) throw fieldRefusal([{ field: "file", code: "EMPTY" }]);
      if (file.size > proofFileLimit) throw fieldRefusal([{ field: "file", code: "TOOLARGE" }]);
      const type = proofFileType(file.head);
      if (!type) throw fieldRefusal([{ field: "file", code: "TYPE" }]);
      storeUpload(sandbox, termination, type, file);
    },
    {
      before: beforeStored("open", "upload"),
      words: (request) => stored("open", request)?.scenario ?? undefined,
    },
  );
}

/** What mail and document of a receipt say. */
function contentOf(brand: string, receipt: TerminationReceipt) {
  const { language } = receipt.declaration;
  const { sandbox, termination, receipt: shared } = sandboxTexts[language];
  return {
    ...sandbox.termination,
    ...sandbox.receipt,
    language,
    received: sandbox.termination.received.replace("{{provider}}", brandName(brand)),
    headings: { effect: termination.confirmation.effect, declared: shared.rows.declared },
    ...receiptRows(brand, receipt, language),
  };
}

function mailReceipt(sandbox: Sandbox, brand: string, receipt: TerminationReceipt, copy: string | undefined) {
  const { customer, receiptUrl, receiptPdfUrl } = receipt.declaration;
  const content = contentOf(brand, receipt);
  const { title, language, open } = content;
  for (const to of receipt.sentTo)
    sendMail(sandbox, {
      to,
      subject: `${brandName(brand)}: ${title}`,
      kind: "termination-confirmation",
      reference: receipt.id,
      copy,
      letter: {
        brand,
        language,
        customer,
        blocks: blocksOf(content),
        action: receiptUrl ? { label: open, href: receiptUrl } : undefined,
      },
      attachments: ["kuendigungsbestaetigung.pdf", receiptPdfUrl],
    });
}

/** What the confirmation's mail and its PDF both say. */
const blocksOf = ({ received, headings, effect, declared, porting }: ReturnType<typeof contentOf>) => [
  { text: received },
  { heading: headings.effect },
  { rows: effect },
  { heading: headings.declared },
  { rows: declared },
  { text: porting },
];

async function receiptPdf({ brand, receipt }: StoredTermination) {
  const content = contentOf(brand, receipt);
  const { received, headings, effect, declared, porting, ...head } = content;
  const bytes = await renderPdf({
    ...head,
    letterhead: letterhead(brand, head.language),
    createdAt: new Date(receipt.receivedAt),
    blocks: blocksOf(content),
  });
  return { fileName: "kuendigungsbestaetigung.pdf", bytes };
}

const kilobytes = (size: number) => `${Math.max(1, Math.round(size / 1024))} kB`;

/** Terminations: configuration, prefill, declaration, receipt, proofs; and a page that lists them. */
export const terminationArea: Area = {
  migrations: [...terminationMigrations, ...attemptMigrations],
  calls: registerTerminationCalls,
  pages(app, sandbox) {
    app.get("/sandbox/terminations.json", (context) =>
      context.json(
        terminations(sandbox).map(({ kind, brand, receipt }) => ({ kind, brand, ...receipt })),
        200,
        { "cache-control": "no-store" },
      ),
    );
    app.get("/sandbox/terminations", (context) => {
      const lang = askedLanguage(context);
      const { sandbox: own, termination } = sandboxTexts[lang];
      const { title, lead } = own.terminations;
      return page(context, {
        title,
        lang,
        body: html`<h1>${title}</h1>
<p class="soft">${lead}</p>
${terminations(sandbox).map(({ brand, receipt }) => {
  const { declared, effect } = receiptRows(brand, receipt, lang);
  return html`<article class="card"><h2>${brandName(brand)}: ${receipt.declaration.customer.firstName} ${receipt.declaration.customer.lastName}</h2>
<dl>${[...effect, ...declared].map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${receipt.uploads?.map(
  ({ name, type, size }) =>
    html`<p class="soft small">${termination.upload.title}: ${name} (${type}, ${kilobytes(size)})</p>`,
)}</article>`;
})}`,
      });
    });
  },
};
