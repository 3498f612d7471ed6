import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createSandbox } from "#sandbox/app.ts";

type Play = (response: ServerResponse) => void;

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

/** The sandbox behind a door that can be made to misbehave for chosen calls. */
export async function startHostileBackend() {
  const sandbox = createSandbox({ database: ":memory:" });
  const pass = getRequestListener(sandbox.app.fetch);
  const calls: string[] = [];
  let active: { call: RegExp; fault: Fault } | undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    if (active?.call.test(call)) faults[active.fault](response);
    else void pass(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method and path of every call so far. */
    calls,
    misbehave(call: RegExp, fault: Fault) {
      active = { call, fault };
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
