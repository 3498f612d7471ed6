import type { BrowserContext } from "@playwright/test";
import { brands } from "../../tests/support/brands.ts";
import { atOpeningHours } from "../../tests/support/clock.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { startPortal } from "../../tests/support/portal.ts";

/**
 * The built portal with its own sandbox and data. Third parties have another host, as in production: the security policy
 * has to allow it, and no referrer reaches it.
 */
export async function startPortalForBrowsers(env: Record<string, string> = {}) {
  const port = await freePort();
  const thirdParty = (name: string) => `http://127.0.0.1:${port}/sandbox/thirdparty/${name}`;
  return startPortal({
    // Pages say what is open.
    ...atOpeningHours(),
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

/** The customer has answered in every page of the context. By a script: Playwright opens a page to store a state. */
export async function answerConsent(context: BrowserContext, answer: Consent) {
  if (answer === "none") return;
  const tools = brands.flatMap(({ settingsId }) => settingsId ?? []);
  await context.addInitScript(
    ([tools, answer]) => {
      // The browser's own pages, such as an error's, have no storage.
      if (!location.protocol.startsWith("http")) return;
      for (const id of tools) localStorage.setItem(`sandbox-consent-${id}`, answer);
    },
    [tools, answer] as const,
  );
}
