import { Readable } from "node:stream";
import type { World } from "./world.ts";

/** What the way to the provider does to a call. */
export type NetworkFate =
  | "fine"
  | "refused"
  | "cut"
  | "answer lost"
  | "late"
  | "arrives late"
  | "gateway"
  | "error"
  | "error after it";

/** Ways that the network may be for a while. */
export const networks: NetworkFate[][] = [
  ["fine"],
  ["fine", "answer lost", "cut"],
  ["gateway", "fine"],
  ["gateway"],
  ["refused"],
  ["late", "fine"],
  ["answer lost"],
  ["arrives late", "fine", "error"],
  ["error after it", "error", "gateway", "answer lost", "fine", "late", "refused", "cut", "arrives late"],
];

interface Sent {
  method: string;
  headers: Record<string, string>;
  /** A file is streamed. */
  body?: string | AsyncIterable<Uint8Array>;
  signal: AbortSignal;
  onWaiting?: () => void;
}
export type Question = Pick<Sent, "method" | "headers"> & { url: URL; body?: string };
export interface Answer {
  status: number;
  type: string;
  text: string;
}

export const json = (status: number, body: unknown): Answer => ({
  status,
  type: "application/json",
  text: JSON.stringify(body),
});
export const nothing: Answer = { status: 204, type: "", text: "" };
const bareStatuses = [400, 403, 404, 405, 409, 410, 422, 429, 500, 502, 503];
const broken = (code: string) => Object.assign(new Error(code), { code });

/** A provider behind its network, as the portal's client sees it. */
export abstract class Network {
  readonly world: World;
  fates: readonly NetworkFate[] = ["fine"];

  constructor(world: World) {
    this.world = world;
  }

  protected abstract handle(question: Question): Answer;
  /** A call is on its way. @returns what to do once it can no longer act */
  protected onSent?(question: Question): () => void;
  /** Somebody in between has answered a call. */
  protected onGateway?(question: Question): void;

  /** Whether this call always gets through. */
  protected isCertain(_question: Question): boolean {
    return false;
  }

  async ask(url: URL, { signal, body, onWaiting, ...sent }: Sent) {
    const { world } = this;
    const question: Question = { url, ...sent, ...(typeof body === "string" && { body }) };
    if (this.isCertain(question)) return answered(this.handle(question));
    const fate = world.pick(this.fates);
    const label = `${sent.method} ${url.pathname.slice(4, 50)}${url.search.slice(0, 16)}`;
    const isOver = this.onSent?.(question) ?? (() => {});
    const arrive = () => {
      isOver();
      this.handle(question);
    };
    const abort = new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    abort.catch(() => {});
    const deliver = (text: string) => Promise.race([world.deliver(text), abort]);
    try {
      await deliver(`${label}: ${fate}`);
    } catch (cause) {
      isOver();
      throw cause;
    }
    if (fate !== "arrives late" && fate !== "late") isOver();
    if (fate === "refused") throw broken("ECONNREFUSED");
    if (typeof body === "object") question.body = await textOf(body);
    onWaiting?.();
    if (fate === "cut") throw broken("ECONNRESET");
    if (fate === "arrives late" || fate === "late") {
      world.later(`${label} arrives`, arrive);
      if (fate === "late") await abort;
      throw broken("ECONNRESET");
    }
    if (fate === "gateway") return this.#gateway(question);
    if (fate === "error") return answered(json(500, { status: 500, error: "Internal Server Error" }));
    const answer = this.handle(question);
    if (fate === "answer lost") throw broken("ECONNRESET");
    if (fate === "error after it") return answered(json(500, { message: "Internal Server Error" }));
    await deliver(`${label} answers ${answer.status} ${answer.text.slice(0, 60)}`);
    return answered(answer);
  }

  #gateway(question: Question) {
    const status = this.world.pick(bareStatuses);
    this.onGateway?.(question);
    this.world.note(`a gateway says ${status}`);
    return answered(
      this.world.chance(0.5)
        ? { status, type: "text/html", text: "<h1>Sorry</h1>" }
        : json(status, { status, error: "Conflict", code: String(status) }),
    );
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

const answered = ({ status, type, text }: Answer) => ({
  status,
  headers: { "content-type": type },
  body: Readable.from(text ? [Buffer.from(text)] : [], { objectMode: false }),
});
