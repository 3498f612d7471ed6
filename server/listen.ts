import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";

const second = 1000;

/** An HTTP server that slow clients cannot hold up: they get this long for headers, and this long for the whole request. */
export function createHttpServer(listener?: RequestListener): Server {
  return createServer(
    {
      headersTimeout: 15 * second,
      // 10 MB on a connection of 400 kbit/s take three and a half minutes.
      requestTimeout: 300 * second,
      // Longer than the usual proxy keeps its side, so that the proxy closes first.
      keepAliveTimeout: 65 * second,
      connectionsCheckingInterval: 5 * second,
    },
    listener,
  );
}

/** Resolves when the port is open. @throws Error for people when it is taken */
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
  server.closeIdleConnections();
  // A connection becomes idle with its last answer; kept alive, it would hold the server open.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
