import { PassThrough, type Readable } from "node:stream";
import type { Request } from "express";

/** Bytes per second that a body must bring: less than the slowest networks, but more than somebody who keeps it open. */
export const slowest = 1024;

/**
 * The body of a post, which may take as long as it likes while it keeps coming. If it brings too little in a whole
 * period, reading it fails by a `TimeoutError`, so that the page still answers: a declaration that came before its file has its
 * receipt. What comes afterwards is dropped, since browsers show no answer before they have sent everything.
 */
export function postedBody(request: Request, periodSeconds: number): Readable {
  const body = new PassThrough();
  const end = () => request.destroy();
  body.once("close", end);
  request.once("close", () => {
    clearInterval(looking);
    if (!request.complete) body.destroy(new DOMException("The sender has left.", "AbortError"));
  });
  let before = request.socket.bytesRead;
  const looking = setInterval(() => {
    const read = request.socket.bytesRead;
    const isSlow = read - before < slowest * periodSeconds;
    before = read;
    if (!isSlow) return;
    if (body.destroyed) return end();
    body.off("close", end);
    request.unpipe(body);
    body.destroy(new DOMException("The body comes too slowly.", "TimeoutError"));
    request.resume();
  }, periodSeconds * 1000);
  return request.pipe(body);
}
