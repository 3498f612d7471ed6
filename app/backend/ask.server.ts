import { Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { type Duplex, finished } from "node:stream";
import { pipeline } from "node:stream/promises";

/** An answer of any status. Its body has to be read or destroyed, else its connection stays taken. */
export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  body: IncomingMessage;
}

interface Question {
  method: string;
  headers: Record<string, string>;
  /** A body that arrives in pieces is sent on one chunk at a time, and no further once the call is refused. */
  body?: string | AsyncIterable<Uint8Array> | undefined;
  signal: AbortSignal;
  /** Called once the body has been sent, or the answer has begun. */
  onWaiting?: () => void;
}

/** Connections are renewed, so that changes in DNS and at the provider's balancer take effect. */
const lifetimeMs = 60_000;
const firstFree = new WeakMap<Duplex, number>();

/** Called by an agent whenever a connection has served a request. */
function isYoung(connection: Duplex): boolean {
  const since = firstFree.get(connection) ?? Date.now();
  firstFree.set(connection, since);
  return Date.now() - since < lifetimeMs;
}

class HttpAgent extends Agent {
  override keepSocketAlive(connection: Duplex) {
    return isYoung(connection) && super.keepSocketAlive(connection);
  }
}
class HttpsAgent extends SecureAgent {
  override keepSocketAlive(connection: Duplex) {
    return isYoung(connection) && super.keepSocketAlive(connection);
  }
}
/** An unused connection is closed before most servers would do so, perhaps just as an order is sent on it. */
const kept = { keepAlive: true, timeout: 4000 };
const http = { request: requestHttp, agent: new HttpAgent(kept) };
const https = { request: requestHttps, agent: new HttpsAgent(kept) };

/**
 * Asks over HTTP, follows no redirect and unpacks nothing. `fetch` costs more (docs/performance.md), and keeps
 * every byte of a streamed body until the call is over.
 * @returns the answer, also where it comes before the body is through
 * @throws what broke the connection, or the body's own error
 */
export async function ask(url: URL, { body, onWaiting, ...options }: Question): Promise<Answered> {
  const { request: begin, agent } = url.protocol === "https:" ? https : http;
  const request = begin(url, { ...options, agent });
  const answered = new Promise<Answered>((resolve, reject) => {
    request.on("error", reject);
    // A body that breaks off before the request has its connection ends it without an error.
    const closed = () => reject(new Error("The connection was closed without an answer."));
    request.once("close", closed);
    request.once("response", (answer) => {
      request.off("close", closed);
      if (answer.statusCode !== 200)
        finished(answer, () => {
          // Otherwise it would wait for a reader that has stopped, until its signal ends it.
          if (!request.writableFinished) request.destroy();
        });
      resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer });
    });
  });
  if (typeof body === "object") {
    // An error of the body destroys the request, and with it the wait for the answer.
    const sent = pipeline(body, request);
    Promise.race([sent, answered]).then(onWaiting, () => {});
    sent.catch(() => {});
  } else request.end(body);
  return answered;
}
