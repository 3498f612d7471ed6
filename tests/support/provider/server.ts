import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { type ActingCall, calls as contract } from "#app/backend/contract/calls.ts";
import { acts } from "#app/outcome/acts.ts";
import { leanAnswer } from "#sandbox/words.ts";
import { logged } from "../scenes.ts";
import * as answers from "./answers.ts";
import { type Answer, type Plan, readings, refusals } from "./plans.ts";

interface Options {
  /**
   * `plain`: what acts answers 204, what is read lags behind, and answers have no member that a journey can do without. `full`:
   * all is answered at once.
   */
  words?: "plain" | "full";
  /** By how much what is read lags behind, for customers without a plan. */
  lagMs?: number;
  /** It has the calls that the contract adds to the specification. */
  hasAdditions?: boolean;
  /** Whether the same idempotency key gets the same answer. */
  honoursKeys?: boolean;
  /** Members that no answer has, and calls (as its table names them) that there are not. */
  lacks?: { members: readonly string[]; calls: readonly string[] };
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
  origin: string;
}
type Row = readonly [pattern: string, answer: (asked: Asked) => Answer];

/** What customers send that tests look at, or name them by. */
interface Sent {
  phone?: { value: string };
  /** Of a declaration, as text. */
  email?: { value: string } | string;
  contractNumber?: string;
  contractReference?: string;
  page?: string;
  data?: string;
  token?: string;
  version?: unknown;
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
const refusingLinks: Record<string, Answer> = {
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

const actNames = Object.keys(acts) as ActingCall[];
const acting = actNames.map((name) => ({ name, address: logged(contract[name]) }));
const lateMs = 3500;
const segments = (path: string) => path.split("/");
const textOf = (value: { value: string } | string | undefined) =>
  typeof value === "object" ? value.value : value;

/**
 * A provider that nobody here wrote: from the specification alone, with other conventions than the sandbox and the
 * contract's schemas, of which it imports nothing. It keeps state, so that whole journeys pass, and does to a customer for
 * whom there is a plan what that says.
 */
export function specifiedProvider({
  words = "plain",
  lagMs = words === "plain" ? 200 : 0,
  hasAdditions = false,
  honoursKeys = true,
  lacks = { members: [], calls: [] },
}: Options = {}) {
  const isPlain = words === "plain";
  const plans = new Map<string, Plan>();
  /** Customers, by the ids of their declarations. */
  const declarants = new Map<string, string>();
  const planOf = (id: string) => plans.get(declarants.get(id) ?? id);
  const lagMsOf = (id: string) => {
    const plan = planOf(id);
    return plan ? readings[plan.reading] : lagMs;
  };
  const orders = new Replicated<Order>(lagMsOf);
  const verifications = new Replicated<"CREATED" | "MethodChosen" | "SUBMITTED">(lagMsOf);
  const customers = new Replicated<{ version: number; changes: object }>(lagMsOf);
  const declared = new Replicated<Declared>(lagMsOf);
  /** All that was taken, by call and customer. */
  const taken = Object.fromEntries(actNames.map((name) => [name, new Replicated<Sent>(lagMsOf)])) as Record<
    ActingCall,
    Replicated<Sent>
  >;
  /** Answers by idempotency key; where it honours them, for orders, changes and declarations. */
  const answered = new Map<string, Answer>();
  const posts = new Map<string, number>();
  const calls: string[] = [];
  const requests: { call: string; query: string[]; mediaType: string }[] = [];
  const loggedIn: string[] = [];
  let numbers = 81_000;

  const nothing: Answer = { status: 404, body: answers.notFound };
  const once_ = (asked: Asked, act: () => Answer): Answer => {
    const key = honoursKeys ? asked.key : undefined;
    const answer = (key !== undefined && answered.get(key)) || act();
    if (key !== undefined) answered.set(key, answer);
    return answer;
  };
  const isKnown = (token: string) => token.startsWith(links.knownCustomer);
  const offered = (id: string) => ({
    ...answers.offer(id, isKnown(id)),
    ...(hasAdditions && { declinable: true }),
  });

  /** What an offer's link answers before anything else. */
  const offerOf = ({ is: { id = "" }, isLoggedIn }: Asked, ok: (id: string) => unknown): Answer => {
    const refusal = refusingLinks[id.split(".")[0] ?? ""];
    if (refusal) return refusal;
    const plan = plans.get(id);
    if (!plan && !offerLinks.some((link) => id.startsWith(link))) return nothing;
    const needsLogin = id.startsWith(links.needsLogin) || plan?.call === "exchangeCode";
    if (needsLogin && !isLoggedIn) return { status: 401, body: null };
    return { body: ok(id) };
  };
  const over = (code: string): Answer => ({
    status: 410,
    body: { code, downtime: null, shopHotline: null, errors: null },
  });
  const openOffer = (asked: Asked, ok: (id: string) => unknown): Answer => {
    const { id = "" } = asked.is;
    if (asked.isRead ? orders.seen(id) : orders.get(id)) return over("OFFER_CONSUMED");
    if (taken.declineOffer.seen(id)) return over("OFFER_CANCELLED");
    if (plans.get(id)?.call === "resetOffer" && !taken.resetOffer.seen(id))
      return { status: 409, body: { code: "OFFER_INCOMPATIBLE_STATE" } };
    return offerOf(asked, ok);
  };
  const verificationOf = ({ is: { id = "" } }: Asked, ok: (id: string) => Answer): Answer => {
    const refusal = refusingLinks[id.split(".")[0] ?? ""];
    return refusal ?? (plans.has(id) || id.startsWith(links.idv) ? ok(id) : nothing);
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
  const declaredDocument = ({ is: { id = "" } }: Asked): Answer =>
    planOf(id) && !declared.seen(id) ? nothing : document();
  const payAtOf = ({ is: { id = "" }, origin }: Asked, { returnUrl }: Order) =>
    `${origin}/pay/${id}?back=${encodeURIComponent(returnUrl)}`;

  /** What a summary says where there are additions, so that they can be used. */
  function additionsOfOrder(id: string): object {
    const call = plans.get(id)?.call;
    const isRead = call === "replaceEsim" && !taken.replaceEsim.seen(id);
    const refused = taken.correctPorting.seen(id) ? {} : { refused: "name", correctable: true };
    return {
      customer: {
        firstName: "Bo",
        lastName: "Fremd",
        email: textOf(taken.correctEmail.seen(id)?.email) ?? "bo@example.com",
      },
      esim: isRead ? "read" : "ready",
      emailCorrectable: true,
      esimReplaceable: true,
      ...(call === "correctPorting" && { porting: { number: "+4915228817385", ...refused } }),
    };
  }
  const yes = (): Answer => ({});
  const additions: Row[] = [
    ["GET /api/:brand/abilities", () => ({ body: { newLink: true } })],
    ["POST /api/:brand/links/:id", yes],
    ["POST /api/:brand/consents", yes],
    ["POST /api/:brand/consents/:id", yes],
    ["POST /api/:brand/barriers", yes],
    ["POST /api/offer/decline/:id", yes],
    ["POST /api/offer/email/:id", yes],
    ["POST /api/offer/porting/:id", yes],
    ["POST /api/offer/esim-replacement/:id", yes],
    ["POST /api/offer/esim/:id", () => ({ body: answers.esim, isAskedFor: true })],
  ];

  const specified: Row[] = [
    [
      "GET /api/auth/token",
      ({ query }) => {
        const code = query.get("code") ?? "";
        // Of a plan, a code is used up.
        if (plans.has(code) && taken.exchangeCode.get(code)) return { status: 400 };
        return { body: answers.bearer };
      },
    ],
    ["GET /api/:brand/lists/nationalities", () => ({ body: answers.nationalities })],
    [
      "GET /api/consent/:id",
      ({ is }) => (is.id === links.consent ? { body: answers.consent(is.id) } : nothing),
    ],
    ["GET /api/:brand/contracttermination/config", () => ({ body: answers.terminationConfig })],
    ["GET /api/:brand/contracttermination/download/:id", declaredDocument],
    [
      "POST /api/:brand/contracttermination/upload/:id",
      ({ is: { id = "" }, bytes }) => {
        // Its writes lag as its reads do.
        if (planOf(id) && !declared.seen(id)) return nothing;
        const upload = answers.upload(bytes);
        declared.get(id)?.uploads.push(upload);
        return { body: upload };
      },
    ],
    ["POST /api/:brand/contracttermination/:id", declare("termination")],
    ["GET /api/:brand/contracttermination/:id", receiptOf],
    ["GET /api/:brand/prefilledcontracttermination/config", () => ({ body: answers.terminationConfig })],
    ["GET /api/:brand/prefilledcontracttermination/download/:id", document],
    [
      "GET /api/:brand/prefilledcontracttermination/prefill",
      ({ query }) => {
        const data = query.get("data") ?? "";
        if (plans.has(data)) return { body: { ...answers.prefill, contractNumber: data } };
        return data === links.prefill ? { body: answers.prefill } : nothing;
      },
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
            return answers.acceptance(order.id, isRedirected ? payAtOf(asked, order) : undefined);
          }),
        ),
    ],
    [
      "GET /api/offer/summary/:id",
      (asked) => {
        const { id = "" } = asked.is;
        const order = orders.seen(id);
        if (!order) return nothing;
        const payAt = isPlain && !order.isPaid ? payAtOf(asked, order) : undefined;
        const summary = answers.summary(order, payAt);
        return { body: hasAdditions ? { ...summary, ...additionsOfOrder(id) } : summary };
      },
    ],
    ["GET /api/offer/documents/:id/:item/:type", (asked) => ({ ...offerOf(asked, () => null), pdf: true })],
    ["GET /api/offer/:id/preview", (asked) => offerOf(asked, offered)],
    ["POST /api/offer/:id/preview/reset", reopen],
    ["GET /api/offer/:id", (asked) => openOffer(asked, offered)],
    ["PATCH /api/offer/:id", reopen],
    [
      "GET /api/:brand/customer/details/:id",
      ({ is: { id = "" } }) => {
        const { version, changes } = customers.seen(id) ?? { version: 1, changes: {} };
        const isThere = plans.has(id) || id.startsWith(links.customer);
        return isThere ? { body: answers.customer(version, changes) } : nothing;
      },
    ],
    [
      "POST /api/:brand/customer/details/:id",
      (asked) =>
        once_(asked, () => {
          const { id = "" } = asked.is;
          const { version, changes } = customers.get(id) ?? { version: 1, changes: {} };
          const { email, phone, version: seen } = asked.body as Sent;
          if (!lacks.members.includes("version") && String(seen) !== String(version))
            return { status: 409, body: { code: "CUSTOMER_DATA_CHANGED", errors: null, message: null } };
          const changed = {
            ...changes,
            ...(email && { email: textOf(email) }),
            ...(phone && { phone: phone.value }),
          };
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
          const isMailed = plans.get(id)?.call === "mailIdvCoupon";
          const state = isMailed ? "MethodChosen" : (verifications.seen(id) ?? "CREATED");
          const chosen = isMailed ? { ...answers.coupon, email: "b••@example.com" } : answers.coupon;
          const coupon = state === "MethodChosen" ? chosen : null;
          const video = isPlain && state === "SUBMITTED" ? `${asked.origin}/video/${id}` : null;
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
          const redirectUrl = isVideo ? `${asked.origin}/video/${id}` : null;
          return { body: { redirectUrl, step: isVideo ? "PROVIDER" : "Coupon", hint: null } };
        }),
    ],
    ["GET /api/idv/:id/coupon", document],
    ["POST /api/idv/:id/coupon/mail", () => ({})],
    ["POST /api/validation/:brand/address", ({ body }) => ({ body: answers.addressCheck(body) })],
    ["POST /api/validation/:brand/iban", ({ body }) => ({ body: answers.ibanCheck(body) })],
  ];

