import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { type ActingCall, type CallName, calls } from "#app/backend/contract/calls.ts";
import { acts } from "#app/outcome/acts.ts";
import { logged } from "./scenes.ts";

interface Said {
  status: number;
  body?: object | undefined;
  page?: string;
  data?: string;
}

/** How it refuses what acts; `takes`: it does not. */
export const refusals = {
  takes: { status: 204 },
  "own words": {
    status: 422,
    body: { errors: [{ field: "phone", message: "Die Nummer kennen wir nicht." }] },
  },
  "own words, unreadable": { status: 422, body: { errors: [5] } },
  "bare 400": { status: 400 },
  "bare 403": { status: 403 },
  "bare 404": { status: 404 },
  "bare 500": { status: 500 },
  "a gateway's page": { status: 502, page: "<h1>Bad Gateway</h1>" },
  "closed for now": { status: 503, body: { code: "DOWNTIME" } },
} satisfies Record<string, Said>;
export type Refusal = keyof typeof refusals;

/** What it says of itself when it is read. */
export const readings = { whole: 0, "0.5 s behind": 500, "5 s behind": 5000, failing: undefined } as const;
export type Reading = keyof typeof readings;

/** How its answer to what acts arrives. */
export const answers = ["given", "lost", "late"] as const;
export type Answer = (typeof answers)[number];

interface Plan {
  /** What is played: all else is taken, and readable at once. */
  call: ActingCall;
  refusal: Refusal;
  reading: Reading;
  answer: Answer;
}

interface Written {
  call: ActingCall;
  /** By the monotonic clock. */
  at: number;
  phone: string | undefined;
  email: string | undefined;
}
interface Body {
  phone?: { value: string };
  /** Of a declaration, as text. */
  email?: { value: string } | string;
  /** In declarations, where tests name their customer. */
  contractNumber?: string;
  contractReference?: string;
  page?: string;
  data?: string;
  token?: string;
}

const emailIn = ({ email }: Body) => (typeof email === "object" ? email.value : email);

const pdf = "%PDF-1.4\ntrailer<<>>\n%%EOF\n";
const offers = [
  {
    id: "1",
    tariff: {
      id: "t",
      name: "Weitblick",
      prices: [{ type: "monthly", amount: 19.99 }],
      minimumTermMonths: 24,
      noticePeriodMonths: 1,
    },
  },
];
const offer = {
  offers,
  paymentMethods: ["invoice"],
  documents: [{ type: "CONTRACT_SUMMARY", itemId: "t" }],
  // The one member of the contract: without it, nobody is asked whether they decline.
  declinable: true,
};
const coupon = {
  kind: "branch",
  provider: "Schalter eG",
  referenceNumber: "123456789012",
  code: "998877",
  firstName: "Bo",
  lastName: "Fremd",
  documents: ["PERSONALAUSWEIS"],
  validUntil: "2099-01-01T00:00:00Z",
  // Another one: without it, no mail is offered.
  email: "b••@example.com",
};
/** What it says beside its yes, where that is what is asked for. */
const given: Partial<Record<ActingCall, object>> = {
  readEsim: { profiles: [{ smdpAddress: "smdp.example.com", matchingId: "ABC-1" }] },
  exchangeCode: { data: { token: "bearer" } },
};

const lateMs = 3500;
const acting = (Object.keys(acts) as ActingCall[]).map((name) => ({ name, address: logged(calls[name]) }));
const segments = (path: string) => path.split("/");

/**
 * A provider written from the specification alone, whether it takes what is sent or refuses it: it lacks every member that only
 * the portal's contract names (a version, a reference, what was chosen, lists of files), knows no idempotency keys, and does to
 * each customer what their plan says.
 */
