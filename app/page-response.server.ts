/** A page whose text the host sends as it is: it becomes bytes of a stream only for who reads that. */
export class PageResponse extends Response {
  readonly #html: string;

  constructor(html: string, init: ResponseInit) {
    const stream = new ReadableStream(
      {
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(html));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    super(stream, init);
    this.#html = html;
  }

  override async text() {
    return this.#html;
  }
}
