import { config } from "#app/platform/config.server.ts";

/**
 * For every address that the provider mails: whoever posts chooses the port in `Host`, and where names are listed, only a listed
 * one gets into mails.
 */
export function originForMails({ origin, protocol, hostname, host }: URL): string {
  const { allowedHosts } = config();
  const isListed = allowedHosts.some(
    (one) => one === host || (one.startsWith("*.") && host.endsWith(one.slice(1))),
  );
  return allowedHosts.length === 0 || isListed ? origin : `${protocol}//${hostname}`;
}
