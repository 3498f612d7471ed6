const forgetters: (() => void)[] = [];
export const atStart = (forgetIt: () => void): unknown => forgetters.push(forgetIt);

/** What a portal remembers is gone, as when its process starts. */
export function forget(): void {
  for (const forgetIt of forgetters) forgetIt();
}
