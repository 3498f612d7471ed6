import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * The whole page. React Router passes the loaders' data in a part that waits for a stream while React
 * renders, which `renderToString` cannot do; once everything is ready, React writes that part in its place.
 */
export function renderToEnd(page: ReactNode): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const body = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      // In one piece: no script moves anything into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(body),
      onShellError: reject,
      onError: reject,
    });
  });
}
