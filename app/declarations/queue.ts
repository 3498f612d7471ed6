/** A declaration as the store sees it: its content is sealed. Times are the store's own, in milliseconds since the epoch. */
export interface Entry {
  id: string;
  /** Digest of the contract; entries of one lane keep their order. */
  lane: string;
  receivedAt: number;
  state: "waiting" | "forwarded" | "refused";
  attempts: number;
  sealed: string;
}

/** One that comes from another store, with how long it is still kept, unless it waits. */
export type MovedEntry = Entry & { keepMs?: number | undefined };

/** What an operator is shown of an entry. */
interface OpenEntry extends Entry {
  /** In how many milliseconds it is tried next, as long as it waits. */
  dueInMs?: number;
  /** A later one of its lane did not wait for it any longer. */
  overtaken: boolean;
  /** It went on before an earlier one of its lane, which still waits. */
  overtook: boolean;
}

/** An exclusive right to forward an entry for a while. */
interface Lease {
  token: string;
  forMs: number;
}

/** Outcome of an attempt: tried again after a pause, or final and kept for a while. */
type Settlement =
  | { state: "waiting"; pauseMs: number }
  | { state: "forwarded" | "refused"; sealed: string; keepMs: number };

/** How long a declaration waits for an earlier one of the same contract. */
export const longestHoldMs = 60 * 60 * 1000;

/**
 * Declarations that wait for the provider, and those that it has, for a while. Any number of processes share one, and
 * go by its clock instead of their own. It is opened with the first use, and each use may find it away: then it throws.
 */
export interface DeclarationQueue {
  /**
   * Keeps an entry that is new, and leases it to the caller unless an earlier one of its lane still waits. It is on disk
   * when this resolves.
   */
  add(
    entry: Pick<Entry, "id" | "lane" | "sealed">,
    lease: Lease,
  ): Promise<{ known: Entry } | { known?: undefined; leased: boolean }>;
  find(id: string): Promise<Entry | undefined>;
  /** The next entry that is due, and not held up by an earlier one of its lane. */
  lease(lease: Lease): Promise<Entry | undefined>;
  /** Answers false where the lease has gone to somebody else, and changes nothing. */
  settle(id: string, token: string, settlement: Settlement): Promise<boolean>;
  /** Makes an entry due now; one that was refused waits again. Answers whether there was something to do. */
  resend(id: string): Promise<boolean>;
  /** All that wait, were refused or overtook one that waits, the oldest first. */
  open(): Promise<OpenEntry[]>;
  /** `oldestMs` is the age of the oldest that waits, never negative; `overtaken` is how many a later one did not wait for. */
  backlog(): Promise<{ waiting: number; refused: number; overtaken: number; oldestMs: number }>;
  /** Removes what was kept long enough, and makes times due that lie further ahead than any can, as after a clock was set back. */
  sweep(): Promise<void>;
  /** Takes an entry over from another store, unless it is here; one that waits is due now. */
  adopt(entry: MovedEntry): Promise<void>;
  /** All that there is, the oldest first. */
  entries(): AsyncIterable<MovedEntry>;
  remove(id: string): Promise<void>;
  /** Removes an entry that is still in this state. Answers whether it was. */
  removeIf(id: string, state: Entry["state"]): Promise<boolean>;
  /** Resolves when the store can be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
