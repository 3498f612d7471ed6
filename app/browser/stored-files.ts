import { keptMark } from "./kept-mark.ts";

/** A file on its way from a form to the receipt of its declaration (decision 0070). */
interface Kept {
  key: string;
  name: string;
  type: string;
  /** Firefox sends nothing of a file whose content its database holds. */
  bytes: ArrayBuffer;
  /** Milliseconds since the epoch. */
  at: number;
}

const longestMs = 24 * 60 * 60_000;
const table = "files";

const ended = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function within<Result>(
  mode: IDBTransactionMode,
  use: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open("proofs");
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: "key" });
  const database = await ended(opening);
  try {
    const transaction = database.transaction(table, mode);
    const request = use(transaction.objectStore(table));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

const put = (kept: Kept) => within("readwrite", (files) => files.put(kept));
const remove = (key: string) => within("readwrite", (files) => files.delete(key));
const read = (key: string) => within<Kept | undefined>("readonly", (files) => files.get(key));

/** By which this document's form has kept its file. */
let ofForm: string | undefined;

/** Keeps a form's file, one at a time, for the page that its post leads to. */
export async function storeFile(file: File): Promise<string> {
  if (ofForm) await remove(ofForm);
  localStorage.setItem(keptMark, "");
  const key = crypto.randomUUID();
  const { name, type } = file;
  await put({ key, name, type, bytes: await file.arrayBuffer(), at: Date.now() });
  ofForm = key;
  return key;
}

/**
 * The file that was kept for a declaration. From now on it is found by the declaration's id, from whatever address its
 * receipt is opened.
 * @param key by which the form kept it
 */
export async function storedFile(id: string, key: string | undefined): Promise<File | undefined> {
  await forgetOld();
  const handed = key ? await read(key) : undefined;
  if (key && handed) {
    await put({ ...handed, key: id });
    await remove(key);
  }
  const kept = handed ?? (await read(id));
  return kept && new File([kept.bytes], kept.name, { type: kept.type });
}

/** Removes one file: by default that of this document's form. */
export async function forgetFile(key = ofForm): Promise<void> {
  if (key) await remove(key);
  await forgetOld();
}

let nextLook: ReturnType<typeof setTimeout> | undefined;

/** Removes files older than a day. */
export async function forgetOld(): Promise<void> {
  const all = await within<Kept[]>("readonly", (files) => files.getAll());
  const isOld = ({ at }: Kept) => Date.now() - at >= longestMs;
  for (const { key } of all.filter(isOld)) await remove(key);
  clearTimeout(nextLook);
  if (all.every(isOld)) localStorage.removeItem(keptMark);
  else nextLook = setTimeout(forgetOld, longestMs);
}
