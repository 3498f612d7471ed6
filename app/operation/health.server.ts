import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { TaskCancelledError } from "cockatiel";
import { brands } from "#app/brand/registry.server.ts";
import { declarationQueue } from "#app/declarations/open-queue.server.ts";
import { isKeyOf } from "#app/domain/keys-of.ts";
import { config, unusable } from "#app/platform/config.server.ts";
import { asError } from "#app/platform/error-facts.ts";
import { logger } from "#app/platform/log.server.ts";
import { redactCredentials } from "#app/platform/redact-credentials.ts";
import { within } from "#app/platform/within.server.ts";
import { sessionStore } from "#app/session/open-store.server.ts";

/** The result of a check: undefined if nothing is wrong, or else the reason. */
type Finding = string | undefined;

const patienceMs = 2000;

const reasonOf = (error: unknown): string => {
  if (error instanceof TaskCancelledError) return `no answer in ${patienceMs / 1000} s`;
  const { message, cause } = asError(error);
  return redactCredentials(cause instanceof Error ? cause.message : message);
};

/**
 * Opens what belongs to this portal alone: brands, and the stores that are files. It does not fail for a shared store
 * that is down at startup, just as for one that goes down later.
 * @throws Error that names the variable to set
 */
export async function checkStart(): Promise<void> {
  const { brandsDir, session, declarations } = config();
  try {
    brands();
  } catch (error) {
    throw unusable("BRANDS_DIR", brandsDir, error);
  }
  const { store } = declarations;
  const addresses = {
    sessions: ["SESSION_STORE", session.store],
    declarationStore: ["DECLARATION_STORE", store.kind === "sqlite" ? `sqlite:${store.file}` : ""],
  } as const;
  const files = Object.entries(addresses).filter(([, [, address]]) => isFile(address));
  for (const [, [setting, address]] of files) {
    const folder = dirname(address.slice("sqlite:".length));
    if (isAbsolute(folder) && !existsSync(folder))
      throw unusable(setting, address, new Error(`there is no folder ${folder}. Make or mount it`));
  }
  const findings = await storeFindings();
  for (const [name, [setting, address]] of files) {
    const finding = isKeyOf(findings, name) ? findings[name] : undefined;
    if (finding) throw unusable(setting, address, new Error(finding));
  }
  if (!isFile(session.store) && store.kind === "sqlite")
    logger.warn("Sessions are in Redis, declarations in a file: this must be the only portal of that Redis.");
}

/** By store: whether what customers do can be stored. */
export async function storeFindings() {
  const [sessions, declarationStore] = await Promise.all([
    findingOf(() => sessionStore().ping()),
    findingOf(() => declarationQueue().ping()),
  ]);
  return { sessions, declarationStore } satisfies Record<string, Finding>;
}

const isFile = (store: string) => store.startsWith("sqlite:");

/** Stores limit the time of each command themselves; this is for one that hangs all the same. */
async function findingOf(ask: () => Promise<void>): Promise<Finding> {
  try {
    await within(patienceMs, ask());
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The state of the provider's API and third parties, for dashboards: a portal keeps running while they are down. */
export async function dependencyFindings(): Promise<Record<string, Finding>> {
  const { apiBaseUrl, thirdParties } = config();
  const { consentManager, tagManager, personalisation } = thirdParties;
  const asked = Object.entries({ backend: apiBaseUrl, consentManager, tagManager, personalisation });
  const absolute = asked.filter((entry): entry is [string, string] => URL.canParse(entry[1] ?? ""));
  return Object.fromEntries(
    await Promise.all(absolute.map(async ([name, address]) => [name, await answerFinding(address)] as const)),
  );
}

const isGateways = (status: number) => [502, 503, 504].includes(status);

/** Any response counts, except that of a gateway whose upstream is down. */
export async function answerFinding(address: string, isWrong = isGateways): Promise<Finding> {
  const end = new AbortController();
  const asked = fetch(address, { method: "HEAD", redirect: "manual", signal: end.signal });
  try {
    const { status } = await within(patienceMs, asked);
    return isWrong(status) ? `answers ${status}` : undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    end.abort();
  }
}
