import { createHash } from "node:crypto";
import { spokenCharacters } from "./spoken-characters.ts";

const length = 6;

/**
 * A trace id in six characters to read out on the phone, like `K7D2MX`. The log has both in the line of a request that
 * failed, so one leads to the other; two customers of a day get the same one once in thousands of days.
 */
export function errorNumber(traceId: string): string {
  const bytes = createHash("sha256").update(traceId).digest().subarray(0, length);
  return Array.from(bytes, (byte) => spokenCharacters[byte % spokenCharacters.length]).join("");
}
