import { config } from "#app/config.server.ts";

/**
 * Where a backend sends the customer to: only providers that the operator named, or a page of this very origin (the
 * sandbox's). Nothing for any other address.
 */
export function providerUrl(given: string | undefined, url: URL): string | undefined {
  if (!given || !URL.canParse(given, url.origin)) return undefined;
  const target = new URL(given, url.origin);
  return [url.origin, ...config().redirectOrigins].includes(target.origin) ? target.href : undefined;
}
