import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { finished, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What of an answer counts: a `Response`, or what came without `fetch`. */
export type Answered = Pick<Response, "status" | "headers" | "body">;

/**
 * Posts a body while it comes in. `fetch` keeps every byte of such a body until the call is over (measured with fifty
 * files of 10 MB); this holds one chunk. A body that is refused before it is through is sent no further.
 * @param options.onWaiting called once it is the other side's turn: the body is through, or the answer has begun
 * @returns the answer, also where it comes before the body is through; of any status, unlike a `Response`
 * @throws what broke the connection, or the body's own error
 */
export async function postStream(
  url: URL,
  headers: Headers,
  body: AsyncIterable<Uint8Array>,
  { signal, onWaiting }: { signal: AbortSignal; onWaiting: () => void },
): Promise<Answered> {
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method: "POST",
    headers: Object.fromEntries(headers),
    signal,
  });
  const answered = new Promise<Answered>((resolve, reject) => {
    request.once("error", reject);
    // A body that breaks off before the request has its connection ends it without an error.
    request.once("close", () => reject(new Error("The connection was closed without an answer.")));
    request.once("response", (answer) => {
      const headers = new Headers();
      for (const name of ["content-type", "retry-after"]) {
        const value = answer.headers[name];
        if (typeof value === "string") headers.set(name, value);
      }
      if (answer.statusCode !== 200)
        finished(answer, () => {
          // Otherwise it would wait for a reader that has stopped, until its signal ends it.
          if (!request.writableFinished) request.destroy();
        });
      const body = Readable.toWeb(answer) as Answered["body"];
      resolve({ status: answer.statusCode ?? 502, headers, body });
    });
  });
  // An error of the body destroys the request, and with it the wait for the answer.
  const sent = pipeline(body, request);
  Promise.race([sent, answered]).then(onWaiting, () => {});
  sent.catch(() => {});
  return answered;
}
