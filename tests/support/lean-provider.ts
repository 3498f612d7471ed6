import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

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
} satisfies Record<string, { status: number; body?: object; page?: string }>;
export type Refusal = keyof typeof refusals;

/** What it says of itself when it is read. */
export const readings = { whole: 0, "0.5 s behind": 500, "5 s behind": 5000, failing: undefined } as const;
export type Reading = keyof typeof readings;

/** How its answer to what acts arrives. */
export const answers = ["given", "lost", "late"] as const;
export type Answer = (typeof answers)[number];

interface Plan {
  refusal: Refusal;
  reading: Reading;
  answer: Answer;
}

interface Written {
  at: number;
  phone?: string;
  method?: string;
}
interface Body {
  phone?: { value: string };
  method?: string;
  contractNumber?: string;
  contractReference?: string;
}

const pdf = "%PDF-1.4\ntrailer<<>>\n%%EOF\n";
const offer = {
  offers: [
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
  ],
};

const lateMs = 3500;

/** Of customers whose terminations are taken, and whose proofs are not. */
export const proofOf = "proof-";

/**
 * A provider written from the specification alone, whether it takes what is sent or refuses it: it lacks every member that only the portal's contract names (a version, a
 * reference, what was chosen, lists of files), knows no idempotency keys, and does to each customer what their plan says.
 */
export function leanProvider() {
  const plans = new Map<string, Plan>();
  const posts = new Map<string, number>();
  const written = new Map<string, Written[]>();
  /** By the id of a declaration. */
  const declared = new Map<string, string>();

  function read(token: string): Written | undefined {
    const lagMs = readings[plans.get(token)?.reading ?? "whole"] ?? 0;
    return written.get(token)?.findLast(({ at }) => at <= performance.now() - lagMs);
  }
  function send(response: ServerResponse, status: number, body?: object, page?: string) {
    response.writeHead(status, { "Content-Type": page ? "text/html" : "application/json" });
    response.end(page ?? (body && JSON.stringify(body)));
  }

  const reads: [RegExp, (token: string) => object][] = [
    [
      /^\/api\/O2\/customer\/details\/([^/]+)$/,
      (token) => ({
        firstName: "Bo",
        lastName: "Fremd",
        email: "bo@example.com",
        phone: read(token)?.phone ?? "+493023125111",
      }),
    ],
    [/^\/api\/idv\/([^/]+)$/, (token) => ({ state: read(token)?.method ? "started" : "created" })],
    [
      /^\/api\/idv\/([^/]+)\/methods$/,
      () => [{ id: "branch", kind: "branch", name: "Am Schalter", provider: "Schalter eG" }],
    ],
    [/^\/api\/offer\/([^/]+)\/preview$/, () => offer],
    [/^\/api\/offer\/verify\/([^/]+)$/, (token) => (read(token)?.method === "no" ? isCancelled : {})],
    // The one member of the contract: without it, nobody is asked whether they decline.
    [/^\/api\/offer\/([^/]+)$/, () => ({ ...offer, declinable: true })],
  ];
  const isCancelled = { code: "OFFER_CANCELLED" };
  const acts = [
    /^\/api\/O2\/customer\/details\/([^/]+)$/,
    /^\/api\/idv\/([^/]+)\/methods$/,
    /^\/api\/offer\/([^/]+)\/preview\/reset$/,
    /^\/api\/offer\/decline\/([^/]+)$/,
    /^\/api\/declinemail\?token=([^&]+)/,
  ];
  const declarations = /^\/api\/O2\/(?:contracttermination|withdrawal)\/([^/]+)$/;
  const uploads = /^\/api\/O2\/contracttermination\/upload\/([^/]+)$/;
  const downloads = /^\/api\/O2\/contracttermination\/download\/([^/]+)$/;

  /** Whom it is about: what is declared says so itself. */
  function tokenOf(address: string, body: Body): string | undefined {
    const find = (pattern: RegExp) => decodeURIComponent(pattern.exec(address)?.[1] ?? "");
    const id = find(declarations);
    if (id) declared.set(id, body.contractNumber ?? body.contractReference ?? "");
    return declared.get(id || find(uploads)) ?? acts.map(find).find(Boolean);
  }

  async function act(address: string, request: IncomingMessage, response: ServerResponse) {
    const sent = await textOf(request).catch(() => "");
    const body: Body = sent.startsWith("{") ? JSON.parse(sent) : {};
    const token = tokenOf(address, body);
    if (token === undefined) return send(response, 404);
    const isProof = uploads.test(address);
    // Its writes lag as its reads do.
    if (isProof && !read(token)) return send(response, 404);
    if (!isProof && token.startsWith(proofOf)) {
      written.set(token, [{ at: performance.now() }]);
      return send(response, 204);
    }
    posts.set(token, (posts.get(token) ?? 0) + 1);
    const { refusal, answer } = plans.get(token) ?? { refusal: "takes", answer: "given" };
    if (refusal === "takes") {
      const now: Written = { at: performance.now() };
      if (body.phone) now.phone = body.phone.value;
      if (body.method) now.method = body.method;
      if (address.includes("/decline/")) now.method = "no";
      written.set(token, [...(written.get(token) ?? []), now]);
    }
    if (answer === "lost") return request.socket.destroy();
    if (answer === "late") await wait(lateMs);
    const said: { status: number; body?: object; page?: string } = refusals[refusal];
    send(response, said.status, said.body, said.page);
  }

  const listener: RequestListener = async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://provider");
    const find = (pattern: RegExp) => decodeURIComponent(pattern.exec(pathname)?.[1] ?? "");
    if (request.method !== "GET") return act(pathname + search, request, response);
    const ofDocument = declared.get(find(downloads));
    if (ofDocument !== undefined && read(ofDocument)) {
      response.writeHead(200, { "Content-Type": "application/pdf" });
      return response.end(pdf);
    }
    for (const [pattern, answer] of reads) {
      const token = find(pattern);
      if (!token) continue;
      // Once something was sent: before that, its page can be opened.
      const fails = plans.get(token)?.reading === "failing" && posts.has(token);
      const said = answer(token);
      return fails ? send(response, 500) : send(response, said === isCancelled ? 410 : 200, said);
    }
    send(response, 404);
  };
  return {
    listener,
    plan: (token: string, plan: Plan) => void plans.set(token, plan),
    /** How often something was sent for a customer. */
    posts: (token: string) => posts.get(token) ?? 0,
    has: (token: string) => written.has(token),
  };
}