export function leanProvider() {
  const plans = new Map<string, Plan>();
  const posts = new Map<string, number>();
  const written = new Map<string, Written[]>();
  /** Customers, by the ids of their declarations. */
  const declared = new Map<string, string>();

  function read(token: string, call: ActingCall): Written | undefined {
    const lagMs = readings[plans.get(token)?.reading ?? "whole"] ?? 0;
    return written.get(token)?.findLast((one) => one.call === call && one.at <= performance.now() - lagMs);
  }
  function write(token: string, now: Written) {
    written.set(token, [...(written.get(token) ?? []), now]);
  }
  function send(response: ServerResponse, { status, body, page }: Said) {
    response.writeHead(status, { "Content-Type": page ? "text/html" : "application/json" });
    response.end(page ?? (body && JSON.stringify(body)));
  }
  function sendDocument(response: ServerResponse) {
    response.writeHead(200, { "Content-Type": "application/pdf" });
    response.end(pdf);
  }

  /** Whom it is about: what is declared says so itself. */
  function customerOf(name: ActingCall, url: URL, body: Body): string {
    const at = segments(calls[name].path).indexOf("{id}");
    const id = decodeURIComponent(segments(url.pathname)[at] ?? "");
    const own = body.contractNumber ?? body.contractReference ?? body.data ?? body.page ?? body.token;
    if (own !== undefined) declared.set(id, own);
    return own ?? url.searchParams.get("code") ?? url.searchParams.get("token") ?? declared.get(id) ?? id;
  }

  async function act(name: ActingCall, url: URL, request: IncomingMessage, response: ServerResponse) {
    const sent = await textOf(request).catch(() => "");
    const body: Body = sent.startsWith("{") ? JSON.parse(sent) : {};
    const token = customerOf(name, url, body);
    const plan = plans.get(token);
    const now = { call: name, at: performance.now(), phone: body.phone?.value, email: emailIn(body) };
    // Its writes lag as its reads do.
    if (name === "terminationUpload" && !read(token, "terminate")) return send(response, { status: 404 });
    if (plan?.call !== name) {
      const isAtOnce = plan?.call !== "terminationUpload";
      write(token, isAtOnce ? { ...now, at: Number.NEGATIVE_INFINITY } : now);
      return send(response, refusals.takes);
    }
    posts.set(token, (posts.get(token) ?? 0) + 1);
    const isUsedUp = name === "exchangeCode" && written.has(token);
    if (plan.refusal === "takes") write(token, now);
    if (plan.answer === "lost") return request.socket.destroy();
    if (plan.answer === "late") await wait(lateMs);
    if (isUsedUp) return send(response, refusals["bare 400"]);
    const isGiven = plan.refusal === "takes" && given[name];
    send(response, isGiven ? { status: 200, body: isGiven } : refusals[plan.refusal]);
  }

  /** Of an offer that can be read. */
  function offerState(token: string, isLoggedIn: boolean, body: object): Said {
    const call = plans.get(token)?.call;
    if (call === "exchangeCode" && !isLoggedIn) return { status: 401 };
    if (read(token, "declineOffer")) return { status: 410, body: { code: "OFFER_CANCELLED" } };
    if (read(token, "acceptOffer")) return { status: 410, body: { code: "OFFER_CONSUMED" } };
    if (call === "resetOffer" && !read(token, "resetOffer"))
      return { status: 409, body: { code: "OFFER_INCOMPATIBLE_STATE" } };
    return { status: 200, body };
  }
  const ok = (body: object): Said => ({ status: 200, body });
  const reads: Partial<Record<CallName, (token: string, isLoggedIn: boolean) => Said>> = {
    customerDetails: (token) =>
      ok({
        firstName: "Bo",
        lastName: "Fremd",
        email: "bo@example.com",
        phone: read(token, "changeCustomerDetails")?.phone ?? "+493023125111",
      }),
    loadIdv(token) {
      if (plans.get(token)?.call === "mailIdvCoupon") return ok({ state: "methodChosen", coupon });
      return ok({ state: read(token, "chooseIdvMethod") ? "started" : "created" });
    },
    idvMethods: () => ok([{ id: "branch", kind: "branch", name: "Am Schalter", provider: "Schalter eG" }]),
    previewOffer: () => ok(offer),
    verifyOffer: (token, isLoggedIn) => offerState(token, isLoggedIn, { offerUseCase: "offer" }),
    loadOffer: (token, isLoggedIn) => offerState(token, isLoggedIn, offer),
    offerSummary(token) {
      if (!read(token, "acceptOffer")) return { status: 404 };
      const email = read(token, "correctEmail")?.email ?? "bo@example.com";
      const customer = { firstName: "Bo", lastName: "Fremd", email };
      const isShown = plans.get(token)?.call === "replaceEsim" && !read(token, "replaceEsim");
      const esim = isShown ? "read" : "ready";
      const may = { emailCorrectable: true, esimReplaceable: true };
      const placed = { orderId: `o-${token}`, offers, esim, customer, ...may };
      if (plans.get(token)?.call !== "correctPorting") return ok(placed);
      const refused = read(token, "correctPorting") ? {} : { refused: "name", correctable: true };
      return ok({ ...placed, porting: { number: "+4915228817385", ...refused } });
    },
    prefillTermination: (token) => ok({ firstName: "Bo", lastName: "Fremd", contractNumber: token }),
    abilities: () => ok({ newLink: true }),
  };
  const reading = Object.entries(reads).map(([name, answer]) => {
    const { path } = calls[name as CallName];
    return { address: logged(calls[name as CallName]), at: segments(path).indexOf("{id}"), answer };
  });
  const downloads = logged(calls.terminationDownload);
  const documents = logged(calls.offerDocument);

  const listener: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider");
    const asked = `${request.method} ${url.pathname}${url.search}`;
    const acted = acting.find(({ address }) => address.test(asked));
    if (acted) return act(acted.name, url, request, response);
    if (documents.test(asked)) return sendDocument(response);
    const ofDocument = declared.get(decodeURIComponent(segments(url.pathname).at(-1) ?? ""));
    if (downloads.test(asked) && ofDocument !== undefined && read(ofDocument, "terminate"))
      return sendDocument(response);
    const found = reading.find(({ address }) => address.test(asked));
    if (!found) return send(response, { status: 404 });
    const token =
      decodeURIComponent(segments(url.pathname)[found.at] ?? "") || (url.searchParams.get("data") ?? "");
    // Once something was sent: before that, its page can be opened.
    const fails = plans.get(token)?.reading === "failing" && posts.has(token);
    send(
      response,
      fails ? { status: 500 } : found.answer(token, request.headers.authorization !== undefined),
    );
  };
  return {
    listener,
    plan: (token: string, plan: Plan) => void plans.set(token, plan),
    /** How often what is played was sent for a customer. */
    posts: (token: string) => posts.get(token) ?? 0,
  };
}
