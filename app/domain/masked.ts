const dots = "••••";

/** `k••••@example.com`. A value that is already masked is returned unchanged. */
export function maskEmail(email: string): string {
  if (email.includes("•")) return email;
  const at = email.lastIndexOf("@");
  return at < 1 ? dots : `${[...email][0]}${dots}${email.slice(at)}`;
}

/** `+49 •••• 7386`. A value that is already masked is returned unchanged. */
export function maskPhone(phone: string): string {
  if (phone.includes("•")) return phone;
  const digits = phone.replace(/[^\d+]/g, "");
  if (digits.length < 8) return dots;
  return digits.startsWith("+")
    ? `${digits.slice(0, 3)} ${dots} ${digits.slice(-4)}`
    : `${dots} ${digits.slice(-4)}`;
}

/** `L••••, 10969 Berlin`: customers tell their own addresses apart by it. A street that is already masked stays as it is. */
export function maskAddress({
  street,
  postalCode,
  city,
}: Record<"street" | "postalCode" | "city", string>): string {
  const masked = street.includes("•") ? street : `${[...street][0] ?? ""}${dots}`;
  return `${masked}, ${postalCode} ${city}`;
}

/** What a customer can keep in a form: nothing of a value that arrived masked, which is no address and no number. */
export const unmasked = (text: string | undefined): string | undefined =>
  text && /[•●*]/.test(text) ? undefined : text;
