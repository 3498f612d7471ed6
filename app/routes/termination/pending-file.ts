/** The file that goes out once its termination is declared; in the browser only. */
let pending: File | undefined;

/** Keeps the file of the form that is sent now, for the confirmation that follows; none forgets the last one. */
export function keepFile(file: File | undefined): void {
  pending = file;
}

/** The file that was kept; once. */
export function takeFile(): File | undefined {
  const file = pending;
  pending = undefined;
  return file;
}
