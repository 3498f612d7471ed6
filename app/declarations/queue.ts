import { z } from "zod";

/** A declaration as the store sees it: its content is sealed. Times are milliseconds since the epoch. */
export const entrySchema = z.object({
  id: z.string(),
  /** Digest of the contract; entries of one lane keep their order. */
  lane: z.string(),
  receivedAt: z.coerce.number(),
  state: z.enum(["waiting", "forwarded", "refused"]),
  attempts: z.coerce.number(),
  /** When it is tried next, in what `open` answers, as long as it waits. */
  due: z.number().optional(),
  sealed: z.string(),
});
export type Entry = z.infer<typeof entrySchema>;

/** An exclusive right to forward an entry for a while. */
export interface Lease {
  token: string;
  until: number;
}

/** Outcome of an attempt: tried again at `due`, or final and removed at `removeAt`. */
type Settlement =
  | { state: "waiting"; due: number }
  | { state: "forwarded" | "refused"; sealed: string; removeAt: number };

/**
 * Declarations that wait for the provider, and those that it has, for a while. Any number of processes share one.
 * What is added is on disk when `add` resolves, as far as `durable` says so.
 */
export interface DeclarationQueue {
  /** Keeps an entry that is new, and leases it to the caller unless an earlier one of its lane still waits. */
  add(
    entry: Pick<Entry, "id" | "lane" | "receivedAt" | "sealed">,
    lease: Lease,
  ): Promise<{ known: Entry } | { known?: undefined; leased: boolean }>;
  find(id: string): Promise<Entry | undefined>;
  /** The next entry that is due and the first of its lane. */
  lease(now: number, lease: Lease): Promise<Entry | undefined>;
  /** Answers false where the lease has gone to somebody else, and changes nothing. */
  settle(id: string, token: string, settlement: Settlement): Promise<boolean>;
  /** Makes an entry due now; one that was refused waits again. Answers whether there was something to do. */
  resend(id: string, now: number): Promise<boolean>;
  /** All that wait or were refused, the oldest first. */
  open(): Promise<Entry[]>;
  backlog(): Promise<{ waiting: number; refused: number; oldest?: number }>;
  /** Whether an entry survives the end of the store's process. */
  durable(): Promise<boolean>;
  /** Removes what was kept long enough. */
  sweep(now: number): Promise<void>;
  close(): Promise<void>;
}
