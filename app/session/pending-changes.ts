/** A value's text; undefined if there is no value. */
type Text = string | undefined;

interface CurrentValue {
  /** The value in the store. */
  stored: Text;
  /** The value after the changes so far, and how many those are. */
  text: Text;
  applied: number;
}

/** A change has thrown: a fault of the portal's own, and none of the store. */
export class FailedChange extends Error {}

/** The changes of one request: functions by name, applied to the value that the store has at the time of writing. */
export class PendingChanges {
  readonly #changes = new Map<string, { isEssential: boolean; list: ((text: Text) => Text)[] }>();
  readonly #values = new Map<string, CurrentValue>();

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  get isEssential(): boolean {
    return [...this.#changes.values()].some((one) => one.isEssential);
  }

  add(name: string, isEssential: boolean, apply: (text: Text) => Text): void {
    const all = this.#changes.get(name) ?? { isEssential, list: [] };
    all.list.push(apply);
    this.#changes.set(name, all);
  }

  /** The value with all changes so far, each applied once. */
  current(name: string, read: () => Text): Readonly<CurrentValue> {
    let one = this.#values.get(name);
    if (!one) {
      const stored = read();
      one = { stored, text: stored, applied: 0 };
      this.#values.set(name, one);
    }
    const { list } = this.#changes.get(name) ?? { list: [] };
    try {
      for (; one.applied < list.length; one.applied++) one.text = list[one.applied]?.(one.text);
    } catch (cause) {
      throw new FailedChange("A change of the session has failed.", { cause });
    }
    return { ...one };
  }

  /** All values with changes, as they are now. */
  all(read: (name: string) => Text): Map<string, Readonly<CurrentValue>> {
    return new Map([...this.#changes.keys()].map((name) => [name, this.current(name, () => read(name))]));
  }

  /** Call when the store has these values: only changes made since then remain. */
  written(values: Map<string, Readonly<CurrentValue>>): void {
    for (const [name, { text, applied }] of values) {
      this.#values.set(name, { stored: text, text, applied: 0 });
      const rest = this.#changes.get(name);
      rest?.list.splice(0, applied);
      if (rest?.list.length === 0) this.#changes.delete(name);
    }
  }

  /** Call when the values have changed in the store: all changes are applied again to the new ones. */
  restart(): void {
    this.#values.clear();
  }
}
