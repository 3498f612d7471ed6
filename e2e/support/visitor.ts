import { brands } from "../../tests/support/brands.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { patient, startPortal } from "../../tests/support/portal.ts";

/**
 * The built portal with its own sandbox and data. Third parties have another host, as in production: the security policy
 * has to allow it, and no referrer reaches it.
 */
export async function startPortalForBrowsers(env: Record<string, string> = {}) {
  const port = await freePort();
  const thirdParty = (name: string) => `http://127.0.0.1:${port}/sandbox/thirdparty/${name}`;
  return startPortal({
    ...patient,
    PORT: String(port),
    LOG_LEVEL: "warn",
    CONSENT_MANAGER_URL: thirdParty("consent-manager"),
    TAG_MANAGER_URL: thirdParty("tag-manager"),
    PERSONALISATION_URL: thirdParty("personalisation"),
    ...env,
  });
}

/** A customer's answer to the consent tools. */
export type Consent = "accepted" | "rejected" | "none";

/** The browser's storage after that answer. */
export function consentState(origin: string, consent: Consent) {
  const settings = consent === "none" ? [] : brands.flatMap(({ settingsId }) => settingsId ?? []);
  const localStorage = settings.map((id) => ({ name: `sandbox-consent-${id}`, value: consent }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}
