import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { brandFindings } from "#app/brand/brand-findings.server.ts";
import { guaranteeLanguage } from "#app/brand/guarantee-language.ts";
import { awayBrands, brands } from "#app/brand/registry.server.ts";
import type { Brand, BrandData } from "#app/brand/schema.ts";
import { declarationQueue } from "#app/declarations/open-queue.server.ts";
import { unsealWith } from "#app/declarations/stored-declaration.server.ts";
import type { Language } from "#app/domain/languages.ts";
import { pages } from "#app/pages.ts";
import { config, misspelt } from "#app/platform/config.server.ts";
import { redisAddress } from "#app/platform/setting-kinds.ts";
import { createSealer } from "#app/session/encryption.server.ts";
import { openStorage, sessionSecrets } from "#app/session/open-store.server.ts";
import { answerFinding, dependencyFindings, storeFindings } from "./health.server.ts";
import { switchesFinding } from "./switches.server.ts";

/** Something about the settings that an operator should know. */
export interface Advice {
  /** `error`: something that customers need does not work or is not secure. `warning`: a disadvantage for somebody. */
  level: "error" | "warning";
  setting: string;
  message: string;
}

const error = (setting: string, message: string): Advice => ({ level: "error", setting, message });
const warning = (setting: string, message: string): Advice => ({ level: "warning", setting, message });
/** The advice that applies, of `condition && advice`. */
const applying = (all: (Advice | false)[]) => all.filter((one) => one !== false);

/** The brands whose customers see no notice of the European Commission beside goods, by its language. */
function withoutGuaranteeNotice(all: Brand[]): [language: Language, slugs: string[]][] {
  const lacking = all.flatMap(({ slug, availableLanguages, guaranteeNotices }) =>
    [...new Set(availableLanguages.map(guaranteeLanguage))]
      .filter((language) => !guaranteeNotices[language])
      .map((language) => ({ slug, language })),
  );
  const byLanguage = Map.groupBy(lacking, ({ language }) => language);
  return [...byLanguage].map(([language, rows]) => [language, rows.map(({ slug }) => slug)]);
}

/** Advice from the settings alone; invalid ones were refused when they were read. For startup and the command. */
export function onSettings(variables: Record<string, string | undefined> = process.env): Advice[] {
  const settings = config();
  const { sandbox, loginUrl, allowedHosts, trustProxy, thirdParties } = settings;
  const all = [...brands().values()];
  const api = new URL(settings.apiBaseUrl);
  const unconsented = all.filter(
    ({ tagManager, trboId, userCentrics }) => (tagManager || trboId) && !userCentrics,
  );
  const switches = switchesFinding();
  const always = [
    ...misspelt(variables).map(([name, nearest]) =>
      warning(name, `is no setting and has no effect. Did you mean ${nearest}?`),
    ),
    unconsented.length > 0 &&
      warning(
        "BRANDS_DIR",
        `has brands with scripts of third parties but no consent tool, so that they never load: ${unconsented.map(({ slug }) => slug).join(", ")}.`,
      ),
    ...[...awayBrands()].map(([slug, { problem }]) =>
      error("BRANDS_DIR", `has no brand ${slug}, whose customers see its outage page: ${problem.message}`),
    ),
    ...all.flatMap((brand) =>
      brandFindings(brand).map((finding) => warning("BRANDS_DIR", `${brand.slug}/${finding}`)),
    ),
    switches !== undefined &&
      error(
        "SWITCHES_PATH",
        `cannot be read: ${switches}. A portal that starts with it closes and announces nothing.`,
      ),
  ];
  if (sandbox) return applying(always);
  const examples = all.filter(({ links }) => Object.values(links).some((link) => isExample(link)));
  return applying([
    ...always,
    allowedHosts.length === 0 &&
      error(
        "ALLOWED_HOSTS",
        "is not set: whoever declares something under a forged host name makes the provider send a mail whose link to the receipt leads there. Set it to the customers' host names.",
      ),
    settings.furtherRedirects === 0 &&
      error(
        "REDIRECT_ORIGINS",
        "is not set: no customer can pay or be identified at a provider's page. Set it to the origins of those pages.",
      ),
    ...withoutGuaranteeNotice(all).map(([language, slugs]) =>
      warning(
        "BRANDS_DIR",
        `has no eu-guarantee-${language}.svg or .png: pages that sell goods show the notice on the legal guarantee in the portal's words, not the European Commission's: ${slugs.join(", ")}.`,
      ),
    ),
    loginUrl === undefined &&
      warning("LOGIN_URL", "is not set: customers cannot open offers that need a login."),
    trustsEverybody(trustProxy) &&
      error(
        "TRUST_PROXY",
        "trusts everybody: a client that reaches the portal directly can pretend any address and host. Set it to the proxy's address or network.",
      ),
    api.protocol === "http:" &&
      api.hostname.includes(".") &&
      !isPrivate(api.hostname) &&
      warning("API_BASE_URL", "has no TLS: customers' data travels readable."),
    sessionSecrets().some(isGuessable) &&
      error(
        "SESSION_SECRET",
        "can be guessed: it repeats a few letters, or is an example's. Make one with openssl rand -base64 48.",
      ),
    variables.NODE_TLS_REJECT_UNAUTHORIZED === "0" &&
      error(
        "NODE_TLS_REJECT_UNAUTHORIZED",
        "is 0: no certificate is checked, so that anybody in between reads and changes what the provider gets. Name your CA in NODE_EXTRA_CA_CERTS instead.",
      ),
    new Set(sessionSecrets()).size < sessionSecrets().length &&
      warning("SESSION_SECRET", "lists the same secret twice."),
    sessionSecrets().length > 2 &&
      warning(
        "SESSION_SECRET",
        `lists ${sessionSecrets().length} secrets. Drop those that no link to a receipt needs any more.`,
      ),
    settings.assetsDir !== undefined &&
      !existsSync(resolve(settings.assetsDir)) &&
      error(
        "ASSETS_DIR",
        "is a folder that is not there: pages of earlier builds find no scripts. Make or mount it.",
      ),
    settings.metricsPort === undefined && warning("METRICS_PORT", "is not set: no alert can fire."),
    settings.publicProbes &&
      warning(
        "PUBLIC_PROBES",
        "is on: everybody can read the version and how many declarations wait. Let the balancer's check ask at METRICS_PORT, and set it to 0.",
      ),
    ...thirdParties.pagesWithout
      .filter((name) => !Object.hasOwn(pages, name))
      .map((name) => error("PAGES_WITHOUT_THIRD_PARTIES", `names ${name}, which is no page.`)),
    ...thirdParties.pagesWith
      .filter((name) => name !== "all" && !Object.hasOwn(pages, name))
      .map((name) => error("PAGES_WITH_THIRD_PARTIES", `names ${name}, which is no page.`)),
    ...thirdPartyRows.flatMap(([setting, party, has]) => [
      thirdParties[party] !== undefined &&
        !all.some(has) &&
        warning(setting, "is set, but no brand has an id for it."),
      thirdParties[party] === undefined &&
        all.some((brand) => has(brand) && !hasExampleId(brand)) &&
        warning(setting, "is not set, although brands have an id for it."),
    ]),
    examples.length > 0 &&
      warning(
        "BRANDS_DIR",
        `has links to example.com: ${examples.map(({ slug }) => slug).join(", ")}. Imprint and privacy must lead to your own pages.`,
      ),
  ]);
}

