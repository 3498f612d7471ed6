/**
 * TRUST_PROXY in Express's terms: whose `X-Forwarded-*` headers are trusted.
 * @param setting `false`, `true`, a number of hops, or names and addresses separated by commas or blanks
 */
export function trustedProxies(setting: string): boolean | number | string[] {
  const value = setting.trim();
  if (value === "true" || value === "false") return value === "true";
  if (/^\d+$/.test(value)) return Number(value);
  return value.split(/[\s,]+/).filter(Boolean);
}
