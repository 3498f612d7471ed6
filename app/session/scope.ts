import type { z } from "zod";

/** What a customer reads about a value when the session is to end. */
export interface EndNotice {
  kind: "offer" | "form" | "login" | "handover" | "customer" | "identity";
  /** What is under way, where that is not the order of an offer or the choice of an identity check. */
  act?: "decline" | "restart" | "preview" | "orderEmail" | "orderPorting" | "newEsim" | "coupon";
  /** What was ordered, first of all. */
  product?: string;
  /** Nobody knows yet whether the provider has acted: the German path of the page that finds out. */
  underWayAt?: string;
  /** The provider knows it by this number. */
  reference?: string;
}

/** A kind of value that sessions store, one per key (an offer's token, a page, …). */
export interface Scope<T> {
  name: string;
  /** A value that it rejects was left by an older deployment and counts as absent. */
  schema: z.ZodType<T>;
  /** Maximum lifetime of a value; as long as its session by default. */
  lifetimeSeconds?: number;
  /**
   * Whether its pages make no sense without it: while the store is down, they say so. Any other scope is then absent.
   */
  essential?: boolean;
  /** Stored beside the value: a session's values are found by hashes of their names, which say nothing. */
  endNotice?(value: T, key: string): EndNotice;
  /**
   * In milliseconds since the epoch: a session that has no room removes the value with the earliest time first. Without one, a
   * value with a lifetime is removed by its end, and any other stays.
   */
  removableAt?(value: T): number | undefined;
}

export function defineScope<T>(
  name: string,
  schema: z.ZodType<T>,
  options: Pick<Scope<NoInfer<T>>, "lifetimeSeconds" | "essential" | "endNotice" | "removableAt"> = {},
): Scope<T> {
  return { name, schema, ...options };
}

/** A message from one request for the next page of a kind, which removes it: `session.take`. */
export const defineFlash = <T>(
  name: string,
  schema: z.ZodType<T>,
  endNotice?: Scope<T>["endNotice"],
): Scope<T> => defineScope(name, schema, { lifetimeSeconds: 1800, ...(endNotice && { endNotice }) });
