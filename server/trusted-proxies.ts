/**
 * The TRUST_PROXY setting in Express' terms: whose `X-Forwarded-*` headers are believed.
 * @param setting `false`, `true`, a number of hops, or names and addresses with commas or blanks between them
 */
export function trustedProxies(setting: string): boolean | number | string[] {
  const value = setting.trim();
  if (value === "true" || value === "false") return value === "true";
  if (/^\d+$/.test(value)) return Number(value);
  return value.split(/[\s,]+/).filter(Boolean);
}
