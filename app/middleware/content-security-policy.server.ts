import { config } from "#app/platform/config.server.ts";

/** Hashes by which the policy allows a page's own inline scripts and styles. */
export interface PageHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * What a page may load, run and post to; without one, nothing of its own. The brand's styles are allowed by their hash, so
 * that its pages all begin with the same bytes.
 * @param thirdParties origins
 */
export function contentSecurityPolicy(
  { scripts, styles }: PageHashes = { scripts: [], styles: [] },
  thirdParties: readonly string[] = [],
): string {
  const and = thirdParties.map((origin) => ` ${origin}`).join("");
  const directives = {
    "default-src": "'none'",
    "script-src": ["'self'", ...scripts].join(" ") + and,
    // A consent tool brings styles of its own, which only a nonce would distinguish from others (decision 0125).
    "style-src": and ? "'unsafe-inline'" : styles.join(" ") || "'none'",
    "img-src": ["'self' data:", ...config().pictureOrigins, ...thirdParties].join(" "),
    "connect-src": `'self'${and}`,
    // The portal itself has neither: without third parties, the default forbids both.
    ...(and && { "font-src": thirdParties.join(" "), "frame-src": thirdParties.join(" ") }),
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    // Also applies to a form's redirect: payment, login and identity providers are named in the settings.
    "form-action": ["'self'", ...config().redirectOrigins].join(" "),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
