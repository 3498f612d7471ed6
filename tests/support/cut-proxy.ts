import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** When a connection breaks: before the request arrives, before its answer arrives, or within the answer. */
type Moment = "before" | "after" | "within";

/** What somebody in between says: a firewall, a hotspot, another proxy. */
export interface Foreign {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A network between browser and portal that breaks at an exact moment. */
export async function startCutProxy(target: string) {
  let cut: { call: RegExp; moment: Moment; times: number } | undefined;
  let foreign: { call: RegExp; next: () => Foreign | undefined } | undefined;
  const calls: string[] = [];
  const ends: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url}`;
    const answer = foreign?.call.test(call) ? foreign.next() : undefined;
    if (answer) {
      const { status, headers, body } = answer;
      incoming.resume();
      return void outgoing.writeHead(status, { "Content-Type": "text/html", ...headers }).end(body);
    }
    const strikes = cut !== undefined && cut.times > 0 && cut.call.test(call);
    if (cut && strikes) cut.times--;
    if (strikes && cut?.moment === "before") return void incoming.socket.destroy();
    pass(incoming, outgoing, calls.push(call) - 1, strikes ? cut?.moment : undefined);
  });
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, at: number, moment?: Moment) {
    const { method, url, headers } = incoming;
    // On a connection of its own, as the portal closes idle ones.
    const options = { method, headers, agent: false } as const;
    const sent = request(new URL(url ?? "/", target), options, async (answer) => {
      // A portal that is killed within its answer breaks it, too.
      const body = await buffer(answer).catch(() => undefined);
      ends[at] = `${answer.statusCode}, cut ${body ? (moment ?? "by the browser") : "by the portal"}`;
      if (!body || moment === "after") return void incoming.socket.destroy();
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      if (moment === "within")
        outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
      else
        outgoing.end(body, () => {
          ends[at] = String(answer.statusCode);
        });
    });
    sent.on("error", ({ message }) => {
      ends[at] = message;
      incoming.socket.destroy();
    });
    incoming.pipe(sent);
  }
  const listen = (port: number) => once(server.listen(port, "127.0.0.1"), "listening");
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Method and address of the requests that reached the portal. */
    calls,
    /** The same with what became of each: the status that the browser got, or why it got none. */
    story: () => calls.map((call, at) => `${call}: ${ends[at] ?? "not answered yet"}`),
    /** Breaks the connections of these calls, e.g. `/^POST/`. */
    cut(call: RegExp, moment: Moment, times = Number.POSITIVE_INFINITY) {
      cut = { call, moment, times };
    },
    /** Answers these calls in the portal's place, which never sees them, until there is no next answer. */
    answer(call: RegExp, next: () => Foreign | undefined) {
      foreign = { call, next };
    },
    restore() {
      cut = undefined;
      foreign = undefined;
    },
    down: close,
    up: () => listen(port),
    async stop() {
      if (server.listening) await close();
    },
  };
}
export type CutProxy = Awaited<ReturnType<typeof startCutProxy>>;
