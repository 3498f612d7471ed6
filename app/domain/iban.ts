/** An IBAN in the groups of four in which it is printed and read. */
export function groupIban(iban: string): string {
  return iban.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");
}

/**
 * `DE89 •••• •••• 3000`: the first four and the last four characters, always the same length in between. What is
 * masked already stays as it is.
 */
export function maskIban(iban: string): string {
  if (iban.includes("•")) return iban;
  const compact = iban.replace(/\s/g, "");
  if (compact.length < 15) return "•••• ••••";
  return `${compact.slice(0, 4)} •••• •••• ${compact.slice(-4)}`;
}
