import type { z } from "zod";

/** A kind of thing that sessions remember, one value per key (an offer's token, a page, …). */
export interface Scope<T> {
  name: string;
  /** A value that it does not accept was left by an older deploy and counts as absent. */
  schema: z.ZodType<T>;
  /** How long a value counts, at most; else as long as its session. */
  lifetimeSeconds?: number;
  /** Its pages make no sense without it: they say so while the store is away. Any other scope is then simply absent. */
  essential?: boolean;
}

export function defineScope<T>(
  name: string,
  schema: z.ZodType<T>,
  options: Pick<Scope<T>, "lifetimeSeconds" | "essential"> = {},
): Scope<T> {
  return { name, schema, ...options };
}

/** A message from one request to the next page of a kind, which takes it: `session.take`. */
export const defineFlash = <T>(name: string, schema: z.ZodType<T>): Scope<T> =>
  defineScope(name, schema, { lifetimeSeconds: 1800 });
