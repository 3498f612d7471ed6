import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { warmSandbox } from "./sandbox.ts";

interface Stage {
  /** Method and path. */
  call: string;
  /** Its body. */
  sent: string;
  response: ServerResponse;
  /** The sandbox's answer; the sandbox acts at the first call. */
  answer: () => Promise<Response>;
  /** The answer to the same call once more. */
  again: () => Promise<Response>;
  /** Resolves when the rule is released. */
  released: Promise<void>;
}
export type Play = (stage: Stage) => unknown;

const answers =
  (status: number, headers: Record<string, string> = {}, body?: string): Play =>
  ({ response }) =>
    response.writeHead(status, headers).end(body);
/** A fault of one test alone. */
export const json = (status: number, body: string) =>
  answers(status, { "Content-Type": "application/json" }, body);
/** A JSON answer; without a body, the sandbox's is passed on as it is. */
interface JsonAnswer {
  status: number;
  body: unknown;
}
/** @param ask has the sandbox act and answer; without it, it never sees the call */
export type Change = (call: string, ask: () => Promise<JsonAnswer>) => Promise<JsonAnswer> | JsonAnswer;
/** Answers changed by this. */
export const changing =
  (change: Change): Play =>
  async (stage) => {
    const { status, body } = await change(stage.call, async () => {
      const plain = await stage.answer();
      const isJson = plain.headers.get("Content-Type")?.includes("json");
      return { status: plain.status, body: isJson ? await plain.clone().json() : undefined };
    });
    if (body === undefined) return pass(await stage.answer(), stage.response);
    return json(status, JSON.stringify(body))(stage);
  };
const later = { "Retry-After": "30" };
const html = { "Content-Type": "text/html" };
const pdf = { "Content-Type": "application/pdf" };

