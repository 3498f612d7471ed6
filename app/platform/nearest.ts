/** The number of letters that differ (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The known name that an unknown one is most like.
 * @param most how many letters may differ
 * @returns undefined if none is as close as that
 */
export function nearest(name: string, names: Iterable<string>, most: number): string | undefined {
  const [first] = [...names]
    // What differs in length by more has no chance.
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, letters: distance(name, one) }))
    .sort((a, b) => a.letters - b.letters);
  return first && first.letters <= most ? first.one : undefined;
}
