import { randomInt } from "node:crypto";
import { z } from "zod";
import { spokenCharacters } from "#app/domain/spoken-characters.ts";
import { defaultSealer, sessionStore } from "./open-store.server.ts";
import { defineScope } from "./scope.ts";
import { decodeValue, encodeValue, storedName } from "./scope-value.server.ts";

const lifetimeSeconds = 2 * 60 * 60;
/** Values of forms by the name of their page. */
const handed = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])));
export type Handed = z.infer<typeof handed>;
/** What a code opens: an offer at a brand, and the values unless they have been taken. */
const record = z.object({ token: z.string(), brand: z.string(), values: handed.optional() });
export type HandoverRecord = z.infer<typeof record>;
const scope = defineScope("handover", record, { lifetimeSeconds });
const name = storedName(scope, "");

const alphabet = spokenCharacters.toLowerCase();
const codeLength = 10;
const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");

/** A code as somebody typed it or read it from a link; undefined if it cannot be one. */
export function codeIn(typed: string): string | undefined {
  const [last = ""] = typed
    .trim()
    .replace(/[?#].*/, "")
    .split("/")
    .slice(-1);
  const code = last.toLowerCase().replace(/[\s-]/g, "");
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter))
    ? code
    : undefined;
}

/** Only a code's hash is in the store. */
const sealOf = (code: string) => defaultSealer()(`handover ${code.toLowerCase()}`);

async function read(code: string) {
  const { storeId, open } = sealOf(code);
  const seen = (await sessionStore().read(storeId)).get(name);
  return { seen, value: decodeValue(scope, seen && open(name, seen), Date.now()) };
}

/** @returns whether the value was still as it was seen */
function write(code: string, seen: Uint8Array | undefined, value?: HandoverRecord) {
  const { storeId, seal } = sealOf(code);
  const text = encodeValue(scope, "", value, Date.now());
  const sealed = text === undefined ? undefined : seal(name, text);
  return sessionStore().write(storeId, [{ name, seen, value: sealed }], lifetimeSeconds);
}

/** Keeps the values for one other browser. @returns the code that opens them */
export async function handOver(made: Required<HandoverRecord>): Promise<string> {
  const code = newCode();
  if (!(await write(code, undefined, made))) throw new Error("A code was drawn twice.");
  return code;
}

/** Undefined if there is none, or none any more. */
export const handoverOf = async (code: string) => (await read(code)).value;

/** Of several browsers that take the values, exactly one gets them. */
export async function takeHandover(code: string): Promise<HandoverRecord | undefined> {
  const { seen, value } = await read(code);
  if (!value?.values) return value;
  const { values, ...used } = value;
  return (await write(code, seen, used)) ? value : used;
}

/** The code opens nothing from then on. */
export async function revokeHandover(code: string): Promise<void> {
  const { seen } = await read(code);
  if (seen) await write(code, seen);
}
