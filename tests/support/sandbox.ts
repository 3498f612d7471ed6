import { problem } from "#app/backend/contract/common.ts";
import type { Acceptance } from "#app/backend/contract/order.ts";
import { createSandbox, type SandboxSettings } from "#sandbox/app.ts";

type Mail = Record<"kind" | "to" | "subject" | "text", string>;

/** Status and code of a refusal. */
export const codeOf = async (answer: Response) => [answer.status, problem.parse(await answer.json()).code];
/** What its errors list names. */
export const refusedFieldsOf = async (answer: Response) =>
  problem.parse(await answer.json()).errors?.map(({ field }) => field);

/** A sandbox in memory that has made a document: the first one loads the fonts, which takes longer than a portal waits. */
export async function warmSandbox(settings: Partial<SandboxSettings> = {}) {
  const sandbox = createSandbox({ database: ":memory:", ...settings });
  const warmUp = await sandbox.app.request("/api/offer/demo~warm-up");
  const { documents } = (await warmUp.json()) as { documents: { itemId: string; type: string }[] };
  for (const { itemId, type } of documents)
    await sandbox.app.request(`/api/offer/documents/demo~warm-up/${itemId}/${type}`);
  return sandbox;
}

/** A sandbox in memory, called without a socket. */
export function sandboxForTest(settings: Partial<SandboxSettings> = {}) {
  const { app, close } = createSandbox({ database: ":memory:", ...settings });
  const call = (
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    app.request(path, {
      method,
      headers: {
        ...(options.body !== undefined && { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
  const get = (path: string, headers?: Record<string, string>) => call("GET", path, { headers });
  const json = async <T = unknown>(path: string, headers?: Record<string, string>) =>
    (await (await get(path, headers)).json()) as T;
  return {
    app,
    close,
    get,
    json,
    /** Those about an order, declaration or token, or all. */
    mails: (reference = "") =>
      json<Mail[]>(`/sandbox/outbox.json?${new URLSearchParams(reference && { reference })}`),
    patch: (path: string) => call("PATCH", path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call("POST", path, { body, headers }),
    form: (path: string, fields: Record<string, string>) =>
      app.request(path, { method: "POST", body: new URLSearchParams(fields) }),
    chooseMethod: (token: string, method: string) =>
      call("POST", `/api/idv/${token}/methods?language=de`, {
        body: { method, returnUrl: `http://portal.example/idv/${token}` },
      }),
    /** Orders an offer. */
    accept: (token: string, body: Acceptance = acceptanceForTest(), key?: string) =>
      call("POST", `/api/offer/accept/${token}`, { body, headers: key ? { "idempotency-key": key } : {} }),
  };
}

/** An order that the `demo` offer accepts. */
export function acceptanceForTest(changes: Partial<Acceptance> = {}): Acceptance {
  return {
    customer: {
      salutation: { value: "frau", source: "entered" },
      firstName: { value: "Ayşe", source: "entered" },
      lastName: { value: "Öztürk", source: "entered" },
      birthDate: { value: "1988-02-29", source: "entered" },
      address: {
        value: { street: "Musterweg", houseNumber: "3 1/2", postalCode: "50667", city: "Köln" },
        source: "validated",
      },
      email: { value: "ayse@example.com", source: "entered" },
      phone: { value: "+4915228817386", source: "validated" },
    },
    identification: {
      documentType: "PERSONALAUSWEIS",
      documentNumber: "L01X00T47",
      issuingAuthority: "Stadt Köln",
      nationality: "DE",
      expiryDate: `${new Date().getFullYear() + 3}-01-01`,
    },
    payment: {
      method: "direct_debit",
      accountHolder: "Ayşe Öztürk",
      iban: "DE89370400440532013000",
      ibanSource: "validated",
      mandateGivenAt: "2026-11-01T10:00:00Z",
    },
    consents: [{ id: "marketing-email", version: "2026-03", granted: false, at: "2026-11-01T10:00:00Z" }],
    language: "de",
    returnUrl: "http://portal.example/angebot/demo/danke",
    ...changes,
  };
}

export const paidByCard = () => acceptanceForTest({ payment: { method: "credit_card" } });
