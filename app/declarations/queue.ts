/**
 * A declaration as the store sees it: its content is sealed. Times are the store's, in milliseconds since the epoch.
 */
export interface Entry {
  id: string;
  /** Digest of the contract; entries of one lane keep their order. */
  lane: string;
  receivedAt: number;
  /** `byHand`: no call of the provider takes it, so that staff passes it on. */
  state: "waiting" | "forwarded" | "refused" | "byHand";
  attempts: number;
  sealed: string;
}

/** An entry with how long it is still stored, unless it waits. */
export type StoredEntry = Entry & { keepMs?: number | undefined };

/** How long before the deletion of a refused entry its operator is alerted: time to send it again. */
export const lastCallMs = 7 * 24 * 60 * 60 * 1000;

/** What an operator is shown of an entry. */
export interface OpenEntry extends Entry {
  /** Milliseconds until the next attempt, while it waits. */
  dueInMs: number | undefined;
  /** Milliseconds until it is deleted, once it was answered. */
  keepMs: number | undefined;
  /** A later one of its lane no longer waited for it. */
  overtaken: boolean;
  /** It went ahead of an earlier one of its lane, which still waits. */
  overtook: boolean;
}

/** Where a list of what is open goes on. */
export interface Position {
  openSince: number;
  seq: number;
}

/** What takes no more of the store than a share of it: strangers write it, and the law does not protect it. */
export type Share = "barrier";

/** An exclusive right to forward an entry for a while. */
interface Lease {
  token: string;
  forMs: number;
}

/** Outcome of an attempt: to be retried after a pause, left to staff, or final and stored for a while. */
type Settlement =
  | { state: "waiting"; sealed?: string; pauseMs: number }
  | { state: "byHand" }
  | { state: "forwarded" | "refused"; sealed: string; keepMs: number };

/** How long the same content is the same declaration, unless its form has an id of its own. */
export const sameContentMs = 60 * 60 * 1000;

/**
 * How storing an entry ended. `known`: it was already there, by its id or as the same content within an hour.
 * `notStored`: it surely is not there. `unknown`: it may be there by now, or arrive later, as with a commit that waits
 * for a standby.
 */
export type Added =
  | { end: "stored"; leased: boolean }
  | { end: "known"; entry: Entry; isRecent: boolean }
  | { end: "notStored"; error: unknown }
  | { end: "unknown"; error: unknown };

/** How long a declaration waits for an earlier one of the same contract. */
export const longestHoldMs = 60 * 60 * 1000;

/**
 * Declarations that wait for the provider, and for a while those that it has. Any number of processes share one queue,
 * and use its clock instead of their own. It is opened on first use. Every method but `add` throws while the store is
 * down.
 */
export interface DeclarationQueue {
  /**
   * Stores an entry if it is new, and leases it to the caller unless an earlier one of its lane still waits. It is on
   * disk once this says that it is stored.
   * @param entry with the digest of its content, if the same content within an hour is the same declaration
   */
  add(
    entry: Pick<Entry, "id" | "lane" | "sealed"> & {
      content?: string | undefined;
      share?: Share | undefined;
    },
    lease: Lease,
  ): Promise<Added>;
  /**
   * Whether there is room for one more entry of a share of the store, once the oldest that the provider has are removed.
   * @param most entries of this share
   */
  makeRoom(share: Share, most: number): Promise<boolean>;
  find(id: string): Promise<Entry | undefined>;
  /** The next entry that is due and not blocked by an earlier one of its lane. */
  lease(lease: Lease): Promise<Entry | undefined>;
  /** Changes nothing and returns false if somebody else has the lease by now. */
  settle(id: string, token: string, settlement: Settlement): Promise<boolean>;
  /** Replaces its content. Changes nothing and returns false if somebody else has done so meanwhile. */
  replace(id: string, sealed: string, by: string): Promise<boolean>;
  /** Makes an entry due now; one that was refused or left to staff waits again. Returns whether there was one. */
  resend(id: string): Promise<boolean>;
  /**
   * Makes the next of several due now, as `resend` does with one: those in this state among the next that are open.
   * @returns how many, and where to go on; undefined once there are no more
   */
  resendNext(
    state: "waiting" | "refused",
    after: Position,
  ): Promise<{ count: number; position: Position } | undefined>;
  /** Staff has passed on an entry that was left to them. Returns whether there was one. */
  finish(id: string, settlement: { sealed: string; keepMs: number }): Promise<boolean>;
  /** All entries that wait, were refused or left to staff, the oldest first; behind each, forwarded ones that overtook it. */
  open(): AsyncIterable<OpenEntry>;
  /**
   * `oldestMs` is the age of the oldest waiting entry, never negative; `overtaken` counts those overtaken by a later
   * one; `refusedEnding` counts the refused ones that are deleted within `lastCallMs`.
   */
  backlog(): Promise<
    Record<"waiting" | "refused" | "refusedEnding" | "byHand" | "overtaken" | "oldestMs", number>
  >;
  /**
   * Removes expired entries; makes entries due whose time lies impossibly far ahead, as after a clock was set back.
   * @returns the ids of those that were removed although the provider had refused them
   */
  sweep(): Promise<string[]>;
  /** Every entry, the oldest first. */
  entries(): AsyncIterable<StoredEntry>;
  /** Removes an entry that is still in this state. Returns whether it was. */
  removeIf(id: string, state: Entry["state"]): Promise<boolean>;
  /** Whether another entry would wait for long until it is stored, as too many do already. */
  isFull(): boolean;
  /** Resolves if the store can be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
