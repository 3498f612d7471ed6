/** Some browsers let no site store anything, and the storage can be full. */
function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/** This tab's storage, as far as it is available. */
export const tabStorage = {
  get: (key: string) => attempt((storage) => storage.getItem(key)) ?? undefined,
  keys: () => attempt((storage) => Object.keys(storage)) ?? [],
  set: (key: string, value: string) => attempt((storage) => storage.setItem(key, value)),
  remove: (key: string) => attempt((storage) => storage.removeItem(key)),
};
