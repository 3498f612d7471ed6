/**
 * A declaration as the store sees it: its content is sealed. Times are the store's, in milliseconds since the epoch.
 */
export interface Entry {
  id: string;
  /** Digest of the contract; entries of one lane keep their order. */
  lane: string;
  receivedAt: number;
  state: "waiting" | "forwarded" | "refused";
  attempts: number;
  sealed: string;
}

/** An entry from another store, with how long it is still stored, unless it waits. */
export type MovedEntry = Entry & { keepMs?: number | undefined };

/** What an operator is shown of an entry. */
interface OpenEntry extends Entry {
  /** Milliseconds until the next attempt, while it waits. */
  dueInMs?: number;
  /** A later one of its lane no longer waited for it. */
  overtaken: boolean;
  /** It went ahead of an earlier one of its lane, which still waits. */
  overtook: boolean;
}

/** An exclusive right to forward an entry for a while. */
interface Lease {
  token: string;
  forMs: number;
}

/** Outcome of an attempt: to be retried after a pause, or final and stored for a while. */
type Settlement =
  | { state: "waiting"; pauseMs: number }
  | { state: "forwarded" | "refused"; sealed: string; keepMs: number };

/** How long a declaration waits for an earlier one of the same contract. */
export const longestHoldMs = 60 * 60 * 1000;

/**
 * Declarations that wait for the provider, and for a while those that it has. Any number of processes share one queue,
 * and use its clock instead of their own. It is opened on first use. Every method throws while the store is down.
 */
export interface DeclarationQueue {
  /**
   * Stores an entry if it is new, and leases it to the caller unless an earlier one of its lane still waits. The
   * entry is on disk when this resolves.
   */
  add(
    entry: Pick<Entry, "id" | "lane" | "sealed">,
    lease: Lease,
  ): Promise<{ known: Entry } | { known?: undefined; leased: boolean }>;
  find(id: string): Promise<Entry | undefined>;
  /** The next entry that is due and not blocked by an earlier one of its lane. */
  lease(lease: Lease): Promise<Entry | undefined>;
  /** Changes nothing and returns false if somebody else has the lease by now. */
  settle(id: string, token: string, settlement: Settlement): Promise<boolean>;
  /** Makes an entry due now; a refused one waits again. Returns whether there was anything to do. */
  resend(id: string): Promise<boolean>;
  /** All entries that wait, were refused, or overtook a waiting one, the oldest first. */
  open(): Promise<OpenEntry[]>;
  /**
   * `oldestMs` is the age of the oldest waiting entry, never negative; `overtaken` counts those overtaken by a later
   * one.
   */
  backlog(): Promise<{ waiting: number; refused: number; overtaken: number; oldestMs: number }>;
  /** Removes expired entries; makes entries due whose time lies impossibly far ahead, as after a clock was set back. */
  sweep(): Promise<void>;
  /** Takes over an entry from another store unless it already exists; a waiting one is due now. */
  adopt(entry: MovedEntry): Promise<void>;
  /** Every entry, the oldest first. */
  entries(): AsyncIterable<MovedEntry>;
  remove(id: string): Promise<void>;
  /** Removes an entry that is still in this state. Returns whether it was. */
  removeIf(id: string, state: Entry["state"]): Promise<boolean>;
  /** Resolves if the store can be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
