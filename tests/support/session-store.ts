import type { ScopeChange, SessionStore } from "#app/session/store.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
export const decoded = (value: Uint8Array | undefined) => value && Buffer.from(value).toString();

/** One scope's value. */
export const storedValue = async (store: SessionStore, id: string, name: string) =>
  decoded((await store.read(id)).get(name));
/** All scopes of a session with their values. */
export const storedValues = async (store: SessionStore, id: string) =>
  [...(await store.read(id))].map(([name, value]) => [name, decoded(value)]);
export const setScope = (name: string, value: string, seen?: string): ScopeChange => ({
  name,
  seen: seen === undefined ? undefined : bytes(seen),
  value: bytes(value),
});
export const removeScope = (name: string, seen: string): ScopeChange => ({
  name,
  seen: bytes(seen),
  value: undefined,
});
