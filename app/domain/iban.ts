/** In groups of four characters, as printed. */
export function groupIban(iban: string): string {
  return iban.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");
}

/** `DE89 •••• •••• 3000`, with the same length for every IBAN. A value that is already masked is returned unchanged. */
export function maskIban(iban: string): string {
  if (iban.includes("•")) return iban;
  const compact = iban.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  if (compact.length < 15) return "•••• ••••";
  return `${compact.slice(0, 4)} •••• •••• ${compact.slice(-4)}`;
}