/** Faults of a backend, on a real socket. */
export const faults = {
  "closes the connection": ({ response }) => response.socket?.destroy(),
  "breaks off within the answer": ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "5000" });
    response.write('{"offerId":', () => response.socket?.destroy());
  },
  /** Until it is released; then it answers normally, but late. */
  "never answers": async ({ response, released, answer }) => {
    await released;
    await pass(await answer(), response);
  },
  "never ends its answer": ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write('{"offerId":');
  },
  "drips its answer": async ({ response, answer }) => {
    const real = await answer();
    const body = Buffer.from(await real.arrayBuffer());
    response.writeHead(real.status, { "Content-Type": real.headers.get("Content-Type") ?? "text/plain" });
    for (let at = 0; at < body.length && !response.destroyed; at++) {
      response.write(body.subarray(at, at + 1));
      await wait(100, undefined, { ref: false });
    }
    response.end();
  },
  "answers nothing": answers(200),
  "answers 201": answers(201),
  "answers 204": answers(204),
  "answers 204 with a coding": answers(204, { "Content-Encoding": "gzip" }),
  "answers 205": answers(205),
  "answers 304": answers(304),
  "answers 400 without words": answers(400),
  "answers 401 without words": answers(401, later),
  "answers 403 without words": answers(403, later),
  "answers 404 without words": answers(404, later),
  "answers 409 with a page": answers(409, html, "<h1>Conflict</h1>"),
  "answers 410 without words": answers(410),
  "answers 413": answers(413),
  "answers 418 with an unknown code": json(418, '{"code":"SOMETHING_NEW"}'),
  "answers 422 without words": answers(422),
  "answers 429": answers(429, later),
  "answers 500 with a page": answers(500, html, "<h1>Internal Server Error</h1>"),
  "answers 502": answers(502, html, "<h1>Bad Gateway</h1>"),
  "answers 503 without words": answers(503),
  "answers 504": answers(504),
  "answers 999": answers(999),
  "answers a page": answers(200, html, "<h1>It works</h1>"),
  "answers no JSON": json(200, "<html>not what you asked for"),
  "answers JSON of the wrong shape": json(200, '{"unexpected":[1,2,3]}'),
  "answers an empty list": json(200, "[]"),
  "answers an empty PDF": answers(200, pdf),
  "answers half a PDF": answers(200, pdf, "%PDF-1.7\n1 0 obj\n<< /Type /Cata"),
  "answers a PDF that is none": answers(200, pdf, "<h1>Not found</h1>"),
  "stalls within a large PDF": ({ response }) => {
    const part = Buffer.alloc(2 ** 21, "%PDF-1.7\n");
    response.writeHead(200, { ...pdf, "Content-Length": 2 * part.length }).write(part);
  },
  "answers a redirect": answers(302, { Location: "http://127.0.0.1:9/elsewhere" }),
  "answers without end": ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const megabyte = Buffer.alloc(1024 * 1024, 32);
    let sent = 0;
    const more = () => {
      while (sent < 64 && !response.destroyed) {
        sent++;
        if (!response.write(megabyte)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  },
} satisfies Record<string, Play>;
export type Fault = keyof typeof faults;

/** One fault of each kind, with the same meaning for every call. */
export const commonFaults = [
  "closes the connection",
  "breaks off within the answer",
  "never answers",
  "never ends its answer",
  "answers 400 without words",
  "answers 418 with an unknown code",
  "answers 500 with a page",
  "answers 503 without words",
  "answers no JSON",
  "answers JSON of the wrong shape",
  "answers a redirect",
  "answers without end",
] satisfies Fault[] as Fault[];

/** Faults that go unnoticed without reading the answer's body. */
export const bodyFaults: Fault[] = [
  "breaks off within the answer",
  "never ends its answer",
  "answers no JSON",
  "answers JSON of the wrong shape",
  "answers without end",
];

/** Faults that leave open whether the call had its effect, and whether it is still at work: 502 to 504 are a gateway's. */
export const unknownEnds: Fault[] = [
  "closes the connection",
  "never answers",
  "answers 503 without words",
  ...bodyFaults,
];

/** Answers of a call that is over, which do not say whether it had its effect: a proxy's, an error of the provider's own. */
export const vagueEnds: Fault[] = [
  "answers 400 without words",
  "answers 500 with a page",
  "answers a redirect",
];

/** Passes an answer on. */
export async function pass(from: Response, to: ServerResponse) {
  to.writeHead(from.status, Object.fromEntries(from.headers)).end(Buffer.from(await from.arrayBuffer()));
}

const playOf = (fault: Fault | Play): Play => (typeof fault === "string" ? faults[fault] : fault);

interface Rule {
  call: RegExp;
  fault: Fault | Play;
  /** The call still has its effect; only its answer is bad. */
  acts?: boolean;
  /** Applies only to calls with this word in path, headers or body: one test's customer. */
  of?: string;
  /** Answers before it has read the body, and stops reading. */
  early?: true;
  /** The calls it applies to, counted from 1; all by default. */
  attempts?: number[];
}
type Active = Rule & { met: number; released: Promise<void>; release: () => void };

/**
 * The sandbox behind a proxy that can misbehave, for chosen calls, customers and attempts.
 * @param publicUrl where its own pages are, such as that of the payment; on the portal's origin if not given
 */
export async function startFaultProxy(publicUrl?: string) {
  const sandbox = await warmSandbox({ publicUrl });
  const passOn = getRequestListener(sandbox.app.fetch);
  const calls: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let rules: Active[] = [];

  // On a busy machine, a portal may take an idle connection as its server closes it: then that fault would be none of a test's.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    headers.push(request.headers);
    const meant = rules.filter((rule) => rule.call.test(call));
    if (meant.length === 0) return passOn(request, response);
    const early = meant.find((rule) => rule.early);
    if (early) {
      early.met++;
      // A server may stop reading a request it has begun to read.
      request.read(0);
      const answer = () => Promise.reject(new Error("It has read nothing."));
      return playOf(early.fault)({
        call,
        sent: "",
        response,
        released: early.released,
        answer,
        again: answer,
      });
    }
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const all = `${decodeURI(call)}\n${JSON.stringify(request.headers)}\n${body.toString()}`;
    const rule = meant.find(({ of }) => of === undefined || all.includes(of));
    if (rule) rule.met++;
    const strikes = rule && (rule.attempts?.includes(rule.met) ?? true);
    let asked: Promise<Response> | undefined;
    const ask = () => {
      asked ??= askSandbox(request, body);
      return asked;
    };
    if (!strikes) return pass(await ask(), response);
    if (rule.acts) await ask();
    playOf(rule.fault)({
      call,
      sent: body.toString(),
      response,
      released: rule.released,
      answer: ask,
      again: () => askSandbox(request, body),
    });
  });
  const askSandbox = async (request: IncomingMessage, body: Buffer) =>
    sandbox.app.request(request.url ?? "", {
      method: request.method,
      headers: request.headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  const listen = (port: number) => once(server.listen(port, "127.0.0.1"), "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const behave = () => {
    for (const rule of rules) rule.release();
    rules = [];
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Method and path of every call so far. */
    calls,
    /** The headers of every call so far. */
    headers,
    /** Bytes of its answers that were read so far, and bytes that were sent to it. */
    traffic: () => ({
      taken: sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
      sent: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    }),
    /** Connections to it that are open. */
    connections: () => promisify(server.getConnections.bind(server))(),
    /** Adds a rule; later rules take precedence. */
    strike(rule: Rule) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const active: Active = { ...rule, met: 0, released: promise, release: resolve };
      rules = [active, ...rules];
      return {
        /** How many calls it has matched so far. */
        met: () => active.met,
        /** Releases held answers and removes the rule. */
        end() {
          rules = rules.filter((one) => one !== active);
          resolve();
        },
      };
    },
    /** Replaces all rules. @param acts the call still has its effect; only its answer is bad */
    misbehave(call: RegExp, fault: Fault | Play, acts = false) {
      behave();
      return this.strike({ call, fault, acts });
    },
    /** Removes all rules. */
    behave,
    /** Refuses every connection until it is up again. */
    down: close,
    up: () => listen(port),
    async stop() {
      behave();
      if (server.listening) await close();
      sandbox.close();
    },
  };
}

/** When a fault hits a call with an effect, and whether it still has that effect. */
export const moments = [
  ["before it acted", false],
  ["after it acted", true],
] as const;
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;
