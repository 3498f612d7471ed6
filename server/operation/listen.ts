import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { markHeader } from "#app/browser/portal-mark.ts";
import { type Config, unusable } from "#app/platform/config.server.ts";
import { codeOf } from "#app/platform/error-facts.ts";
import { drainLimit } from "#server/admission/body-limits.ts";
import { slowest } from "#server/pages/posted-body.ts";
import { afterAnswer } from "./answer-end.ts";

const second = 1000;

interface Settings extends Pick<Config, "keepAliveMs">, Partial<Pick<Config, "bodyStallSeconds">> {
  /** The page for headers that are too long, by the request's address as far as it was read. */
  longHeadersPage?: ((url: URL) => string | undefined) | undefined;
}

/** Has time limits, so that slow clients cannot occupy it. A proxy has to close idle connections first. */
export function createHttpServer(
  { keepAliveMs, bodyStallSeconds = 60, longHeadersPage }: Settings,
  listener?: RequestListener,
): Server {
  const server = createServer(
    {
      headersTimeout: 15 * second,
      // Twice Node's own: cookies of other sites below the same domain come along, and declarations must not fail for them.
      maxHeaderSize: 32 * 1024,
      // A body may take as long as it keeps coming (`posted-body.ts`).
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      // `checkRequestLine` refuses them with the portal's mark, which Node's own answer lacks.
      requireHostHeader: false,
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
  server.on("clientError", (error: Unparsed, socket: Socket) => {
    const page = error.code === "HPE_HEADER_OVERFLOW" && longHeadersPage?.(addressIn(error.rawPacket));
    refuseUnparsed(error, socket, page || "", open.get(socket)?.response);
  });
  // For the same reason: an unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("request", (request, response) => {
    const asked = open.get(request.socket);
    if (asked) asked.response = response;
    response.once("finish", () => request.complete || limitUnread(request, bodyStallSeconds));
    afterAnswer(response, () => {
      const connection = open.get(request.socket);
      if (connection) connection.isAnswered = !request.complete;
    });
  });
  return server;
}

/** What Node's own parser refuses, before there is a request; anything else is a 400. */
const unparsed: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

interface Unparsed extends NodeJS.ErrnoException {
  /** What came last. */
  rawPacket?: Buffer;
}

/** The address that was asked for, where it came with the last packet. */
function addressIn(packet: Buffer | undefined): URL {
  const [line = "", ...headers] = (packet?.toString("latin1") ?? "").split("\r\n");
  const host = headers
    .find((header) => header.toLowerCase().startsWith("host:"))
    ?.slice(5)
    .trim();
  const [, path = "/"] = line.split(" ");
  const address = `http://${host}${path}`;
  return new URL(host && URL.canParse(address) ? address : "http://localhost");
}

/** Answers as Node would, but with the portal's mark: no proxy has said it. */
function refuseUnparsed({ code = "" }: Unparsed, socket: Socket, page: string, response?: ServerResponse) {
  const isWithinAnswer = response?.headersSent && !response.writableFinished;
  if (!socket.writable || isWithinAnswer) return void socket.destroy();
  const status = unparsed[code] ?? 400;
  const about = page
    ? `Content-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\nX-Content-Type-Options: nosniff\r\n`
    : "";
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${about}Content-Length: ${Buffer.byteLength(page)}\r\n${markHeader}: 1\r\n\r\n${page}`,
  );
  // What still comes is read, or the system would end the connection before a proxy has the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), 2 * second).unref();
}

/**
 * Lets Node discard what still comes after the answer, and ends the connection if that is too much or too slow. Browsers
 * show no answer to a form before they have sent all of it: as a body that is read, it may take its time.
 */
function limitUnread(request: IncomingMessage, stallSeconds: number) {
  const { socket } = request;
  const isForm = request.method === "POST";
  const maxBytes = isForm ? drainLimit : 64 * 1024;
  const periodMs = isForm ? stallSeconds * second : 2 * second;
  const leastBytes = isForm ? stallSeconds * slowest : Number.POSITIVE_INFINITY;
  const atFirst = socket.bytesRead;
  let before = atFirst;
  let since = performance.now();
  const look = setInterval(() => {
    if (request.complete) return stop();
    const { bytesRead } = socket;
    const isOver = performance.now() - since >= periodMs;
    if (bytesRead - atFirst > maxBytes || (isOver && bytesRead - before < leastBytes)) socket.destroy();
    if (isOver) [before, since] = [bytesRead, performance.now()];
  }, 10).unref();
  // A connection that is kept has many requests.
  const stop = () => {
    clearInterval(look);
    socket.off("close", stop);
  };
  socket.once("close", stop);
}

interface Connection {
  /** The latest answer, which may have been sent. */
  response?: ServerResponse;
  /** The response has been sent, but the request has not arrived completely. */
  isAnswered: boolean;
  /** Bytes received by the last check, and when they had been; initially, when the connection was accepted. */
  read: number;
  readAt: number;
}
const connections = new WeakMap<Server, Map<Socket, Connection>>();

/**
 * How long a connection may be silent before it counts as unused: one whose response has been sent while its body is
 * still arriving, as browsers show a response only after sending everything; or one that has brought nothing yet, as
 * its first request may be on its way.
 */
const longestPauseMs = second;
/**
 * Connections that may wait to be accepted, if the system allows as many (`somaxconn`). With Node's 511, a flood overflows them in half
 * a second that the process is busy for, and who is turned away there tries again after one, three, seven seconds.
 */
const backlog = 4096;
/** Turns of the event loop that a closing listener may take, however many connections still arrive. */
const maxTurns = backlog + 1000;

/**
 * Closes connections that Node counts as busy although they are idle: those that browsers opened in advance, and
 * those of clients that got an early refusal of an upload and have stopped sending the rest.
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

/** Resolves when the port is open; `variable` is the setting to name in the error if that fails. */
export async function listen(server: Server, port: number, host: string, variable = "PORT"): Promise<void> {
  server.listen({ port, host, backlog });
  try {
    await once(server, "listening");
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE")
      throw new Error(`Port ${port} is in use. Set another one, for example: ${variable}=${port + 1}`);
    throw code === "EACCES" ? unusable(variable, port, error) : unusable("HOST", host, error);
  }
}

/**
 * Accepts the connections in the system's queue: when the process stops listening, those that it has not accepted yet
 * are reset, with the posts in them. One is accepted per turn of the event loop, so a turn without any means that
 * none are left.
 */
async function acceptAll(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => void accepted++;
  server.on("connection", count);
  for (let turn = 0, before = -1; turn < maxTurns && accepted !== before; turn++) {
    before = accepted;
    // Continues right after the loop has checked for connections.
    await nextTurn();
  }
  server.off("connection", count);
}

/** Stops accepting, lets requests in progress finish, and cuts off those that take longer than `patienceMs`. */
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
