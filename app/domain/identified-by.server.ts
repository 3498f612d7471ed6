import { checkPhone } from "./phone.server.ts";

/** Fields that identify a customer or a contract. Names, dates and addresses would match other people, too. */
const identifying = new Set([
  ...["email", "sentTo", "phone", "phoneNumber", "confirmationPhone", "userPhoneNumber", "submitterContact"],
  ...["customerNumber", "contractNumber", "contractReference", "note", "iban", "token", "data"],
]);
/** Free text in which an identifier may appear among other words. */
const wordy = new Set(["contractReference", "note", "submitterContact"]);

/** Normalizes an e-mail address or a number, so that all its spellings compare equal. */
function plain(text: string): string {
  if (text.includes("@")) return text.trim().toLowerCase();
  const phone = checkPhone(text);
  return (phone.ok ? phone.value : text).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function identifiersIn(value: unknown, name = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => identifiersIn(one, name));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => identifiersIn(one, key));
  if (typeof value !== "string" || !identifying.has(name)) return [];
  return wordy.has(name) ? [value, ...value.split(/[\s,;:()]+/)] : [value];
}

/**
 * Makes a test for whether a declaration belongs to a person: whether one of its numbers or an identifying field of
 * its content equals a known identifier.
 * @param identifiers receipt numbers, e-mail addresses, phone, customer or contract numbers
 * @throws Error for an empty list, and for a name or a short number, which would match other people's declarations as
 * well
 */
export function identifiedBy(identifiers: readonly string[]) {
  const wanted = new Set(identifiers.map(plain));
  const isVague = (text: string) => plain(text).length < 4 || !/[\d@]/.test(text);
  if (identifiers.length === 0 || identifiers.some(isVague))
    throw new Error(
      "Name receipts' numbers, e-mail addresses, phone, customer or contract numbers: each with a digit or an @, and at least four characters.",
    );
  return (numbers: readonly string[], content: unknown): boolean =>
    [...numbers, ...identifiersIn(content)].some((text) => wanted.has(plain(text)));
}
