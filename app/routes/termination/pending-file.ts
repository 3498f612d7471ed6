/** The file that goes out once its termination is declared; in the browser only, by the termination's id. */
let pending: { id: string; file: File } | undefined;

export function keepFile(id: string, file: File): void {
  pending = { id, file };
}

/** The file kept for this termination; once. */
export function takeFile(id: string): File | undefined {
  if (pending?.id !== id) return undefined;
  const { file } = pending;
  pending = undefined;
  return file;
}
