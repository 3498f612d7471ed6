import { once } from "node:events";
import { connect } from "node:net";

/** Sends raw bytes and returns everything received until the server closes the connection. */
export async function rawHttp(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A server that refuses may close before everything was sent.
  socket.on("error", () => {});
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}