  const rows = [...specified, ...(hasAdditions ? additions : [])].filter(
    ([pattern]) => !lacks.calls.includes(pattern),
  );

  /** Whom an act is about: what is declared says so itself. */
  function customerOf(name: ActingCall, url: URL, body: Sent): string {
    const at = segments(contract[name].path).indexOf("{id}");
    const id = decodeURIComponent(segments(url.pathname)[at] ?? "");
    const named = body.contractNumber ?? body.contractReference ?? body.data ?? body.page ?? body.token;
    if (named !== undefined) declarants.set(id, named);
    return named ?? url.searchParams.get("code") ?? url.searchParams.get("token") ?? declarants.get(id) ?? id;
  }
  /** Without the members that it lacks, and in plain words without all that no journey needs. */
  function inItsWords(answer: Answer): Answer {
    const body = isPlain ? leanAnswer(answer.body) : answer.body;
    return { ...answer, body: withoutMembers(body, lacks.members) };
  }

  /** What acts, for a customer with a plan. */
  async function play(
    plan: Plan,
    name: ActingCall,
    customer: string,
    act: () => Answer,
  ): Promise<Answer | "lost"> {
    if (plan.call !== name) return act();
    posts.set(customer, (posts.get(customer) ?? 0) + 1);
    const answer = plan.refusal === "takes" ? act() : refusals[plan.refusal];
    if (plan.arrival === "lost") return "lost";
    if (plan.arrival === "late") await wait(lateMs);
    return answer;
  }

