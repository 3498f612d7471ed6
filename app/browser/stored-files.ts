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

/** A receipt takes its file within seconds. What is older was left behind on the way. */
const longestMs = 10 * 60_000;
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

const remove = (key: string) => within("readwrite", (files) => files.delete(key));

/** By which this document's form has kept its file. */
let ofForm: string | undefined;

/** Keeps a form's file, one at a time, for the page that its post leads to. */
export async function storeFile(file: File): Promise<string> {
  if (ofForm) await remove(ofForm);
  localStorage.setItem(keptMark, "");
  const key = crypto.randomUUID();
  const { name, type } = file;
  const entry: Kept = { key, name, type, bytes: await file.arrayBuffer(), at: Date.now() };
  await within("readwrite", (files) => files.put(entry));
  ofForm = key;
  return key;
}

/** Hands out the file that a form has kept, once: from then on the page alone has it. */
export async function takeFile(key: string): Promise<File | undefined> {
  const entry = await within<Kept | undefined>("readonly", (files) => files.get(key));
  await remove(key);
  await forgetOld();
  return entry && new File([entry.bytes], entry.name, { type: entry.type });
}

/** Removes the file of this document's form, which was refused. */
export async function forgetFile(): Promise<void> {
  if (ofForm) await remove(ofForm);
  await forgetOld();
}

let nextLook: ReturnType<typeof setTimeout> | undefined;

/** Removes files whose receipt never came. */
export async function forgetOld(): Promise<void> {
  const all = await within<Kept[]>("readonly", (files) => files.getAll());
  const isOld = ({ at }: Kept) => Date.now() - at >= longestMs;
  for (const { key } of all.filter(isOld)) await remove(key);
  clearTimeout(nextLook);
  if (all.every(isOld)) localStorage.removeItem(keptMark);
  else nextLook = setTimeout(forgetOld, longestMs);
}
