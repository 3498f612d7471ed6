import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { isRecord } from "#app/domain/is-record.ts";
import { atMost } from "#app/platform/at-most.ts";
import type { EndNotice, Scope } from "./scope.ts";

/** A scope's name in the store, hashed because its keys are tokens, which open offers. */
export const storedName = ({ name }: Pick<Scope<unknown>, "name">, key: string) =>
  hash("sha256", `${name}\n${key}`, "base64url");

/** By schema, the tags of sealed values that it accepted before: validating a value costs more than reading it. */
const accepted = new WeakMap<z.ZodType, LRUCache<string, true>>();
const tagLength = 16;

/** A value as it is sealed. */
interface StoredValue {
  value: unknown;
  /** In milliseconds since the epoch. */
  until?: number | undefined;
  /** What its scope calls `endNotice`, and `removableAt`: by these names, other versions read them. */
  told?: EndNotice | undefined;
  leaves?: number | undefined;
}

const read = (text: string | undefined): StoredValue | undefined =>
  text === undefined ? undefined : JSON.parse(text);

/**
 * @param merged the value with what only newer versions know of it
 * @returns the text to seal; undefined for a value to be removed
 */
export function encodeValue<T>(
  { lifetimeSeconds, endNotice, removableAt }: Scope<T>,
  key: string,
  value: T | undefined,
  now: number,
  merged: unknown = value,
): string | undefined {
  if (value === undefined) return undefined;
  const until = lifetimeSeconds && now + lifetimeSeconds * 1000;
  const stored: StoredValue = {
    value: merged,
    until,
    told: endNotice?.(value, key),
    leaves: removableAt?.(value),
  };
  return JSON.stringify(stored);
}

/** A changed value as text. Members that this version does not know, as a newer portal beside it stores them, stay. */
export function changeText<T>(
  scope: Scope<T>,
  key: string,
  text: string | undefined,
  change: (value: T | undefined) => T | undefined,
  now: number,
): string | undefined {
  const stored = unexpired(text, now);
  const current = stored && scope.schema.safeParse(stored.value).data;
  const changed = change(current);
  return encodeValue(scope, key, changed, now, withUnknown(changed, current, stored?.value));
}

/** @param current what this version has read of what is `stored`: what belongs to a member that the change replaces, goes with it */
function withUnknown(changed: unknown, current: unknown, stored: unknown): unknown {
  if (
    Array.isArray(changed) &&
    Array.isArray(stored) &&
    changed === current &&
    changed.length === stored.length
  )
    return changed.map((one, index) => withUnknown(one, one, stored[index]));
  if (!isRecord(changed) || !isRecord(current) || !isRecord(stored)) return changed;
  const unknown = Object.entries(stored).filter(([name]) => !(name in current));
  const members = Object.entries(changed).map(([name, one]) => [
    name,
    one === current[name] ? withUnknown(one, one, stored[name]) : one,
  ]);
  return { ...Object.fromEntries(unknown), ...Object.fromEntries(members) };
}

/** As a scope's `removableAt`; undefined for a value that stays. */
export function removableAtOf(text: string | undefined): number | undefined {
  const stored = read(text);
  return stored?.leaves ?? stored?.until;
}

/** What a customer reads about a value, if anything; undefined for one that has expired. */
export function endNoticeOf(text: string | undefined, now: number): EndNotice | undefined {
  return unexpired(text, now)?.told;
}

/** @returns undefined for a value that has expired, or is not there */
function unexpired(text: string | undefined, now: number): StoredValue | undefined {
  const stored = read(text);
  return stored?.until !== undefined && stored.until <= now ? undefined : stored;
}

/**
 * @param sealed the text as stored, if it is unchanged
 * @returns undefined for a value that has expired, or that the scope's schema does not accept
 */
export function decodeValue<T>(
  { schema }: Scope<T>,
  text: string | undefined,
  now: number,
  sealed?: Uint8Array,
): T | undefined {
  const stored = unexpired(text, now);
  if (!stored) return undefined;
  const { value } = stored;
  const tag = sealed && Buffer.from(sealed.subarray(-tagLength)).toString("base64");
  const tags = accepted.get(schema) ?? new LRUCache<string, true>(atMost(5000));
  // eslint-disable-next-line house/no-cast -- its schema has accepted these very bytes before
  if (tag && tags.has(tag)) return value as T;
  const { data } = schema.safeParse(value);
  accepted.set(schema, tags);
  if (tag && isDeepStrictEqual(data, value)) tags.set(tag, true);
  return data;
}
