const forgetters: (() => void)[] = [];
let isLoading = true;
/** What is made later belongs to something that is forgotten itself, or depends on nothing but its content. */
export const atStart = (forgetIt: () => void): unknown => isLoading && forgetters.push(forgetIt);

/** What a portal remembers is gone, as when its process starts. */
export function forget(): void {
  isLoading = false;
  for (const forgetIt of forgetters) forgetIt();
}
