import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";

/** A portal process as the world sees it. */
export interface Process {
  name: string;
  /** By how much its clock differs, in milliseconds. */
  clockOff: number;
  isDead: boolean;
}

interface Step {
  label: string;
  run: () => void;
}

interface Timer {
  at: number;
  run: () => void;
  by: Scene | undefined;
}

/** Whose code is running, and for what. */
interface Scene {
  process: Process | undefined;
  /** What was done outside because of it: what was stored, and what the provider did. */
  deeds: string[];
}
const scene = new AsyncLocalStorage<Scene>();
/** Enough for all that follows from one message. */
const turnsEach = 6;

/** Years have four digits. */
const maxDays = 2_800_000;

/** What a crashed process runs into: nothing of it reaches anybody. */
class Crashed extends Error {}

/**
 * Everything that a run does not decide itself: time, chance, and the order in which messages arrive. Only one message
 * is delivered at a time, and all that follows from it is done before the next, so that a seed decides the whole run.
 */
export class World {
  readonly trace: string[] = [];
  readonly name: string;
  /** Days apart, so that what a portal remembers of the time before is over. */
  now: number;
  /** How many messages have been delivered. */
  step = 0;
  #waiting: Step[] = [];
  #timers: Timer[] = [];
  #state: number;

  /** @param part of which the seed has several, each on days of its own */
  constructor(seed: number, part = 0) {
    this.name = `seed ${seed}`;
    this.now = Date.UTC(2026, 0, 1) + ((seed * 7 + part * 3) % maxDays) * 24 * 60 * 60 * 1000;
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** Below 1 (mulberry32). */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance = (share: number): boolean => this.random() < share;
  pick = <T>(from: readonly T[]): T => from[Math.floor(this.random() * from.length)] as T;

  /** Whose code is running. */
  get current(): Process | undefined {
    return scene.getStore()?.process;
  }

  /** What the code that is running is doing it for. */
  get deeds(): string[] {
    return scene.getStore()?.deeds ?? [];
  }

  note(text: string): void {
    this.trace.push(`${this.current?.name ?? "-"}\t${text}`);
  }

  /** Waits until the message is delivered. */
  async deliver(label: string): Promise<void> {
    const by = this.current;
    if (by?.isDead) throw new Crashed();
    await new Promise<void>((resolve) => {
      this.#waiting.push({ label: `${by?.name ?? "-"}\t${label}`, run: resolve });
    });
    if (by?.isDead) throw new Crashed();
  }

  /** Happens at some time, whatever becomes of its cause. */
  later(label: string, run: () => void): void {
    const deeds = this.deeds;
    this.#waiting.push({
      label: `-\t${label}`,
      run: () => scene.run({ process: undefined, deeds }, run),
    });
  }

  get isQuiet(): boolean {
    return this.#waiting.length === 0;
  }

  /** Runs until nothing happens any more without a further message. */
  async settle(run: () => void, by?: Process, deeds: string[] = []): Promise<void> {
    scene.run({ process: by, deeds }, run);
    for (let turns = 0; turns < turnsEach; turns++) await turn();
  }

  async deliverOne(): Promise<void> {
    const [step] = this.#waiting.splice(Math.floor(this.random() * this.#waiting.length), 1);
    if (!step) return;
    this.step++;
    this.trace.push(step.label);
    await this.settle(step.run);
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    this.note(`${Math.round(ms / 1000)} s pass`);
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.now = Math.max(this.now, due.at);
      await this.settle(() => scene.run(due.by ?? { process: undefined, deeds: [] }, due.run));
    }
    this.now = end;
  }

  setTimer(run: () => void, ms = 0): Timer {
    const timer = { at: this.now + ms, run, by: scene.getStore() };
    this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
  }
}

let world = new World(0);
export const enter = (next: World): World => {
  world = next;
  return next;
};

/** From now on the process has the world's clock, timers and chance. */
export function simulateTime(): void {
  const RealDate = Date;
  const now = () => world.now + (world.current?.clockOff ?? 0);
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, values: [number]) => (values.length > 0 ? new RealDate(...values) : new RealDate(now())),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  performance.now = () => world.now;
  Math.random = () => world.random();
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    world.setTimer(run, ms)) as unknown as typeof setTimeout;
  globalThis.clearTimeout = (timer) => world.clearTimer(timer);
}