  const listener: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const call = `${request.method} ${url.pathname}`;
    calls.push(call);
    const [mediaType = ""] = (request.headers["content-type"] ?? "").split(";");
    requests.push({ call, query: [...url.searchParams.keys()], mediaType });
    if (isLoggedIn(request)) loggedIn.push(call);
    const [, order] = /^\/pay\/([^/]+)$/.exec(url.pathname) ?? [];
    const paid = order && orders.get(decodeURIComponent(order));
    if (paid) {
      paid.isPaid = true;
      return response.writeHead(302, { Location: url.searchParams.get("back") ?? "/" }).end();
    }
    const bytes = await buffer(request).catch(() => Buffer.alloc(0));
    const row = rows.find(([pattern]) => match(pattern, call));
    if (!row) return send(response, { status: 404, body: "No such address." });
    const [pattern, answerOf] = row;
    const asked = askedBy(request, url, bytes, match(pattern, call) ?? {});
    const name = acting.find(({ address }) => address.test(call + url.search))?.name;
    if (name === undefined) {
      const reader = asked.is.id ?? url.searchParams.get("data") ?? "";
      // Once something was sent: before that, its page can be opened.
      const fails = planOf(reader)?.reading === "failing" && posts.has(declarants.get(reader) ?? reader);
      return send(response, fails ? { status: 500 } : inItsWords(answerOf(asked)));
    }
    const customer = customerOf(name, url, asked.body);
    const plan = plans.get(customer);
    const isAtOnce = plan ? plan.call !== name && plan.call !== "terminationUpload" : lagMs === 0;
    const act = () =>
      writtenAt(isAtOnce ? Number.NEGATIVE_INFINITY : performance.now(), () => {
        const answer = answerOf(asked);
        if (answer.status === undefined) taken[name].set(customer, asked.body);
        return answer;
      });
    const answer = plan ? await play(plan, name, customer, act) : act();
    if (answer === "lost") return request.socket.destroy();
    const isBare = isPlain && answer.status === undefined && !answer.isAskedFor && request.method !== "GET";
    send(response, isBare ? {} : inItsWords(answer));
  };
  return {
    listener,
    plan: (customer: string, plan: Plan) => void plans.set(customer, plan),
    /** How often what is planned was sent for a customer. */
    posts: (customer: string) => posts.get(customer) ?? 0,
    /** Method and path of every call so far. */
    calls,
    /** What each of them sent. */
    requests,
    /** Those with the bearer token that a login brought. */
    loggedIn,
  };
}

