import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { unusable } from "#app/operation/config.server.ts";

const second = 1000;

/** With time limits, so that slow clients cannot hold it up. A proxy has to close idle connections first. */
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
  const open = new Map<Socket, Connection>();
  connections.set(server, open);
  server.on("connection", (socket: Socket) => {
    open.set(socket, { isAnswered: false, read: 0, readAt: performance.now() });
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    response.once("close", () => {
      const connection = open.get(request.socket);
      if (connection) connection.isAnswered = !request.complete;
    });
  });
  return server;
}

interface Connection {
  /** The answer is sent, the request has not all come. */
  isAnswered: boolean;
  /** Bytes that had come when it was last looked at, and when they had; at first, when it was accepted. */
  read: number;
  readAt: number;
}
const connections = new WeakMap<Server, Map<Socket, Connection>>();

/**
 * How long the rest of a body may pause whose answer is sent, as browsers show it only once they have sent all; and how
 * long a connection may have brought nothing, as the request of one just accepted may still be on its way.
 */
const longestPauseMs = second;
/** Turns of the event loop that a listener on its way out may take, however many connections still come. */
const mostTurns = 1000;

/**
 * Node counts idle connections as busy: those that browsers opened in advance, and those of clients
 * that have the answer to an upload that was refused early and have stopped sending the rest.
 */
function closeUnused(server: Server) {
  server.closeIdleConnections();
  const now = performance.now();
  for (const [socket, connection] of connections.get(server) ?? []) {
    const { bytesRead } = socket;
    if (bytesRead > connection.read) Object.assign(connection, { read: bytesRead, readAt: now });
    const isPausing = now - connection.readAt > longestPauseMs;
    if (isPausing && (bytesRead === 0 || connection.isAnswered)) socket.destroy();
  }
}

/** Resolves when the port is open; `variable` is the setting to name in the error where it cannot be. */
export async function listen(server: Server, port: number, host: string, variable = "PORT"): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Error(`Port ${port} is in use. Set another one, for example: ${variable}=${port + 1}`);
    throw code === "EACCES"
      ? unusable(variable, port, error as Error)
      : unusable("HOST", host, error as Error);
  }
}

/**
 * Connections that the system has accepted for the process and the process has not taken yet are reset when it stops
 * listening, with the posts in them. One is taken in each turn of the event loop: a turn without any leaves none.
 */
async function acceptAll(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => void accepted++;
  server.on("connection", count);
  for (let turn = 0, before = -1; turn < mostTurns && accepted !== before; turn++) {
    before = accepted;
    // Continues right after the loop has looked for connections.
    await nextTurn();
  }
  server.off("connection", count);
}

/** Stops accepting, lets requests in flight finish, and cuts those off that take longer than `patienceMs`. */
export async function closeGently(server: Server, patienceMs: number): Promise<void> {
  await acceptAll(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeUnused(server);
  // Idle keep-alive connections would keep the server open.
  const idle = setInterval(() => closeUnused(server), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
