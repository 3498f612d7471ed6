import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What stands before a database: it leads to one server or another, and can misbehave. */
export async function startTcpProxy(port: number) {
  let target = port;
  let isHung = false;
  let delayMs = 0;
  let sockets: Socket[] = [];
  const server = createServer((client) => {
    sockets.push(client);
    client.on("error", () => {});
    // It accepts, and nothing answers.
    if (isHung) return;
    const upstream = connect(target, "127.0.0.1");
    sockets.push(upstream);
    const pass = (from: Socket, to: Socket) => {
      from.on("data", async (bytes) => {
        if (delayMs > 0) await wait(delayMs);
        if (!isHung) to.write(bytes);
      });
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Connections stay open and nothing passes, neither on old nor on new ones. */
    hang() {
      isHung = true;
    },
    /** Each packet is late. */
    slow(ms: number) {
      delayMs = ms;
    },
    heal() {
      isHung = false;
      delayMs = 0;
      cut();
    },
    /** Leads to another server from now on. */
    leadTo(other: number) {
      target = other;
      cut();
    },
    async stop() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
