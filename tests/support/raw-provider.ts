import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Writes an answer to the connection, byte by byte as it likes, and closes it or not. */
export type RawAnswer = (connection: Socket) => void;

const endOfHead = "\r\n\r\n";

/**
 * A provider without an HTTP library, so that it can answer what no library would. It reads a request (with a
 * `Content-Length` or in chunks) and answers as the test has set it.
 */
export async function rawProvider() {
  let answer: RawAnswer = (connection) => connection.destroy();
  const open = new Set<Socket>();
  const heads: string[] = [];
  const server = createServer((connection) => {
    open.add(connection);
    let received = "";
    connection.setEncoding("latin1");
    connection.on("error", () => {});
    connection.on("close", () => open.delete(connection));
    connection.on("data", (piece: string) => {
      received += piece;
      const end = received.indexOf(endOfHead);
      if (end < 0) return;
      const head = received.slice(0, end);
      const body = received.slice(end + endOfHead.length);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      const isWhole = /^transfer-encoding:/im.test(head) ? body.endsWith("0\r\n\r\n") : body.length >= length;
      if (!isWhole) return;
      received = "";
      heads.push(head);
      answer(connection);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The heads of the requests so far. */
    heads,
    answers(next: RawAnswer) {
      answer = next;
    },
    close() {
      for (const connection of open) connection.destroy();
      server.close();
    },
  };
}

interface Parts {
  status?: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** A well-formed answer with its length, on a connection that stays open. */
export const httpAnswer = ({ status = 200, headers = {}, body = "" }: Parts): Buffer => {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ "Content-Length": String(bytes.length), ...headers });
  const head = [`HTTP/1.1 ${status} Something`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(head.join("\r\n") + endOfHead), bytes]);
};
