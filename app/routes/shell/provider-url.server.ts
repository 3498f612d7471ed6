import { config } from "#app/operation/config.server.ts";

/**
 * Allows only providers that the operator listed, or this origin (the sandbox's pages); undefined for anything else.
 */
export function providerUrl(given: string | undefined, url: URL): string | undefined {
  if (!given || !URL.canParse(given, url.origin)) return undefined;
  const target = new URL(given, url.origin);
  return [url.origin, ...config().redirectOrigins].includes(target.origin) ? target.href : undefined;
}
