const digits = 7;

/**
 * The id of a declaration, an order or a change in a form to read out on the phone: its first seven hexadecimal digits
 * and a check digit (Luhn's algorithm for base 16), like `3F0C-2F1A`. Any single wrong digit and nearly all swaps of
 * neighbours are detected.
 * What was sent is found by this prefix of its id, without another index.
 */
export function shortReference(id: string): string {
  const short = id.replaceAll("-", "").slice(0, digits).toUpperCase();
  const sum = [...short].reduceRight((total, character, index) => {
    const value = Number.parseInt(character, 16) * (index % 2 === (digits - 1) % 2 ? 2 : 1);
    return total + Math.floor(value / 16) + (value % 16);
  }, 0);
  const check = ((16 - (sum % 16)) % 16).toString(16).toUpperCase();
  return `${short.slice(0, 4)}-${short.slice(4)}${check}`;
}
