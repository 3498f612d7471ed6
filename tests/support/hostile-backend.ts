import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { createSandbox } from "#sandbox/app.ts";

export type Play = (response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);

/** What a backend can do to its caller, played on a real socket. */
export const faults = {
  "closes the connection": (response) => response.socket?.destroy(),
  "breaks off within the answer": (response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "5000" });
    response.write('{"offerId":', () => response.socket?.destroy());
  },
  "never answers": () => {},
  "never ends its answer": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write('{"offerId":');
  },
  "answers 400 without words": (response) => response.writeHead(400).end(),
  "answers 418 with an unknown code": (response) => json(response, 418, '{"code":"SOMETHING_NEW"}'),
  "answers 500 with a page": (response) =>
    response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Internal Server Error</h1>"),
  "answers 503 without words": (response) => response.writeHead(503).end(),
  "answers no JSON": (response) => json(response, 200, "<html>not what you asked for"),
  "answers JSON of the wrong shape": (response) => json(response, 200, '{"unexpected":[1,2,3]}'),
  "answers a redirect": (response) =>
    response.writeHead(302, { Location: "http://127.0.0.1:9/elsewhere" }).end(),
  "answers without end": (response) => {
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

/** Faults that nobody notices who does not read the answer's body. */
export const onlyInTheBody: Fault[] = [
  "breaks off within the answer",
  "never ends its answer",
  "answers no JSON",
  "answers JSON of the wrong shape",
  "answers without end",
];

/** When a fault strikes a call that does something; the second: whether it has its effect all the same. */
export const moments = [
  ["before it acted", false],
  ["after it acted", true],
] as const;

/** The sandbox behind a door that can be made to misbehave for chosen calls. */
export async function startHostileBackend() {
  const sandbox = createSandbox({ database: ":memory:" });
  // Fonts are read for the first document only, which takes longer than these tests wait for one.
  const warmUp = await sandbox.app.request("/api/offer/demo~warm-up");
  const { documents } = (await warmUp.json()) as { documents: { itemId: string; type: string }[] };
  for (const { itemId, type } of documents)
    await sandbox.app.request(`/api/offer/documents/demo~warm-up/${itemId}/${type}`);
  const pass = getRequestListener(sandbox.app.fetch);
  const calls: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let active: { call: RegExp; fault: Fault | Play; acts: boolean } | undefined;
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    headers.push(request.headers);
    if (!active?.call.test(call)) return pass(request, response);
    const { fault, acts } = active;
    if (acts) {
      const init = { method: request.method, headers: request.headers as Record<string, string> };
      await sandbox.app.request(request.url ?? "", { ...init, body: await buffer(request) });
    }
    (typeof fault === "function" ? fault : faults[fault])(response);
  });
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method and path of every call so far. */
    calls,
    /** The headers of every call so far. */
    headers,
    /** How much of its answers was taken so far, and how much was sent to it. */
    traffic: () => ({
      taken: sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
      sent: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    }),
    /** @param acts the call has its effect all the same: only its answer is bad */
    misbehave(call: RegExp, fault: Fault | Play, acts = false) {
      active = { call, fault, acts };
    },
    behave() {
      active = undefined;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      sandbox.close();
    },
  };
}
export type HostileBackend = Awaited<ReturnType<typeof startHostileBackend>>;
