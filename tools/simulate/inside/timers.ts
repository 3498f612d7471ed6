/** The product's waits, by the world's clock. */
export const setTimeout = <T>(ms: number, value?: T): Promise<T | undefined> =>
  new Promise((resolve) => globalThis.setTimeout(() => resolve(value), ms));

/** What has ended by now does so before this. */
export async function setImmediate<T>(value: T): Promise<T> {
  for (let turn = 0; turn < 20; turn++) await undefined;
  return value;
}
