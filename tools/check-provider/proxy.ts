import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { ask } from "#app/backend/ask.server.ts";
import { keysOf } from "#app/domain/keys-of.ts";

interface Passed {
  status: number;
  type: string;
  body: Buffer;
}
interface Play {
  /** The provider gets the call; only its answer is changed. */
  acts: boolean;
  play: (response: ServerResponse, answer: Passed) => unknown;
}

const as = (status: number): Play => ({
  acts: true,
  play: (response, answer) =>
    response
      .writeHead(answer.status < 300 ? status : answer.status, { "Content-Type": answer.type })
      .end(answer.body),
});
const bare = (status: number): Play => ({
  acts: false,
  play: (response) => response.writeHead(status).end(),
});
const page = (status: number): Play => ({
  acts: false,
  play: (response) =>
    response.writeHead(status, { "Content-Type": "text/html" }).end(`<h1>${STATUS_CODES[status]}</h1>`),
});

/** What proxies, gateways and networks do between a portal and its provider. */
const faults = {
  "lost answer": { acts: true, play: (response) => response.destroy() },
  "answer as 201": as(201),
  "answer as 202": as(202),
  "answer as an empty 204, said to be packed": {
    acts: true,
    play: (response) => response.writeHead(204, { "Content-Encoding": "gzip" }).end(),
  },
  "409 for what is known": {
    acts: true,
    play: (response) =>
      response
        .writeHead(409, { "Content-Type": "application/json" })
        .end(JSON.stringify({ code: "EXISTS_ALREADY" })),
  },
  "bare 400": bare(400),
  "bare 404": bare(404),
  "gateway's 409": page(409),
  "bare 410": bare(410),
  "bare 422": bare(422),
  "gateway's 502": page(502),
} satisfies Record<string, Play>;
export type ProxyFault = keyof typeof faults;
export const faultNames = keysOf(faults);

const ofTheConnection = new Set(["host", "connection", "content-length", "transfer-encoding"]);
const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name))) as Record<
    string,
    string
  >;

/** A proxy on this machine that is unfaithful, each time as the address says that it is asked at. */
export async function startProxy(patienceMs: number) {
  let provider = "";
  const server = createServer(async (request, response) => {
    const [, fault = "", ...path] = (request.url ?? "").split("/");
    const { acts, play }: Play = faults[decodeURIComponent(fault) as ProxyFault];
    const body = await text(request);
    try {
      const answered =
        acts &&
        (await ask(new URL(`/${path.join("/")}`, provider), {
          method: request.method as "POST",
          headers: passedOn(request.headers),
          body: body || undefined,
          signal: AbortSignal.timeout(patienceMs),
        }));
      const type = answered && [answered.headers["content-type"] ?? ""].flat()[0];
      const read = answered ? await buffer(answered.body) : Buffer.alloc(0);
      play(response, { status: answered ? answered.status : 0, type: type || "", body: read });
    } catch {
      response.destroy();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    /** Where to ask instead. */
    via(fault: ProxyFault, { origin, pathname, search }: URL): URL {
      provider = origin;
      return new URL(`http://127.0.0.1:${port}/${encodeURIComponent(fault)}${pathname}${search}`);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type FaultyProxy = Awaited<ReturnType<typeof startProxy>>;
