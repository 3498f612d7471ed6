import { randomInt } from "node:crypto";
import { z } from "zod";
import { defaultSealer, sessionStore } from "./open-store.server.ts";
import { defineScope } from "./scope.ts";
import { decodeValue, encodeValue, storedName } from "./scope-value.server.ts";

const lifetimeSeconds = 2 * 60 * 60;
/** Values of forms by the name of their page. */
const handed = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])));
export type Handed = z.infer<typeof handed>;
const scope = defineScope("handover", z.union([handed, z.literal("used")]), { lifetimeSeconds });
const name = storedName(scope, "");

/** No vowels, which could make words, and no characters that look alike. */
const alphabet = "23456789bcdfghjkmnpqrstvwxyz";
const codeLength = 10;
const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");

/** A code opens nothing without the token that it was made for. Only their hash is in the store. */
const sealOf = (token: string, code: string) => defaultSealer()(`handover ${token} ${code.toLowerCase()}`);

async function read(token: string, code: string) {
  const { storeId, open } = sealOf(token, code);
  const seen = (await sessionStore().read(storeId)).get(name);
  return { seen, value: decodeValue(scope, seen && open(name, seen), Date.now()) };
}

/** @returns whether the value was still as it was seen */
function write(token: string, code: string, seen: Uint8Array | undefined, value?: Handed | "used") {
  const { storeId, seal } = sealOf(token, code);
  const text = encodeValue(scope, value, Date.now());
  const sealed = text === undefined ? undefined : seal(name, text);
  return sessionStore().write(storeId, [{ name, seen, value: sealed }], lifetimeSeconds);
}

/** Keeps the values for one other browser. @returns the code that opens them */
export async function handOver(token: string, values: Handed): Promise<string> {
  const code = newCode();
  if (!(await write(token, code, undefined, values))) throw new Error("A code was drawn twice.");
  return code;
}

/** Undefined if there is none, or none any more. */
export const handoverOf = async (token: string, code: string) => (await read(token, code)).value;

/** Of several browsers that take the values, exactly one gets them. */
export async function takeHandover(token: string, code: string): Promise<Handed | "used" | undefined> {
  const { seen, value } = await read(token, code);
  if (value === undefined || value === "used") return value;
  return (await write(token, code, seen, "used")) ? value : "used";
}

/** The code opens nothing from then on. */
export async function revokeHandover(token: string, code: string): Promise<void> {
  const { seen } = await read(token, code);
  if (seen) await write(token, code, seen);
}
