/** Up to this size, a document is checked as a whole before any byte of it is passed on. */
const checkedWholeBytes = 1024 * 1024;
/** How many of the last bytes PDF readers search for the end mark. */
const tailBytes = 1024;

/** A PDF as a stream, with its size in bytes if that is known before it is read. */
export interface PdfStream {
  body: ReadableStream<Uint8Array>;
  size: number | undefined;
  /** Closes the sender's connection, if it is not at its end, also while somebody reads. */
  close: () => void;
  /** Resolves once the sender's connection is free, however the document ended. */
  closed: Promise<void>;
}

const hasPdfHeader = (head: Buffer) => head.subarray(0, tailBytes).includes("%PDF-");
const hasPdfEnd = (tail: Buffer) => tail.subarray(-tailBytes).includes("%%EOF");

/**
 * Checks that a PDF begins and ends like one. A document of up to 1 MiB is known to be complete when this resolves;
 * the stream of a larger one fails if its end is missing, so that half a document is never taken for the whole.
 * @param stallMs how long the rest of it may stall, in milliseconds
 * @param declaredSize its size in bytes, if the sender declares it
 * @throws RangeError for content that is no PDF or is truncated
 */
export async function checkedPdf(
  source: ReadableStream<Uint8Array>,
  stallMs: number,
  declaredSize?: number,
): Promise<PdfStream> {
  const reader = source.getReader();
  const firstChunks: Uint8Array[] = [];
  let size = 0;
  let done = false;
  while (!done && size < checkedWholeBytes) {
    const next = await reader.read();
    done = next.done;
    if (next.value) firstChunks.push(next.value);
    size += next.value?.byteLength ?? 0;
  }
  const start = Buffer.concat(firstChunks);
  if (!hasPdfHeader(start) || (done && !hasPdfEnd(start))) {
    await reader.cancel();
    throw new RangeError(done && hasPdfHeader(start) ? "the PDF is cut off" : "no PDF");
  }
  let tail = start.subarray(-tailBytes);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(start);
      if (done) controller.close();
    },
    async pull(controller) {
      const stalled = setTimeout(() => {
        controller.error(new RangeError("the PDF has stalled"));
        void reader.cancel();
      }, stallMs);
      const next = await reader.read().finally(() => clearTimeout(stalled));
      if (next.value) {
        tail = Buffer.concat([tail, next.value]).subarray(-tailBytes);
        controller.enqueue(next.value);
      } else if (hasPdfEnd(tail)) controller.close();
      else controller.error(new RangeError("the PDF is cut off"));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return {
    body,
    size: done ? start.byteLength : declaredSize,
    close: () => void reader.cancel().catch(() => {}),
    closed: reader.closed.catch(() => {}),
  };
}
