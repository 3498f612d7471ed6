import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { leanAnswer } from "#sandbox/words.ts";
import * as answers from "./answers.ts";

/** A body with its status; no body is 204, text is a PDF's. */
interface Answer {
  status?: number;
  body?: unknown;
  pdf?: true;
}
interface Asked {
  /** The parts of the path that the pattern names. */
  is: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, never>;
  bytes: number;
  key: string | undefined;
  isLoggedIn: boolean;
  isRead: boolean;
}

interface Order {
  id: number;
  at: Date;
  isPaid: boolean;
  method: string;
  returnUrl: string;
}
interface Declared {
  kind: string;
  since: Date;
  body: object;
  uploads: object[];
}

const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/** What each of its links leads to. */
export const links = {
  newCustomer: "K.7001",
  knownCustomer: "K.7002",
  needsLogin: "K.7003",
  idv: "I.1",
  customer: "C.551",
  prefill: "P.1",
  novum: "N.1",
  consent: "mail",
};
const offerLinks: string[] = [links.newCustomer, links.knownCustomer, links.needsLogin];

/** Refusals, each in a shape of its own; a link `<name>.<anything>` answers it. */
const refusals: Record<string, Answer> = {
  expired: { status: 409, body: { code: "OFFER_EXPIRED", message: null, shopHotline: 49301234, errors: [] } },
  blocked: {
    status: 400,
    body: { code: "offer_blocked", errors: ["see code"], downtime: true, cause: null },
  },
  down: {
    status: 500,
    body: {
      code: "DOWNTIME",
      downtime: { end: `${new Date().getFullYear() + 2}-01-01` },
      offerUseCase: null,
    },
  },
  invalid: { status: 400, body: { errors: { iban: ["We do not know this bank."] } } },
  odd: { status: 418, body: ["no", "object"] },
};

/**
 * A provider that nobody here wrote: from the specification alone, with other conventions than the sandbox and the
 * contract's schemas, of which it imports nothing. It keeps state, so that whole journeys pass.
 *
 * It is one of plain words: what acts answers 204, what is read lags behind, and answers have no member that a journey can do
 * without. With `words: "full"`, all is answered at once.
 */
