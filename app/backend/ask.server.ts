import { Readable } from "node:stream";
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors, request } from "undici";
import packageJson from "../../package.json" with { type: "json" };

/** A response of any status, decompressed. Its body must be read or destroyed, or its connection stays occupied. */
export interface Answered {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  body: Readable;
}

interface Question {
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  /** An iterable is streamed chunk by chunk, and no longer read once the call has been refused. */
  body?: string | AsyncIterable<Uint8Array> | undefined;
  signal: AbortSignal;
  /** Called once the body has been sent or the response has begun. */
  onWaiting?: () => void;
}

/** Who asks, for the provider's logs and firewalls. */
const userAgent = `${packageJson.name}/${packageJson.version}`;

let agent: Dispatcher | undefined;
/** Made for the first call: operators' commands make none, and Node warns that `decompress` is experimental. */
function dispatcher(): Dispatcher {
  // As Node does for its own `fetch`: through HTTPS_PROXY, but not to NO_PROXY.
  const Agents = process.env.NODE_USE_ENV_PROXY === "1" ? EnvHttpProxyAgent : Agent;
  agent ??= new Agents({
    // Idle connections are closed before most servers would close them, perhaps just as an order is being sent. A server
    // that says how long it keeps them (`Keep-Alive`) is taken at its word.
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 60_000,
    // Connections are renewed, so that changes in DNS and at the provider's load balancer take effect.
    clientTtl: 60_000,
    // One connection for all calls would also fail for all of them at once.
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    // The caller's signal limits the whole call, and a document's stall limit its stream.
    headersTimeout: 0,
    bodyTimeout: 0,
  }).compose(interceptors.decompress({ skipErrorResponses: false }));
  return agent;
}

/**
 * Sends an HTTP request; follows no redirect.
 * @returns the response, which may arrive before the body has been sent
 * @throws the error that broke the connection, the body's own, or the signal's reason
 */
export async function ask(url: URL, { body, onWaiting, headers, ...options }: Question): Promise<Answered> {
  const { signal } = options;
  const sent = typeof body === "object" ? Readable.from(body, { objectMode: false }) : body;
  if (typeof sent === "object" && onWaiting) sent.once("end", onWaiting);
  // Compression between two servers costs both more than it saves. Some gateways compress all the same.
  const named = { ...headers, "User-Agent": userAgent, "Accept-Encoding": "identity" };
  const answered = request(url, { ...options, headers: named, body: sent, dispatcher: dispatcher() });
  // undici heeds the signal only once there is a connection.
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    const { statusCode, headers: answerHeaders, body: answer } = await Promise.race([answered, late.promise]);
    onWaiting?.();
    return { status: statusCode, headers: answerHeaders, body: answer };
  } catch (cause) {
    answered.catch(() => {});
    if (typeof sent === "object") sent.on("error", () => {}).destroy();
    throw cause;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
