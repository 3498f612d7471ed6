import type { SessionStore } from "#app/session/store.ts";
import type { StoreFate } from "./store.ts";
import type { World } from "./world.ts";

type Values = Map<string, Uint8Array>;
const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0);

/** The sessions' store of all portals, behind a network. */
export class SimulatedSessions implements SessionStore {
  readonly world: World;
  fates: readonly StoreFate[] = ["fine"];
  readonly #sessions = new Map<string, Values>();

  constructor(world: World) {
    this.world = world;
  }

  read = (id: string) => this.#command("read", () => new Map(this.#sessions.get(id)));

  write: SessionStore["write"] = (id, changes) =>
    this.#command("write", () => {
      const values: Values = this.#sessions.get(id) ?? new Map();
      if (!changes.every(({ name, seen }) => isSame(values.get(name), seen))) return false;
      for (const { name, value } of changes)
        if (value) values.set(name, value);
        else values.delete(name);
      this.#sessions.set(id, values);
      return true;
    });

  touch = async () => {};
  ping = async () => {};
  close = async () => {};

  async #command<T>(name: string, run: () => T): Promise<T> {
    const { world } = this;
    const fate = world.pick(this.fates);
    await world.deliver(`sessions ${name}: ${fate}`);
    if (fate === "away") throw new Error("The sessions' store is away.");
    if (fate === "late" && name === "write") {
      world.later("late session", run);
      throw new Error("The sessions' store does not answer.");
    }
    const result = run();
    if (fate === "answer lost") throw new Error("The sessions' answer was lost.");
    await world.deliver(`sessions answer ${name}`);
    return result;
  }
}
