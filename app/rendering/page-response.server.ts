import { filled, type SharedPage } from "./template.server.ts";

/** A page whose text the host sends as it is: it becomes bytes of a stream only for who reads that. */
export class PageResponse extends Response {
  readonly page: string | SharedPage;

  constructor(page: string | SharedPage, init: ResponseInit) {
    const stream = new ReadableStream(
      {
        pull: async (controller) => {
          controller.enqueue(new TextEncoder().encode(await this.text()));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    super(stream, init);
    this.page = page;
  }

  override async text() {
    return typeof this.page === "string" ? this.page : filled(this.page.body, this.page.slots);
  }
}
