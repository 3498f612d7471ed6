/** Memory over one part of a soak, in MiB. */
export interface SoakPart {
  minute: number;
  requests: number;
  /** The median: single samples catch garbage that is about to go. */
  rss: number;
  /** The lowest: what a collection left. */
  heap: number;
}

/** What samples may differ by without a reason. */
const toleranceMiB = 3;
const tolerance = 0.03;

const meanOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
export const medianOf = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * Whether memory still grew at the end: its last quarter against the one before.
 * @returns `from`: the minute from which on it stayed where it ended; undefined if it did not level off
 */
export function levelOf(parts: readonly SoakPart[], kind: "rss" | "heap") {
  const values = parts.map((part) => part[kind]);
  const quarter = Math.ceil(values.length / 4);
  const end = meanOf(values.slice(-quarter));
  const before = meanOf(values.slice(-2 * quarter, -quarter));
  const most = Math.max(toleranceMiB, end * tolerance);
  const lastOutside = values.findLastIndex((value) => Math.abs(value - end) > 2 * most);
  const isLevel = end - before <= most;
  return { end, grew: end - before, from: isLevel ? parts[lastOutside + 1]?.minute : undefined };
}
