import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

interface Backend {
  port: number;
  ready: boolean;
}

/**
 * A small load balancer: it asks every portal whether it is ready, keeps connections, passes a
 * request that found no connection on to the next portal, and answers 502 to one that was lost on its way.
 */
export async function startBalancer(ports: number[], askEveryMs = 50) {
  const agent = new Agent({ keepAlive: true });
  const backends: Backend[] = ports.map((port) => ({ port, ready: true }));
  let turn = 0;

  const ask = (backend: Backend) => {
    const asked = request({ port: backend.port, path: "/health/ready", agent: false }, (answer) => {
      backend.ready = answer.statusCode === 200;
      answer.resume();
    });
    asked.on("error", () => {
      backend.ready = false;
    });
    asked.end();
  };
  const asking = setInterval(() => backends.forEach(ask), askEveryMs);

  const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray());
  const server = createServer(async (incoming, outgoing) => {
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
    const ready = backends.filter((backend) => backend.ready);
    turn++;
    attempt(ready.map((_, at) => ready[(at + turn) % ready.length] as Backend));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends,
    async stop() {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
