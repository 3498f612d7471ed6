import { checkPhone } from "./phone.server.ts";

/** Fields that identify a customer or a contract. Names, dates and addresses would find other people, too. */
const identifying = new Set([
  ...["email", "sentTo", "phone", "phoneNumber", "confirmationPhone", "userPhoneNumber", "submitterContact"],
  ...["customerNumber", "contractNumber", "contractReference", "iban", "token", "data"],
]);
/** Text of any length, in which a number may stand among other words. */
const wordy = new Set(["contractReference", "submitterContact"]);

/** The same for every spelling of one address or number. */
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
 * Whether a declaration is a person's: something that is known of them is one of its numbers, or identifies customer or
 * contract in its content.
 * @param known receipts' numbers, e-mail addresses, phone, customer or contract numbers
 * @throws for nothing, a name or a short number, which would find other people's declarations as well
 */
export function identifiedBy(known: readonly string[]) {
  const wanted = new Set(known.map(plain));
  const isVague = (text: string) => plain(text).length < 4 || !/[\d@]/.test(text);
  if (known.length === 0 || known.some(isVague))
    throw new Error(
      "Name receipts' numbers, e-mail addresses, phone, customer or contract numbers: each with a digit or an @, and at least four characters.",
    );
  return (numbers: readonly string[], content: unknown): boolean =>
    [...numbers, ...identifiersIn(content)].some((text) => wanted.has(plain(text)));
}
