import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { checkedPdf } from "#app/backend/pdf.server.ts";

const patience = 60_000;
const large = Buffer.alloc(3 * 1024 * 1024, "x");
const streamOf = (...pieces: (string | Buffer)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });

test.each([
  ["a small one", ["%PDF-1.7\n1 0 obj", "\n%%EOF\n"]],
  ["one whose end mark is in two pieces", ["%PDF-1.7\n%%E", "OF"]],
  ["a large one", ["%PDF-1.7\n", large, "%%EOF\r\n"]],
])("a PDF passes unchanged: %s", async (_, pieces) => {
  const passed = await buffer((await checkedPdf(streamOf(...pieces), patience)).body);
  expect(passed.equals(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
});

test.each([
  ["nothing", []],
  ["a page", ["<html>Not found</html>%%EOF"]],
  ["one that is cut off", ["%PDF-1.7\n1 0 obj"]],
  ["something large", [large, "%%EOF"]],
])("an invalid PDF is refused before any byte is sent: %s", async (_, pieces) => {
  await expect(checkedPdf(streamOf(...pieces), patience)).rejects.toThrow(RangeError);
});

test("a large one that is cut breaks off at its end", async () => {
  const { body } = await checkedPdf(streamOf("%PDF-1.7\n", large), patience);
  await expect(buffer(body)).rejects.toThrow("cut off");
});

test("a large one that stalls breaks off, even after its end mark", async () => {
  const stalling = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of ["%PDF-1.7\n", large, "%%EOF"]) controller.enqueue(Buffer.from(piece));
    },
  });
  await expect(buffer((await checkedPdf(stalling, 1)).body)).rejects.toThrow("stalled");
});

test.each([
  ["a small one has the size that it has", Buffer.from("1.7\n"), 999, 14],
  ["a large one the size that its sender says", large, 3_145_742, 3_145_742],
  ["a large one of which nobody says it", large, undefined, undefined],
])("%s", async (_, filling, declaredSize, size) => {
  const { body, ...file } = await checkedPdf(streamOf("%PDF-", filling, "%%EOF"), patience, declaredSize);
  await body.cancel();
  expect(file.size).toBe(size);
});

test.each(["while somebody reads it", "before anybody does"])(
  "a large one closes its sender: %s",
  async (when) => {
    let isClosed = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.concat([Buffer.from("%PDF-"), large])),
      cancel() {
        isClosed = true;
      },
    });
    const { body, close, closed } = await checkedPdf(endless, patience);
    if (when.startsWith("while")) await body.getReader().read();
    close();
    await closed;
    expect(isClosed).toBe(true);
  },
);

test("one that is closed may have broken off meanwhile", async () => {
  let breakOff = () => {};
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.concat([Buffer.from("%PDF-"), large]));
      breakOff = () => controller.error(new Error("reset"));
    },
  });
  const { close, closed } = await checkedPdf(source, patience);
  breakOff();
  close();
  await expect(closed).resolves.toBeUndefined();
});
