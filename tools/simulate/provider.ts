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

/** What differs between providers. */
interface Style {
  /** Of a declaration that it has. */
  repeat: "receipt" | "known" | "odd" | "fields";
  /** Whether it has the calls that specification §7 does not name. */
  hasAdditions: boolean;
  accepted: 200 | 201 | 202;
}

interface Question {
  method: string;
  body?: string;
  signal: AbortSignal;
}
interface Answer {
  status: number;
  type: string;
  text: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  type: "application/json",
  text: JSON.stringify(body),
});
const bareStatuses = [400, 404, 405, 409, 410, 422, 429, 500, 502, 503];
const broken = (code: string) => Object.assign(new Error(code), { code });

/** The provider behind its network, as the portal's client sees it. */
export class SimulatedProvider {
  readonly world: World;
  readonly onAct: (id: string) => void;
  readonly style: Style;
  fates: readonly NetworkFate[] = ["fine"];
  /** How often it acted for each declaration. */
  readonly acted = new Map<string, number>();
  readonly refused = new Set<string>();
  /** Those of which it was asked for the receipt, and nobody had such a call. */
  readonly unasked = new Set<string>();
  /** Contracts that it does not know. */
  readonly unknownContracts = new Set<string>();

  constructor(world: World, onAct: (id: string) => void) {
    this.world = world;
    this.onAct = onAct;
    this.style = {
      repeat: world.pick(["receipt", "known", "odd", "fields"] as const),
      hasAdditions: world.chance(0.7),
      accepted: world.pick([200, 201, 202] as const),
    };
  }

  async ask(url: URL, { method, body, signal }: Question) {
    const { world } = this;
    const fate = world.pick(this.fates);
    const [area = "", id = ""] = url.pathname.split("/").slice(3);
    const label = `${method} ${area} ${(id || url.search).slice(0, 12)}`;
    const handle = () => this.#handle(method, area, id || (url.searchParams.get("token") ?? ""), body);
    const abort = new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    abort.catch(() => {});
    const deliver = (text: string) => Promise.race([world.deliver(text), abort]);
    await deliver(`${label}: ${fate}`);
    if (fate === "refused") throw broken("ECONNREFUSED");
    if (fate === "cut") throw broken("ECONNRESET");
    if (fate === "arrives late" || fate === "late") {
      world.later(`${label} arrives`, handle);
      if (fate === "late") await abort;
      throw broken("ECONNRESET");
    }
    if (fate === "gateway") return this.#gateway(method, id);
    if (fate === "error") return answered(json(500, { status: 500, error: "Internal Server Error" }));
    const answer = handle();
    if (fate === "answer lost") throw broken("ECONNRESET");
    if (fate === "error after it") return answered(json(500, { message: "Internal Server Error" }));
    await deliver(`${label} answers ${answer.status} ${answer.text.slice(0, 60)}`);
    return answered(answer);
  }

  #gateway(method: string, id: string) {
    const status = this.world.pick(bareStatuses);
    if (method === "GET") this.unasked.add(id);
    this.world.note(`a gateway says ${status}`);
    return answered(
      this.world.chance(0.5)
        ? { status, type: "text/html", text: "<h1>Sorry</h1>" }
        : json(status, { status, error: "Conflict", code: String(status) }),
    );
  }

  #handle(method: string, area: string, id: string, body = "{}"): Answer {
    const { style, world } = this;
    const isMissing = !style.hasAdditions && (method === "GET" || area === "withdrawal");
    if (isMissing && method === "GET") this.unasked.add(id);
    if (isMissing) return { status: 404, type: "text/html", text: "<h1>No such page</h1>" };
    const has = this.acted.has(id);
    const receipt = json(style.accepted, { id, receivedAt: new Date(world.now).toISOString() });
    if (method === "GET") return has ? receipt : json(404, { code: "NOT_FOUND" });
    const isObjection = area !== "withdrawal" && !area.endsWith("contracttermination");
    if (has && isObjection) return json(409, { code: "ALREADY_DECLINED" });
    if (has) return this.#repeated(area, receipt);
    const { contractNumber = "", contractReference = contractNumber } = JSON.parse(body) as Record<
      string,
      string
    >;
    if (this.unknownContracts.has(isObjection ? id : contractReference)) {
      this.refused.add(id);
      return json(422, { code: "CONTRACT_UNKNOWN" });
    }
    this.acted.set(id, (this.acted.get(id) ?? 0) + 1);
    this.onAct(id);
    world.note(`the provider acts for ${id}`);
    return isObjection ? { status: 204, type: "", text: "" } : receipt;
  }

  #repeated(area: string, receipt: Answer): Answer {
    const kind = area === "withdrawal" ? "WITHDRAWAL" : "TERMINATION";
    return {
      receipt,
      known: json(409, { code: `${kind}_EXISTS` }),
      odd: json(409, { code: "ALREADY_THERE" }),
      fields: json(422, { errors: [{ field: "id", code: "DUPLICATE", message: "Known." }] }),
    }[this.style.repeat];
  }
}

const answered = ({ status, type, text }: Answer) => ({
  status,
  headers: { "content-type": type },
  body: Readable.from(text ? [Buffer.from(text)] : [], { objectMode: false }),
});
