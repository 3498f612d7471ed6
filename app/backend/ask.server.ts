import { Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { type Duplex, finished } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A response of any status. Its body must be read or destroyed, or its connection stays occupied. */
export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  body: IncomingMessage;
}

interface Question {
  method: string;
  headers: Record<string, string>;
  /** An iterable is streamed chunk by chunk, and no longer read once the call has been refused. */
  body?: string | AsyncIterable<Uint8Array> | undefined;
  signal: AbortSignal;
  /** Called once the body has been sent or the response has begun. */
  onWaiting?: () => void;
}

/** Connections are renewed, so that changes in DNS and at the provider's load balancer take effect. */
const lifetimeMs = 60_000;
const firstFree = new WeakMap<Duplex, number>();

/**
 * Called by an agent whenever a connection has served a request: connections older than the lifetime are not reused.
 */
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
/** Idle connections are closed before most servers would close them, perhaps just as an order is being sent. */
const kept = { keepAlive: true, timeout: 4000 };
const http = { request: requestHttp, agent: new HttpAgent(kept) };
const https = { request: requestHttps, agent: new HttpsAgent(kept) };

/**
 * Sends an HTTP request; follows no redirect and decompresses nothing. `fetch` costs more (docs/performance.md), and
 * buffers every byte of a streamed body until the call is over.
 * @returns the response, which may arrive before the body has been sent
 * @throws the error that broke the connection, or the body's own
 */
export async function ask(url: URL, { body, onWaiting, ...options }: Question): Promise<Answered> {
  const { request: begin, agent } = url.protocol === "https:" ? https : http;
  const request = begin(url, { ...options, agent });
  const answered = new Promise<Answered>((resolve, reject) => {
    request.on("error", reject);
    // A body that fails before the request has a connection closes the request without an error event.
    const closed = () => reject(new Error("The connection was closed without an answer."));
    request.once("close", closed);
    request.once("response", (answer) => {
      request.off("close", closed);
      if (answer.statusCode !== 200)
        finished(answer, () => {
          // Otherwise the upload would hang until its signal aborts it, as the server has stopped reading.
          if (!request.writableFinished) request.destroy();
        });
      resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer });
    });
  });
  if (typeof body === "object") {
    // An error of the body destroys the request, which also rejects `answered`.
    const sent = pipeline(body, request);
    Promise.race([sent, answered]).then(onWaiting, () => {});
    sent.catch(() => {});
  } else request.end(body);
  return answered;
}
