import { brands } from "#app/brand/registry.server.ts";
import { sessionStore } from "#app/session/open-store.server.ts";
import { config, unusable } from "./config.server.ts";

/** What a probe found: nothing wrong, or why not. */
export type Finding = string | undefined;

const patienceMs = 2000;

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `no answer in ${patienceMs / 1000} s`;
  return cause instanceof Error ? cause.message : message;
};

/**
 * Opens what is the portal's own: brands and, where it is a file, the sessions' store. A Redis that is away at the start
 * is waited for, as one that goes away later.
 * @throws Error that names the variable to set
 */
export async function checkStart(): Promise<void> {
  const { brandsDir, session } = config();
  try {
    brands();
  } catch (error) {
    throw unusable("BRANDS_DIR", brandsDir, error as Error);
  }
  const wrong = await sessionsFinding();
  if (wrong && session.store.startsWith("sqlite:"))
    throw unusable("SESSION_STORE", session.store, new Error(wrong));
}

/** Whether sessions can be kept. */
export async function sessionsFinding(): Promise<Finding> {
  try {
    await sessionStore().ping();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The provider's API and third parties, for dashboards: a portal works on while they do not. */
export async function dependencyFindings(): Promise<Record<string, Finding>> {
  const { apiBaseUrl, thirdParties } = config();
  const { consentManager, tagManager, personalisation } = thirdParties;
  const asked = Object.entries({ backend: apiBaseUrl, consentManager, tagManager, personalisation });
  const absolute = asked.filter((entry): entry is [string, string] => URL.canParse(entry[1] ?? ""));
  return Object.fromEntries(
    await Promise.all(absolute.map(async ([name, address]) => [name, await answerFinding(address)] as const)),
  );
}

/** Any answer will do but a gateway's that says nobody is behind it. */
async function answerFinding(address: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { status, body } = await fetch(address, { method: "HEAD", redirect: "manual", signal });
    await body?.cancel();
    return [502, 503, 504].includes(status) ? `answers ${status}` : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