/** The same, at an address of its own. */
export async function startProvider(options?: Options) {
  const { listener, ...provider } = specifiedProvider(options);
  // On a busy machine, a portal may take an idle connection as its server closes it.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...provider,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** The time of what is being written. */
let now = 0;
function writtenAt<T>(time: number, write: () => T): T {
  now = time;
  return write();
}
/** Values by id, of which reads see what was written some time ago. */
class Replicated<V> {
  readonly #lagMsOf: (id: string) => number;
  readonly #written = new Map<string, { at: number; value: V | undefined }[]>();

  constructor(lagMsOf: (id: string) => number) {
    this.#lagMsOf = lagMsOf;
  }

  set(id: string, value: V | undefined): void {
    this.#written.set(id, [...(this.#written.get(id) ?? []), { at: now, value }]);
  }

  get(id: string): V | undefined {
    return this.#written.get(id)?.at(-1)?.value;
  }

  seen(id: string): V | undefined {
    const until = performance.now() - this.#lagMsOf(id);
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
    origin: url.origin,
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

const withoutMembers = (body: unknown, names: readonly string[]): unknown =>
  names.length === 0 || body === undefined
    ? body
    : JSON.parse(JSON.stringify(body, (name, value) => (names.includes(name) ? undefined : value)));

function send(response: ServerResponse, { status = 200, body, page, pdf: isPdf }: Answer): void {
  if (page !== undefined) response.writeHead(status, { "Content-Type": "text/html" }).end(page);
  else if (isPdf && status === 200)
    response.writeHead(200, { "Content-Type": "application/pdf;version=1.4" }).end(pdf);
  else if (body === undefined) response.writeHead(status === 200 ? 204 : status).end();
  else
    response
      .writeHead(status, { "Content-Type": "application/vnd.provider.v3+json;charset=UTF-8" })
      .end(JSON.stringify(body));
}
