import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

const second = 1000;

/**
 * An HTTP server with time limits for headers and for the whole request, so that slow clients cannot hold it up.
 * @param keepAliveTimeout milliseconds; longer than the proxy's, so that the proxy closes first
 */
export function createHttpServer(keepAliveTimeout: number, listener?: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 15 * second,
      // 10 MB at 400 kbit/s take three and a half minutes.
      requestTimeout: 300 * second,
      keepAliveTimeout,
      connectionsCheckingInterval: 5 * second,
    },
    listener,
  );
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return server;
}

const connections = new WeakMap<Server, Set<Socket>>();

/** Browsers open connections in advance. Node counts one that never sent anything as busy. */
function closeUnused(server: Server) {
  server.closeIdleConnections();
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/** Resolves when the port is open. @throws Error with a readable message if it is taken */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${port} is in use. Set another one with PORT.`);
  }
}

/** Stops accepting, lets requests in flight finish, and cuts those off that take longer than `patienceMs`. */
export async function closeGently(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeUnused(server);
  // Idle keep-alive connections would keep the server open.
  const idle = setInterval(() => closeUnused(server), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
