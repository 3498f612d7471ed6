import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Posts a body while it comes in. `fetch` keeps every byte of such a body until the call is over (measured with fifty
 * files of 10 MB); this holds one chunk.
 * @param limits.answerWithin milliseconds that the answer may take once the body is through
 * @returns the answer, also where it comes before the body is through
 * @throws what broke the connection, or the body's own error
 */
export async function postStream(
  url: URL,
  headers: Headers,
  body: AsyncIterable<Uint8Array>,
  { signal, answerWithin }: { signal: AbortSignal; answerWithin: number },
): Promise<Response> {
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method: "POST",
    headers: Object.fromEntries(headers),
    signal,
  });
  const answered = new Promise<Response>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (answer) => {
      const { statusCode: status = 502, headers: told } = answer;
      const type = told["content-type"];
      resolve(
        new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, {
          status,
          headers: type ? { "Content-Type": type } : {},
        }),
      );
    });
  });
  let late: NodeJS.Timeout | undefined;
  // An error of the body destroys the request, and with it the wait for the answer.
  pipeline(body, request).then(
    () => {
      late = setTimeout(() => request.destroy(new Error("There is no answer to the upload.")), answerWithin);
    },
    () => {},
  );
  return answered.finally(() => clearTimeout(late));
}