/** `0.0.0.0/0` and `::/0` name everybody, and so does a pair of halves. */
const trustsEverybody = (trusted: boolean | number | string[]) =>
  trusted === true || (Array.isArray(trusted) && trusted.some((one) => /\/[01]$/.test(one)));

/** Fewer different letters than chance has ever put into 32, or a word of examples. */
const isGuessable = (secret: string) => new Set(secret).size < 8 || /change[-_ ]?me/i.test(secret);

const thirdPartyRows: [
  setting: string,
  party: "consentManager" | "tagManager" | "personalisation",
  has: (brand: BrandData) => boolean,
][] = [
  ["CONSENT_MANAGER_URL", "consentManager", ({ userCentrics }) => Boolean(userCentrics?.id)],
  ["TAG_MANAGER_URL", "tagManager", ({ tagManager }) => Boolean(tagManager?.id)],
  ["PERSONALISATION_URL", "personalisation", ({ trboId }) => Boolean(trboId)],
];
/** Whether the brand has the example id that this repository ships. */
const hasExampleId = ({ tagManager }: BrandData) => /^TM-DEMO-/.test(tagManager?.id ?? "");
const isExample = (link: string | undefined) =>
  link !== undefined && /\bexample(?:\.(?:com|net|org))?$/.test(new URL(link).hostname);
const isPrivate = (host: string) => /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host);

/** What the stores report about themselves, each queried once. For startup, in the background, and for the command. */
export async function onStores(): Promise<Advice[]> {
  const findings = await storeFindings();
  return applying([
    ...Object.entries(findings).map(
      ([store, finding]) =>
        finding !== undefined && error(settingOf[store] ?? store, `cannot be used: ${finding}`),
    ),
    ...(findings.sessions ? [] : await adviceOnRedis()),
    await adviceOnCollector(),
  ]);
}

/** For the command alone: opens all declarations that are stored. */
export async function onSecrets(): Promise<Advice[]> {
  const sealer = createSealer(sessionSecrets());
  let stored = 0;
  let closed = 0;
  let waiting = 0;
  try {
    for await (const entry of declarationQueue().entries()) {
      stored++;
      if (unsealWith(sealer, entry)) continue;
      closed++;
      if (entry.state === "waiting") waiting++;
    }
  } catch {
    // What is wrong with the store is said elsewhere.
    return [];
  }
  if (closed === 0) return [];
  const message = `does not open ${closed} of ${stored} stored declarations, of which ${waiting} wait for the provider: they were sealed with a secret that is not in it. Put that secret behind the first one.`;
  return [error("SESSION_SECRET", message)];
}

