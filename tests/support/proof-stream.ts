import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import type { Fields } from "./browser.ts";

/** The body of a form up to its file; its boundary is `x`. */
export function beginning(fields: Fields): string {
  const part = (name: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${content}`;
  const values = Object.entries(fields).map(([name, value]) => part(`"${name}"`, `${value}\r\n`));
  return values.join("") + part('"file"; filename="a.pdf"', "");
}

/**
 * Posts a declaration with a file of so many megabytes out of one small buffer.
 * @param hasLength whether the request says beforehand how long it is
 * @returns the answer's status
 */
export async function streamProof(origin: string, fields: Fields, megabytes: number, hasLength = true) {
  const head = beginning(fields);
  const piece = Buffer.alloc(64 * 1024, "%PDF-1.7");
  const tail = "\r\n--x--\r\n";
  const length = Buffer.byteLength(head) + megabytes * 1024 * 1024 + tail.length;
  const sending = request(`${origin}/kuendigung`, {
    method: "POST",
    headers: {
      "Content-Type": "multipart/form-data; boundary=x",
      ...(hasLength ? { "Content-Length": length } : { "Transfer-Encoding": "chunked" }),
    },
  });
  let answer: IncomingMessage | undefined;
  const answered = once(sending, "response").then(([response]) => {
    answer = response;
  });
  sending.write(head);
  // Like Node's client, stop sending once the answer is there.
  for (let sent = 0; sent < megabytes * 16 && !answer; sent++)
    if (!sending.write(piece)) await Promise.race([once(sending, "drain"), answered]);
  if (!answer) sending.end(tail);
  await answered;
  sending.destroy();
  return answer?.statusCode;
}

/** Posts it as browsers do, which read no answer before they have sent everything. Resolves then. */
export async function sendProofToTheEnd(port: number, fields: Fields, megabytes: number): Promise<void> {
  const body = Buffer.concat([
    Buffer.from(`${beginning(fields)}%PDF-1.7`),
    Buffer.alloc(megabytes * 1024 * 1024),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const socket = connect(port, "127.0.0.1");
  const head = ["POST /kuendigung HTTP/1.1", `Host: localhost:${port}`, `Content-Length: ${body.length}`];
  socket.write([...head, "Content-Type: multipart/form-data; boundary=x", "", ""].join("\r\n"));
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(body, (error) => (error ? reject(error) : resolve()));
  });
  socket.destroy();
}
