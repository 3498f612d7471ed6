import { type Answer, json, Network, nothing, type Question } from "./network.ts";
import type { World } from "./world.ts";

/** By its size in bytes: receipts list proofs by their names. */
export const proofName = (size: number) => `nachweis-${size}.pdf`;

/** What differs between providers. */
interface Style {
  /** Of a declaration that it has. */
  repeat: "receipt" | "known" | "odd" | "fields";
  /** Whether it has the calls that specification §7 does not name. */
  hasAdditions: boolean;
  accepted: 200 | 201 | 202;
}

/** The provider of declarations. */
export class SimulatedProvider extends Network {
  readonly onAct: (id: string) => void;
  readonly style: Style;
  /** How often it acted for each declaration. */
  readonly acted = new Map<string, number>();
  readonly refused = new Set<string>();
  /** Those of which it was asked for the receipt, and nobody had such a call. */
  readonly unasked = new Set<string>();
  /** Whether its receipts list the proofs that it has. */
  listsProofs = false;
  /** The sizes of a declaration's proofs, and the world's step when it took each. */
  readonly proofs = new Map<string, Map<number, number>>();
  readonly #receivedAt = new Map<string, string>();
  /** Contracts that it does not know. */
  readonly unknownContracts = new Set<string>();

  constructor(world: World, onAct: (id: string) => void) {
    super(world);
    this.onAct = onAct;
    this.style = {
      repeat: world.pick(["receipt", "known", "odd", "fields"] as const),
      hasAdditions: world.chance(0.7),
      accepted: world.pick([200, 201, 202] as const),
    };
  }

  protected override onGateway({ method, url }: Question): void {
    if (method === "GET") this.unasked.add(idIn(url).id);
  }

  protected override handle({ method, url, body = "{}" }: Question): Answer {
    const { style, world } = this;
    const { area, id } = idIn(url);
    if (id === "config") return json(404, { code: "NOT_FOUND" });
    if (id === "upload") return this.#take(url.pathname.split("/").at(-1) ?? "", body);
    const isMissing = !style.hasAdditions && (method === "GET" || area === "withdrawal");
    if (isMissing && method === "GET") this.unasked.add(id);
    if (isMissing) return { status: 404, type: "text/html", text: "<h1>No such page</h1>" };
    const has = this.acted.has(id);
    const receipt = json(style.accepted, this.#receiptOf(id));
    if (method === "GET") return has ? receipt : json(404, { code: "NOT_FOUND" });
    const isObjection = area !== "withdrawal" && !area.endsWith("contracttermination");
    if (has) return this.#repeated(area, id, isObjection ? nothing : receipt, isObjection);
    const sent = JSON.parse(body) as Record<string, string>;
    const { contractNumber = "", contractReference = contractNumber, receivedAt } = sent;
    if (this.unknownContracts.has(isObjection ? id : contractReference)) {
      this.refused.add(id);
      return json(422, { code: "CONTRACT_UNKNOWN" });
    }
    this.acted.set(id, (this.acted.get(id) ?? 0) + 1);
    if (receivedAt) this.#receivedAt.set(id, receivedAt);
    this.onAct(id);
    world.deeds.push(`the provider acted for ${id}`);
    world.note(`the provider acts for ${id}`);
    return isObjection ? nothing : json(style.accepted, this.#receiptOf(id));
  }

  #receiptOf(id: string) {
    const receivedAt = this.#receivedAt.get(id) ?? new Date(this.world.now).toISOString();
    const proofs = [...(this.proofs.get(id) ?? new Map<number, number>()).keys()];
    const uploads = proofs.map((size) => ({
      name: proofName(size),
      type: "application/pdf",
      size,
      receivedAt,
    }));
    return { id, receivedAt, ...(this.listsProofs && { uploads }) };
  }

  /** The same content sent twice is one proof. */
  #take(id: string, body: string): Answer {
    if (!this.acted.has(id)) return json(404, { code: "NOT_FOUND" });
    const size = body.split("\r\n\r\n")[1]?.split("\r\n--")[0]?.length ?? 0;
    const proofs = this.proofs.get(id) ?? new Map<number, number>();
    if (!proofs.has(size)) proofs.set(size, this.world.step);
    this.proofs.set(id, proofs);
    this.world.deeds.push(`the provider took the proof of ${size} bytes`);
    this.world.note(`the provider takes a proof of ${size} bytes`);
    return nothing;
  }

  #repeated(area: string, id: string, receipt: Answer, isObjection: boolean): Answer {
    const { repeat } = this.style;
    // The codes of these are not known to the portal: they read as refusals.
    if (repeat === "odd" || repeat === "fields") this.refused.add(id);
    const kind = area === "withdrawal" ? "WITHDRAWAL" : "TERMINATION";
    return {
      receipt,
      known: json(409, { code: isObjection ? "ALREADY_DECLINED" : `${kind}_EXISTS` }),
      odd: isObjection ? json(404, { code: "TOKEN_USED" }) : json(409, { code: "ALREADY_THERE" }),
      fields: json(422, { errors: [{ field: "id", code: "DUPLICATE", message: "Known." }] }),
    }[repeat];
  }
}

/** An objection goes by its token. */
function idIn(url: URL): { area: string; id: string } {
  const [area = "", id = ""] = url.pathname.split("/").slice(3);
  return { area, id: id || (url.searchParams.get("token") ?? "") };
}
