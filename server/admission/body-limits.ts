import type { Request, RequestHandler, Response } from "express";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";

const megabyte = 1024 * 1024;
/** Pages with a file limit it themselves, so that the declaration is not lost; this limit closes the connection. */
const uploadLimit = 48 * megabyte;
const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];
/** The body of a refused form is read to its end up to this size, because browsers show no answer before. */
export const drainLimit = 30 * megabyte;

/** Accepts form posts only, up to a size that is counted while they stream: a wrong Content-Length does not help. */
export function limitBodies(formLimit: number): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "POST") return next();
    const declared = Number(request.get("Content-Length") ?? 0);
    const type = request.is(formTypes);
    // Nothing is unpacked here: read as it is, a compressed form has no fields.
    const isCoded = !["", "identity"].includes(request.get("Content-Encoding")?.trim().toLowerCase() ?? "");
    if (isCoded || (declared > 0 && !type)) {
      request.resume();
      return sendHostErrorPage(request, response, "unsupported-form");
    }
    const limit =
      type === "multipart/form-data" && requestedPage(request).row?.upload ? uploadLimit : formLimit;
    if (declared > limit && limit !== uploadLimit) return refuse(request, response, declared, limit);
    countWhileReading(request, limit, () => {
      if (response.headersSent) return request.destroy();
      response.set("Connection", "close");
      response.once("finish", () => request.destroy(new Error("The body is over its limit.")));
      sendTooLarge(request, response, limit);
    });
    next();
  };
}

/** A page that takes a file names the file's limit; any other the limit of the whole form. */
function sendTooLarge(request: Request, response: Response, limit: number) {
  const form = limit === uploadLimit ? undefined : `${Math.floor(limit / 1024)}\u00a0kB`;
  sendHostErrorPage(request, response, "too-large", { limit: form });
}

function refuse(request: Request, response: Response, declared: number, limit: number) {
  if (declared > drainLimit) {
    response.set("Connection", "close");
    return sendTooLarge(request, response, limit);
  }
  request.once("end", () => sendTooLarge(request, response, limit));
  request.resume();
}

function countWhileReading(request: Request, limit: number, over: () => void) {
  let read = 0;
  // Pause first: adding a listener would start the flow before the page reads.
  request.pause();
  request.on("data", function count(chunk: Buffer) {
    read += chunk.length;
    if (read <= limit) return;
    request.off("data", count);
    request.pause();
    over();
  });
}
