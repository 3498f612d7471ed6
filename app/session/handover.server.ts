import { createHmac, randomInt } from "node:crypto";
import { z } from "zod";
import { offerSteps } from "#app/domain/offer-steps.ts";
import { spokenCharacters } from "#app/domain/spoken-characters.ts";
import { config } from "#app/platform/config.server.ts";
import { derivedKey, type Seal } from "./encryption.server.ts";
import { defaultSealer, sessionSecrets, sessionStore } from "./open-store.server.ts";
import { defineScope } from "./scope.ts";
import { decodeValue, encodeValue, storedName } from "./scope-value.server.ts";

/** As long as what was entered stays in its own browser. */
const lifetimeSeconds = () => config().session.lastingSeconds;
export const handoverHours = (): number => Math.ceil(lifetimeSeconds() / 3600);
/** Values of forms by the name of their page. */
const handed = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])));
export type Handed = z.infer<typeof handed>;
/** What a code opens: an offer at a brand, the step that was open, and the values unless they have been taken. */
const record = z.object({
  token: z.string(),
  brand: z.string(),
  step: z.enum(offerSteps).optional(),
  /** What is being ordered, in a few words. */
  order: z.string().optional(),
  values: handed.optional(),
});
export type HandoverRecord = z.infer<typeof record>;
const scope = defineScope("handover", record);
const name = storedName(scope, "");

const alphabet = spokenCharacters.toLowerCase();
const codeLength = 10;

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

/** Codes are few enough to try them all: without the secret, no name in the store reveals one. Each secret has names of its own. */
function sealsOf(code: string): [Seal, ...Seal[]] {
  const named = (secret: string) => {
    const hash = createHmac("sha256", derivedKey(secret, "handover code")).update(code.toLowerCase());
    return defaultSealer()(`handover ${hash.digest("base64url")}`);
  };
  const [current = "", ...earlier] = sessionSecrets();
  return [named(current), ...earlier.map(named)];
}

async function read(code: string) {
  const [newest, ...older] = sealsOf(code);
  for (const seal of [newest, ...older]) {
    const seen = (await sessionStore().read(seal.storeId)).get(name);
    if (seen) return { seal, seen, value: decodeValue(scope, seal.open(name, seen), Date.now()) };
  }
  return { seal: newest, seen: undefined, value: undefined };
}

/** @returns whether the value was still as it was seen */
function write({ storeId, seal }: Seal, seen: Uint8Array | undefined, value?: HandoverRecord) {
  const text = encodeValue({ ...scope, lifetimeSeconds: lifetimeSeconds() }, "", value, Date.now());
  const sealed = text === undefined ? undefined : seal(name, text);
  return sessionStore().write(storeId, [{ name, seen, value: sealed }], lifetimeSeconds());
}

/** Keeps the values for one other browser. @returns the code that opens them */
export async function handOver(made: Required<HandoverRecord>): Promise<string> {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  if (!(await write(sealsOf(code)[0], undefined, made))) throw new Error("A code was drawn twice.");
  return code;
}

/** Undefined if there is none, or none any more. */
export const handoverOf = async (code: string) => (await read(code)).value;

/** Of several browsers that take the values, exactly one gets them. */
export async function takeHandover(code: string): Promise<HandoverRecord | undefined> {
  const { seal, seen, value } = await read(code);
  if (!value?.values) return value;
  const { values, ...used } = value;
  return (await write(seal, seen, used)) ? value : used;
}

/** The code opens nothing from then on. */
export async function revokeHandover(code: string): Promise<void> {
  const { seal, seen } = await read(code);
  if (seen) await write(seal, seen);
}
