export interface Trouble {
  title: string;
  /** @returns what repairs it */
  begin: () => Promise<() => unknown>;
  /** The alerts that notify somebody; without any, nobody is notified. */
  expected: string[];
}

/** Repeats what customers or the system do in the meantime, until the returned function is called. */
export function repeat(everyMs: number, act: () => unknown): () => void {
  const timer = setInterval(act, everyMs);
  return () => clearInterval(timer);
}
