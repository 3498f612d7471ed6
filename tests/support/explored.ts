/** One thing that may happen in a world, and what it breaks. */
export interface Step<W, P extends string> {
  story: string;
  world: W;
  breaks?: P | undefined;
}

interface Seen<W> {
  world: W;
  story: string;
  from: Seen<W> | undefined;
}
const storyOf = <W>({ story, from }: Seen<W>): string[] => (from ? [...storyOf(from), story] : []);

/**
 * Walks every world that can be reached, breadth first.
 * @param nameOf the same for worlds that differ in nothing that matters
 * @param breaksAt what a world breaks by itself
 * @param until ends with the first story in which this promise is broken
 * @returns how much was seen, and for each promise that is broken the shortest story
 */
export function explored<W, P extends string>(
  first: W,
  stepsOf: (world: W) => Iterable<Step<W, P>>,
  {
    nameOf,
    breaksAt,
    until,
  }: {
    nameOf: (world: W) => string;
    breaksAt: (world: W) => P | undefined;
    until?: P | undefined;
  },
) {
  const names = new Set([nameOf(first)]);
  const broken: Partial<Record<P, string[]>> = {};
  let row: Seen<W>[] = [{ world: first, story: "", from: undefined }];
  let transitions = 0;
  while (row.length > 0) {
    const next: Seen<W>[] = [];
    for (const from of row)
      for (const { story, world, breaks } of stepsOf(from.world)) {
        transitions += 1;
        let isNew = false;
        if (world !== from.world) {
          const name = nameOf(world);
          isNew = !names.has(name);
          names.add(name);
        }
        const promise = breaks ?? (isNew ? breaksAt(world) : undefined);
        if (promise) broken[promise] ??= storyOf({ story, world, from });
        else if (isNew) next.push({ world, story, from });
        if (promise && promise === until) return { states: names.size, transitions, broken };
      }
    row = next;
  }
  return { states: names.size, transitions, broken };
}

/** What a function returns is computed once. */
export function memo<A, R>(compute: (of: A) => R): (of: A) => R {
  const known = new Map<A, R>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const made = compute(of);
    known.set(of, made);
    return made;
  };
}

/** The same of two inputs. */
export function memoOfTwo<A, B, R>(compute: (one: A, other: B) => R): (one: A, other: B) => R {
  const rows = new Map<A, Map<B, R>>();
  return (one, other) => {
    const row = rows.get(one) ?? new Map<B, R>();
    const found = row.get(other);
    if (found !== undefined) return found;
    rows.set(one, row);
    const made = compute(one, other);
    row.set(other, made);
    return made;
  };
}