export async function startForeignProvider({ words = "plain" }: { words?: "plain" | "full" } = {}) {
  const isPlain = words === "plain";
  const lagMs = isPlain ? 200 : 0;
  const orders = new Replicated<Order>(lagMs);
  const verifications = new Replicated<"CREATED" | "MethodChosen" | "SUBMITTED">(lagMs);
  const customers = new Replicated<{ version: number; changes: object }>(lagMs);
  const declared = new Replicated<Declared>(lagMs);
  /** Answers by idempotency key; it honours them for orders, changes and declarations. */
  const answered = new Map<string, Answer>();
  const calls: string[] = [];
  const requests: { call: string; query: string[]; mediaType: string }[] = [];
  const loggedIn: string[] = [];
  let numbers = 81_000;

  const nothing: Answer = { status: 404, body: answers.notFound };
  const once_ = (asked: Asked, act: () => Answer): Answer => {
    const known = asked.key === undefined ? undefined : answered.get(asked.key);
    const answer = known ?? act();
    if (asked.key !== undefined) answered.set(asked.key, answer);
    return answer;
  };
  const isKnown = (token: string) => token.startsWith(links.knownCustomer);

  /** What an offer's link answers before anything else. */
  const offerOf = ({ is: { id = "" }, isLoggedIn }: Asked, ok: (id: string) => unknown): Answer => {
    const refusal = refusals[id.split(".")[0] ?? ""];
    if (refusal) return refusal;
    if (!offerLinks.some((link) => id.startsWith(link))) return nothing;
    if (id.startsWith(links.needsLogin) && !isLoggedIn) return { status: 401, body: null };
    return { body: ok(id) };
  };
  const openOffer = (asked: Asked, ok: (id: string) => unknown): Answer =>
    (asked.isRead ? orders.seen(asked.is.id ?? "") : orders.get(asked.is.id ?? ""))
      ? { status: 410, body: { code: "OFFER_CONSUMED", downtime: null, shopHotline: null, errors: null } }
      : offerOf(asked, ok);
  const verificationOf = ({ is: { id = "" } }: Asked, ok: (id: string) => Answer): Answer => {
    const refusal = refusals[id.split(".")[0] ?? ""];
    return refusal ?? (id.startsWith(links.idv) ? ok(id) : nothing);
  };

  const declare =
    (kind: string) =>
    (asked: Asked): Answer => {
      const { id = "" } = asked.is;
      const known = declared.get(id) ?? { kind, since: new Date(), body: asked.body, uploads: [] };
      declared.set(id, known);
      return receiptOf(asked);
    };
  const receiptOf = ({ is: { id = "" }, isRead }: Asked): Answer => {
    const known = isRead ? declared.seen(id) : declared.get(id);
    if (!known) return nothing;
    return { body: answers.receipt(id, known.kind, known.body, known.since, known.uploads) };
  };
  const reopen = ({ is: { id = "" } }: Asked): Answer => {
    orders.set(id, undefined);
    return {};
  };
  const document = (): Answer => ({ pdf: true });

  const rows: [pattern: string, answer: (asked: Asked) => Answer][] = [
    ["GET /api/auth/token", () => ({ body: answers.bearer })],
    ["GET /api/:brand/lists/nationalities", () => ({ body: answers.nationalities })],
    [
      "GET /api/consent/:id",
      ({ is }) => (is.id === links.consent ? { body: answers.consent(is.id) } : nothing),
    ],
    ["GET /api/:brand/contracttermination/config", () => ({ body: answers.terminationConfig })],
    ["GET /api/:brand/contracttermination/download/:id", document],
    [
      "POST /api/:brand/contracttermination/upload/:id",
      ({ is, bytes }) => {
        const upload = answers.upload(bytes);
        declared.get(is.id ?? "")?.uploads.push(upload);
        return { body: upload };
      },
    ],
    ["POST /api/:brand/contracttermination/:id", declare("termination")],
    ["GET /api/:brand/contracttermination/:id", receiptOf],
    ["GET /api/:brand/prefilledcontracttermination/config", () => ({ body: answers.terminationConfig })],
    ["GET /api/:brand/prefilledcontracttermination/download/:id", document],
    [
      "GET /api/:brand/prefilledcontracttermination/prefill",
      ({ query }) => (query.get("data") === links.prefill ? { body: answers.prefill } : nothing),
    ],
    ["POST /api/:brand/prefilledcontracttermination/:id", declare("termination")],
    ["GET /api/:brand/prefilledcontracttermination/:id", receiptOf],
    ["GET /api/:brand/withdrawal/download/:id", document],
    ["POST /api/:brand/withdrawal/:id", declare("withdrawal")],
    ["GET /api/:brand/withdrawal/:id", receiptOf],
    ["GET /api/offer/verify/:id", (asked) => openOffer(asked, (id) => answers.verification(id, isKnown(id)))],
    [
      "POST /api/offer/accept/:id",
      (asked) =>
        once_(asked, () =>
          openOffer(asked, (id) => {
            const { payment } = asked.body as { payment?: { method?: string } };
            const method = payment?.method ?? "invoice";
            const isRedirected = method === "credit_card";
            const { returnUrl = "" } = asked.body as { returnUrl?: string };
            const order = { id: numbers++, at: new Date(), isPaid: !isRedirected, method, returnUrl };
            orders.set(id, order);
            return answers.acceptance(order.id, isRedirected ? payAtOf(id, order) : undefined);
          }),
        ),
    ],
    [
      "GET /api/offer/summary/:id",
      ({ is }) => {
        const order = orders.seen(is.id ?? "");
        const payAt = order && isPlain && !order.isPaid ? payAtOf(is.id ?? "", order) : undefined;
        return order ? { body: answers.summary(order, payAt) } : nothing;
      },
    ],
    ["GET /api/offer/documents/:id/:item/:type", (asked) => ({ ...offerOf(asked, () => null), pdf: true })],
    ["GET /api/offer/:id/preview", (asked) => offerOf(asked, (id) => answers.offer(id, isKnown(id)))],
    ["POST /api/offer/:id/preview/reset", reopen],
    ["GET /api/offer/:id", (asked) => openOffer(asked, (id) => answers.offer(id, isKnown(id)))],
    ["PATCH /api/offer/:id", reopen],
    [
      "GET /api/:brand/customer/details/:id",
      ({ is: { id = "" } }) => {
        const { version, changes } = customers.seen(id) ?? { version: 1, changes: {} };
        return id.startsWith(links.customer) ? { body: answers.customer(version, changes) } : nothing;
      },
    ],
    [
      "POST /api/:brand/customer/details/:id",
      (asked) =>
        once_(asked, () => {
          const { id = "" } = asked.is;
          const { version, changes } = customers.get(id) ?? { version: 1, changes: {} };
          if (String(asked.body.version) !== String(version))
            return { status: 409, body: { code: "CUSTOMER_DATA_CHANGED", errors: null, message: null } };
          const email = (asked.body as { email?: { value: string } }).email;
          const changed = { ...changes, ...(email && { email: email.value }) };
          customers.set(id, { version: version + 1, changes: changed });
          return { body: answers.changeReceipt(numbers++) };
        }),
    ],
    ["POST /api/declinemail", () => ({})],
    [
      "GET /api/entry/novum",
      ({ query }) =>
        query.get("id") === links.novum
          ? { body: { offerToken: links.newCustomer, expires: null } }
          : nothing,
    ],
    [
      "GET /api/idv/:id",
      (asked) =>
        verificationOf(asked, (id) => {
          const state = verifications.seen(id) ?? "CREATED";
          const coupon = state === "MethodChosen" ? answers.coupon : null;
          const video = isPlain && state === "SUBMITTED" ? `${origin}/video/${id}` : null;
          return { body: answers.idv(state, 3, coupon, video) };
        }),
    ],
    ["GET /api/idv/:id/methods", (asked) => verificationOf(asked, () => ({ body: answers.idvMethods }))],
    [
      "POST /api/idv/:id/methods",
      (asked) =>
        verificationOf(asked, (id) => {
          const isVideo = String(asked.body.method) === "6";
          verifications.set(id, isVideo ? "SUBMITTED" : "MethodChosen");
          const redirectUrl = isVideo ? `${origin}/video/${id}` : null;
          return { body: { redirectUrl, step: isVideo ? "PROVIDER" : "Coupon", hint: null } };
        }),
    ],
    ["GET /api/idv/:id/coupon", document],
    ["POST /api/idv/:id/coupon/mail", () => ({})],
    ["POST /api/validation/:brand/address", ({ body }) => ({ body: answers.addressCheck(body) })],
    ["POST /api/validation/:brand/iban", ({ body }) => ({ body: answers.ibanCheck(body) })],
  ];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://provider");
    const call = `${request.method} ${url.pathname}`;
    calls.push(call);
    const [mediaType = ""] = (request.headers["content-type"] ?? "").split(";");
    requests.push({ call, query: [...url.searchParams.keys()], mediaType });
    if (isLoggedIn(request)) loggedIn.push(`${request.method} ${url.pathname}`);
    const [, order] = /^\/pay\/([^/]+)$/.exec(url.pathname) ?? [];
    const paid = order && orders.get(decodeURIComponent(order));
    if (paid) {
      paid.isPaid = true;
      return response.writeHead(302, { Location: url.searchParams.get("back") ?? "/" }).end();
    }
    const bytes = await buffer(request);
    for (const [pattern, answer] of rows) {
      const is = match(pattern, `${request.method} ${url.pathname}`);
      if (!is) continue;
      const said = answer(askedBy(request, url, bytes, is));
      const isYes = isPlain && said.status === undefined && acts(request.method, url.pathname);
      return send(response, isYes ? {} : isPlain ? { ...said, body: leanAnswer(said.body) } : said);
    }
    send(response, { status: 404, body: "No such address." });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  function payAtOf(id: string, { returnUrl }: Order) {
    return `${origin}/pay/${id}?back=${encodeURIComponent(returnUrl)}`;
  }
  return {
    origin,
    /** Method and path of every call so far. */
    calls,
    /** What each of them sent. */
    requests,
    /** Those with the bearer token that a login brought. */
    loggedIn,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type ForeignProvider = Awaited<ReturnType<typeof startForeignProvider>>;

const acts = (method: string | undefined, path: string) =>
  method !== "GET" && !path.startsWith("/api/validation/");

/** Values by id, of which reads see what was written some time ago. */
class Replicated<V> {
  readonly #lagMs: number;
  readonly #written = new Map<string, { at: number; value: V | undefined }[]>();

  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  set(id: string, value: V | undefined): void {
    this.#written.set(id, [...(this.#written.get(id) ?? []), { at: performance.now(), value }]);
  }

  get(id: string): V | undefined {
    return this.#written.get(id)?.at(-1)?.value;
  }

  seen(id: string): V | undefined {
    const until = performance.now() - this.#lagMs;
    return this.#written.get(id)?.findLast(({ at }) => at <= until)?.value;
  }
}

const isLoggedIn = ({ headers }: IncomingMessage) => headers.authorization === "Bearer foreign-bearer";

function askedBy(request: IncomingMessage, url: URL, bytes: Buffer, is: Record<string, string>): Asked {
  const isJson = request.headers["content-type"]?.startsWith("application/json") && bytes.length > 0;
  const key = request.headers["idempotency-key"];
  return {
    is,
    query: url.searchParams,
    body: isJson ? JSON.parse(bytes.toString()) : {},
    bytes: bytes.length,
    key: typeof key === "string" ? key : undefined,
    isLoggedIn: isLoggedIn(request),
    isRead: request.method === "GET",
  };
}

/** The named parts of a path that fits the pattern. */
function match(pattern: string, call: string): Record<string, string> | undefined {
  const parts = call.split("/");
  const wanted = pattern.split("/");
  if (parts.length !== wanted.length) return undefined;
  const is: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(":")) is[part.slice(1)] = decodeURIComponent(parts[index] ?? "");
    else if (part !== parts[index]) return undefined;
  }
  return is;
}

function send(response: ServerResponse, { status, body, pdf: isPdf }: Answer): void {
  if (isPdf && !status) {
    response.writeHead(200, { "Content-Type": "application/pdf;version=1.4" }).end(pdf);
  } else if (status === undefined && body === undefined) response.writeHead(204).end();
  else
    response
      .writeHead(status ?? 200, { "Content-Type": "application/vnd.provider.v3+json;charset=UTF-8" })
      .end(JSON.stringify(body));
}