/** OpenTelemetry's library says nothing about traces that nobody takes. */
async function adviceOnCollector(): Promise<Advice | false> {
  const { tracing, tracesTo } = config();
  const finding = tracing && tracesTo ? await answerFinding(tracesTo) : undefined;
  return (
    finding !== undefined &&
    warning("OTEL_EXPORTER_OTLP_ENDPOINT", `cannot be reached, so no trace arrives: ${finding}`)
  );
}

const settingOf: Record<string, string> = {
  sessions: "SESSION_STORE",
  declarationStore: "DECLARATION_STORE",
};

/** The oldest version that has all commands needed. */
const oldestRedis = 6.2;

async function adviceOnRedis(): Promise<(Advice | false)[]> {
  const storage = openStorage();
  if (storage.kind !== "redis") return [];
  const setting = "SESSION_STORE";
  const { scheme, username, hosts = "" } = redisAddress.exec(config().session.store)?.groups ?? {};
  const refused = error(
    setting,
    "refuses the user of its address, and takes everybody as its default user all the same. Correct the password, and switch the default user off.",
  );
  const asked = await storage.redis.send("", ["INFO"]).catch((error: Error) => error);
  const isFailed = asked instanceof Error;
  if (isFailed && !asked.message.startsWith("NOPERM"))
    return [error(setting, `cannot be used: ${asked.message}`)];
  const facts = isFailed ? "" : String(asked);
  if (!facts) return [warning(setting, "does not say how it is set up: its user needs +info.")];
  // eslint-disable-next-line no-restricted-syntax -- of two names, over what Redis says
  const fact = (name: string) => facts.match(new RegExp(`^${name}:(.*?)\\r?$`, "m"))?.[1];
  const version = fact("redis_version") ?? "";
  const policy = fact("maxmemory_policy");
  const isAway = hosts.split(",").some((host) => /\./.test(host) && !isPrivate(host));
  const user = String(await storage.redis.send("", ["ACL", "WHOAMI"]).catch(() => username));
  return [
    Boolean(username) && user !== decodeURIComponent(username ?? "") && refused,
    Number.parseFloat(version) < oldestRedis &&
      error(setting, `is Redis ${version}: ${oldestRedis} or later is needed.`),
    policy !== undefined &&
      policy !== "noeviction" &&
      error(
        setting,
        `evicts what is still needed when it is full (maxmemory-policy ${policy}). Set it to noeviction: a full Redis is then a visible error.`,
      ),
    fact("aof_enabled") === "0" &&
      warning(
        setting,
        "does not keep its data on disk (appendonly no): with a restart of Redis, customers lose what they typed. Set appendonly yes.",
      ),
    fact("aof_enabled") === "1" &&
      fact("aof_last_write_status") !== "ok" &&
      error(setting, "could not write its data to disk (aof_last_write_status)."),
    scheme === "redis" &&
      isAway &&
      warning(setting, "has no TLS: use rediss://, unless nobody else is in that network."),
  ];
}

/** For the command alone: sends requests to the provider, third parties, and the pages that brands link to. */
export async function onOthers(): Promise<Advice[]> {
  const parties = Object.entries(await dependencyFindings()).map(
    ([name, finding]) =>
      finding !== undefined &&
      // Without the provider, customers can do nothing; without third parties, nearly everything.
      (name === "backend" ? error : warning)(
        settingOfParty[name] ?? name,
        `cannot be reached: ${inWords(finding)}`,
      ),
  );
  const links = [...brands().values()].flatMap((brand) => Object.values(brand.links));
  const own = new Set(links.filter((link) => link !== undefined && !isExample(link)));
  const broken = [...own].map(async (link) => {
    const finding = await answerFinding(link, isGone);
    return finding !== undefined && warning("BRANDS_DIR", `links to ${link}, which fails: ${finding}`);
  });
  return applying([...parties, ...(await Promise.all(broken))]);
}

/** What OpenSSL says where the other side speaks no TLS. */
const inWords = (finding: string) =>
  /wrong version number|packet length too long|EPROTO/.test(finding)
    ? "it answers without TLS at this port. Is it http:// instead of https://, or another port?"
    : finding;

const isGone = (status: number) => status === 404 || status === 410 || status >= 500;

const settingOfParty: Record<string, string> = {
  backend: "API_BASE_URL",
  consentManager: "CONSENT_MANAGER_URL",
  tagManager: "TAG_MANAGER_URL",
  personalisation: "PERSONALISATION_URL",
};
