import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setInterval } from "node:timers/promises";

interface Backend {
  port: number;
  ready: boolean;
}

/**
 * A small load balancer: it probes every portal, keeps connections, passes a request that found no connection on to the
 * next portal, and answers 502 to one that was lost on its way.
 */
export async function startBalancer(ports: number[], askEveryMs = 250) {
  const agent = new Agent({ keepAlive: true });
  const backends: Backend[] = ports.map((port) => ({ port, ready: true }));
  let turn = 0;

  const stopped = new AbortController();
  // One probe at a time: on a busy machine an earlier one might be answered after a later one.
  const ask = async (backend: Backend) => {
    const get = { port: backend.port, path: "/health/ready", agent: false };
    backend.ready = await new Promise((resolve) =>
      request(get, (answer) => resolve(answer.resume().statusCode === 200))
        .on("error", () => resolve(false))
        .end(),
    );
  };
  for (const backend of backends)
    (async () => {
      for await (const _ of setInterval(askEveryMs, undefined, stopped)) await ask(backend);
    })().catch(() => {});

  const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray());
  // Longer than a customer of a busy machine pauses: one who posts just as it ends would see no answer.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const attempt = (left: Backend[]) => {
      const [backend, ...others] = left;
      if (!backend) return outgoing.writeHead(503).end();
      const { method, url, headers } = incoming;
      const passed = request({ port: backend.port, method, path: url, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") attempt(others);
        else outgoing.writeHead(502).end();
      });
      passed.end(body);
    };
    turn++;
    const inTurn = backends.map((_, at) => backends[(at + turn) % backends.length] as Backend);
    // Portals that are not ready come last, in case none is.
    attempt(inTurn.toSorted((a, b) => Number(b.ready) - Number(a.ready)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends,
    async stop() {
      stopped.abort();
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
