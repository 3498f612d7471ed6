import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { messageOf } from "./error-facts.ts";
import { nearest } from "./nearest.ts";
import { redactCredentials } from "./redact-credentials.ts";
import {
  address,
  count,
  flag,
  hasNoUser,
  hosts,
  isDeclarationStore,
  isStore,
  noUser,
  origins,
  originsOrAllBelow,
  postgresAddress,
  proxies,
  site,
  url,
} from "./setting-kinds.ts";

const names = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

const environment = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    HOST: z.string().default("0.0.0.0"),
    PORT: count(1, 65_535).default(3000),
    /** The provider's API, without a trailing slash. */
    API_BASE_URL: url.optional().meta({ example: "https://api.example.net" }),
    /** `embedded` serves the sandbox of the provider's API from the portal's own port. Never for production. */
    SANDBOX: z.enum(["embedded", "off"]).default("off"),
    /** SQLite file of the sandbox. */
    SANDBOX_DATABASE: z.string().default("data/sandbox.sqlite"),
    /** `sqlite:<file>` or an address of Redis. */
    SESSION_STORE: z
      .string()
      .refine(
        isStore,
        "expected sqlite:<file> or redis://user:password@host:6379/0, a password's @ : / % as %40 %3A %2F %25",
      )
      .default("sqlite:data/sessions.sqlite"),
    /**
     * At least 32 characters; encrypts session data at rest. Several, separated by spaces, for rotation: the first
     * encrypts.
     */
    SESSION_SECRET: z
      .string()
      .regex(/^\S{32,}(\s+\S{32,})*$/, "needs at least 32 characters, each of several too")
      .optional()
      .meta({ example: "<what `openssl rand -base64 48` prints>" }),
    /** Of a session in which an offer was looked at. */
    SESSION_IDLE_MINUTES: count(1, 30 * 24 * 60).default(60),
    /** Of a session in which something was entered: more than 20 hours are no time limit (WCAG 2.2.1). */
    SESSION_ENTERED_HOURS: count(1, 30 * 24).default(21),
    /** `sqlite:<file>` or an address of PostgreSQL; none = the file of SESSION_STORE. */
    DECLARATION_STORE: z
      .string()
      .refine(
        isDeclarationStore,
        "expected sqlite:<file> or postgres://user:password@host:5432/database?sslmode=verify-full (or disable, require, verify-ca), a password's @ : / % as %40 %3A %2F %25",
      )
      .optional()
      .meta({ example: "postgres://portal@postgres.example.net/portal?sslmode=verify-full" }),
    /** Alternative to a password in the address. */
    DECLARATION_STORE_PASSWORD: z.string().optional(),
    /** Maximum connections of one portal to PostgreSQL. */
    DECLARATION_STORE_CONNECTIONS: count(3, 100).default(7),
    /** PostgreSQL's own variable: a file with the certificates that sign the server's. */
    PGSSLROOTCERT: z
      .string()
      .refine(existsSync, "expected a file that can be read")
      .optional()
      .meta({ example: "/etc/portal/postgres-ca.pem" }),
    /** Days for which a declaration is stored after the provider accepted or refused it. */
    DECLARATION_DAYS: count(1, 3650).default(30),
    /** Milliseconds until a declaration that the provider did not accept is retried; doubled up to a minute. */
    DECLARATION_RETRY_MS: count(10, 600_000).default(5000),
    /** The proxies whose `X-Forwarded-*` headers are trusted. */
    TRUST_PROXY: proxies.prefault("loopback"),
    /** The host names that the portal responds to; none = every name. */
    ALLOWED_HOSTS: hosts.default([]).meta({ example: "portal.example.net *.brand.example.net" }),
    /** Milliseconds that one page may wait for the backend before it responds with an error state. */
    PAGE_DEADLINE_MS: count(500, 60_000).default(8000),
    /** Milliseconds for one backend call; 0 = none, as specified. The page deadline applies all the same. */
    API_TIMEOUT_MS: count(0, 60_000).default(0),
    /** Milliseconds without a byte after which a file from the provider is given up. */
    FILE_STALL_MS: count(100, 300_000).default(30_000),
    /** The provider's login page; gets `redirect_uri` and `state`, returns `code` and `state`. */
    LOGIN_URL: site.optional().meta({ example: "https://login.example.net/authorize" }),
    /** Origins outside the portal that a form may lead to (payment, login, identity), separated by spaces. */
    REDIRECT_ORIGINS: origins.meta({
      example: "https://pay.example.net https://ident.example.net",
    }),
    /** Origins outside the portal that product pictures come from, separated by spaces. */
    PICTURE_ORIGINS: origins.meta({ example: "https://images.example.net" }),
    /** Third-party scripts; each is loaded only if it is set and the brand has an id for it. */
    CONSENT_MANAGER_URL: address.optional().meta({ example: "https://consent.example.net/loader.js" }),
    TAG_MANAGER_URL: address.optional().meta({ example: "https://tags.example.net/gtm.js" }),
    PERSONALISATION_URL: address.optional().meta({ example: "https://content.example.net/script.js" }),
    /** Further origins that those scripts connect to, separated by spaces. */
    THIRD_PARTY_ORIGINS: originsOrAllBelow.meta({ example: "https://*.consent.example.net" }),
    /** `data-page` of pages that load none of them, separated by spaces, beside those that never do. */
    PAGES_WITHOUT_THIRD_PARTIES: names.default([]).meta({ example: "home termination" }),
    /** Those that load them although their address holds a token, which their scripts read; `all` of them. */
    PAGES_WITH_THIRD_PARTIES: names.optional().meta({ example: "offer idv-selection" }),
    /** Folder that the build is written to and read from. */
    BUILD_DIRECTORY: z.string().default("build"),
    BRANDS_DIR: z.string().default("brands"),
    /** A JSON file that closes journeys, methods or a brand's site, read again whenever it changes. */
    SWITCHES_PATH: z.string().optional().meta({ example: "/etc/portal/switches.json" }),
    /** Folder that also has the browser's files of other builds; see tools/build/keep-assets.ts. */
    ASSETS_DIR: z.string().optional().meta({ example: "kept-assets" }),
    /** Largest form post in kB; uploads have a limit of their own. */
    BODY_LIMIT_KB: count(1, 10_240).default(64),
    /** Seconds in which a body has to bring 1 kB each, or is not awaited any longer. */
    BODY_STALL_SECONDS: count(1, 600).default(60),
    /** Requests a minute; 0 = no limit, which also becomes the default of the others. See docs/deploy.md. */
    RATE_LIMIT_PER_MINUTE: count(0, 1_000_000).optional().meta({ example: "120" }),
    RATE_LIMIT_FAILED_LOOKUPS: count(0, 1_000_000).optional().meta({ example: "60" }),
    /** Sessions that one network may begin within ten minutes, and 4 kB each that its sessions store; 0 = no limit. */
    RATE_LIMIT_SESSIONS: count(0, 1_000_000).optional().meta({ example: "1000" }),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
    HSTS: flag.default(true),
    /** Seconds for which a stopping portal keeps responding, until load balancers have noticed that it is not ready. */
    SHUTDOWN_DELAY: count(0, 300).optional().meta({ example: "5" }),
    /** Seconds that an idle connection stays open: longer than the proxy in front keeps its side open. */
    KEEP_ALIVE_SECONDS: count(1, 3600).default(65),
    /** Above these limits, pages are refused with 503, except declarations; 0 = never. */
    SHED_AT_REQUESTS: count(0, 100_000).default(500),
    SHED_AT_BUSY: count(0, 100).optional().meta({ example: "90" }),
    /** Memory for rendered pages, in MB, so that what was shown before is not rendered again; 0 = none. */
    KEPT_PAGES_MB: count(0, 1024).default(16),
    /** Port that Prometheus queries under /metrics; none = no metrics. */
    METRICS_PORT: count(1, 65_535).optional().meta({ example: "9464" }),
    /** The address of METRICS_PORT, such as one in a network that customers cannot reach; none = HOST. */
    METRICS_HOST: z.string().optional().meta({ example: "127.0.0.1" }),
    /** Whether PORT serves the probes and /version too, as METRICS_PORT does. */
    PUBLIC_PROBES: flag.default(true),
    /** OpenTelemetry's own: traces are sent if one of these is set. Its libraries read the other `OTEL_…` variables. */
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional().meta({ example: "http://collector:4318" }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional().meta({ example: "http://collector:4318/v1/traces" }),
    OTEL_SDK_DISABLED: z.string().optional(),
    /** OpenTelemetry's library treats an unknown value as "all" without a warning. */
    OTEL_TRACES_SAMPLER: z
      .enum([
        "always_on",
        "always_off",
        "traceidratio",
        "parentbased_always_on",
        "parentbased_always_off",
        "parentbased_traceidratio",
      ])
      .optional()
      .meta({ example: "parentbased_traceidratio" }),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional().meta({ example: "0.1" }),
    /** Whether an order that was begun can be continued in another browser, by a link that is shown. */
    HANDOVER: flag.default(true),
    /** Where researchers report vulnerabilities, for /.well-known/security.txt. */
    SECURITY_CONTACT: z
      .url({ protocol: /^(?:https|mailto|tel)$/ })
      .refine(hasNoUser, noUser)
      .optional()
      .meta({ example: "mailto:security@example.net" }),
  })
  .superRefine((env, context) => {
    const problemWith = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (!env.API_BASE_URL && env.SANDBOX === "off")
      problemWith(
        "API_BASE_URL",
        "is not set. Set it to the provider's API, or ask for the sandbox with SANDBOX=embedded",
      );
    if (env.API_BASE_URL && env.SANDBOX === "embedded")
      problemWith("SANDBOX", "is embedded although API_BASE_URL names a provider. Set only one of the two");
    const store = env.DECLARATION_STORE ?? env.SESSION_STORE;
    if (!store.startsWith("sqlite:") && !env.DECLARATION_STORE)
      problemWith(
        "DECLARATION_STORE",
        "is not set, and the Redis of SESSION_STORE keeps no declarations. Set it to a PostgreSQL that all portals share, or to sqlite:<file> if there is only one portal",
      );
    if (env.DECLARATION_STORE_PASSWORD && !postgresAddress(store))
      problemWith("DECLARATION_STORE_PASSWORD", "is set, and DECLARATION_STORE is no PostgreSQL");
    if (env.DECLARATION_STORE_PASSWORD && postgresAddress(store)?.password)
      problemWith(
        "DECLARATION_STORE_PASSWORD",
        "is set, and DECLARATION_STORE has a password too. Set only one",
      );
    if (env.PGSSLROOTCERT && postgresAddress(store)?.sslmode === "disable")
      problemWith("PGSSLROOTCERT", "is set, and DECLARATION_STORE says sslmode=disable. Set only one");
    if (!env.PUBLIC_PROBES && !env.METRICS_PORT)
      problemWith("METRICS_PORT", "is not set, and PUBLIC_PROBES is off: no probe would be answered");
    if (env.METRICS_PORT === env.PORT)
      problemWith("METRICS_PORT", "is the PORT of the portal. Set another one");
    if (env.API_BASE_URL && !env.SESSION_SECRET)
      problemWith("SESSION_SECRET", "is not set. It encrypts what sessions keep");
  });

function problemOf(name: string, message: string): string {
  const field = isSetting(name) ? environment.shape[name] : undefined;
  const example =
    field?.meta()?.example ?? (field instanceof z.ZodDefault ? field.def.defaultValue : undefined);
  return `${name}${message}${example === undefined ? "" : `. For example: ${name}=${example}`}`;
}

/** An error for a setting that turns out to be wrong only when it is used; for an operator to read. */
export function unusable(name: string, value: unknown, why: unknown): Error {
  return new Error(problemOf(name, redactCredentials(`=${value} cannot be used: ${messageOf(why)}`)));
}

const fileEnding = /_FILE$/;
const isSetting = (name: string): name is keyof typeof environment.shape =>
  Object.hasOwn(environment.shape, name);

/** `NAME_FILE` names a file that contains the setting `NAME`: how Docker and Kubernetes provide secrets. */
function fromFiles(variables: Record<string, string | undefined>) {
  const contents: Record<string, string> = {};
  const problems: string[] = [];
  for (const [variable, file] of Object.entries(variables)) {
    const name = variable.replace(fileEnding, "");
    if (name === variable || !isSetting(name) || isSetting(variable) || file === undefined) continue;
    if (variables[name] !== undefined) problems.push(`${variable} is set, and ${name} too. Set only one`);
    try {
      const content = readFileSync(file, "utf8").trim();
      if (content === "") problems.push(`${variable}=${file} is empty`);
      contents[name] = content;
    } catch (error) {
      problems.push(`${variable}=${file} cannot be read: ${messageOf(error)}`);
    }
  }
  return { contents, problems };
}

/**
 * Variables that look like a misspelt setting, with the setting. All others are ignored: an environment is full of
 * them. A short name must match more closely than a long one, as `HOME` is close to `HOST`.
 */
export function misspelt(variables: Record<string, string | undefined> = process.env): [string, string][] {
  const settings = Object.keys(environment.shape);
  return Object.keys(variables).flatMap((variable): [string, string][] => {
    const name = variable.replace(fileEnding, "");
    if (isSetting(variable) || isSetting(name) || name.startsWith("OTEL_")) return [];
    const setting = nearest(name.toUpperCase(), settings, Math.min(3, Math.floor(name.length / 5)));
    return setting === undefined ? [] : [[variable, setting + variable.slice(name.length)]];
  });
}

const quoted = /^(["'`]).*\1$/s;
/** As Kubernetes describes a Service to each pod of its namespace: METRICS_PORT is also that of a Service named `metrics`. */
const serviceLink = /^(?:tcp|udp|sctp):\/\/[^/\s]+:\d+$/;

/** What a value is not meant to be, whatever its setting: undefined if nothing of it is. */
function mistakenFor(value: string): string | undefined {
  if (quoted.test(value))
    return "is in quotes, which are part of the value in a file of Docker (`--env-file`) and in one that `_FILE` names. Write it without them, also with spaces";
  if (serviceLink.test(value))
    return "is what Kubernetes says of a Service by that name in the pod's namespace. Set `enableServiceLinks: false` for the pod, or name the Service otherwise";
}

export type Config = ReturnType<typeof readConfig>;

/**
 * The settings, read nowhere else.
 * @throws Error with one line per wrong variable, for an operator
 */
export function readConfig(variables: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const { contents, problems } = fromFiles(given);
  const values = { ...given, ...contents };
  for (const name of Object.keys(environment.shape)) {
    const mistake = mistakenFor(values[name]?.trim() ?? "");
    if (mistake) problems.push(problemOf(name, ` ${mistake}`));
  }
  const parsed = environment.safeParse(values);
  const issues =
    parsed.error?.issues.map(({ path, message }) => problemOf(path.join("."), ` ${message}`)) ?? [];
  // If a setting's file cannot be read, or its value is another's, only report that, not that the setting is missing.
  // What an issue says is in this file: the user of its example stays.
  const lines = problems.length > 0 ? problems.map(redactCredentials) : issues;
  if (!parsed.success || lines.length > 0)
    throw new Error(
      `The portal cannot start with these settings:\n${lines.map((line) => `  ${line}`).join("\n")}\nSee docs/settings.md.`,
    );
  const env = parsed.data;
  const sandbox = env.SANDBOX === "embedded";
  const ownHost = ["0.0.0.0", "::"].includes(env.HOST) ? "127.0.0.1" : env.HOST;
  // Testers of the sandbox all come from one address.
  const requestsPerMinute = env.RATE_LIMIT_PER_MINUTE ?? (sandbox ? 0 : 120);
  const standIn = (name: string) => (sandbox ? `/sandbox/thirdparty/${name}` : undefined);
  return {
    production: env.NODE_ENV === "production",
    host: env.HOST,
    port: env.PORT,
    sandbox,
    sandboxDatabase: env.SANDBOX_DATABASE,
    apiBaseUrl: env.API_BASE_URL ?? `http://${ownHost}:${env.PORT}`,
    apiTimeoutMs: env.API_TIMEOUT_MS,
    pageDeadlineMs: env.PAGE_DEADLINE_MS,
    fileStallMs: env.FILE_STALL_MS,
    session: {
      store: env.SESSION_STORE,
      /** Empty with the sandbox: the session module then stores a generated secret beside the data. */
      secrets: env.SESSION_SECRET?.split(/\s+/) ?? [],
      idleSeconds: env.SESSION_IDLE_MINUTES * 60,
      lastingSeconds: env.SESSION_ENTERED_HOURS * 3600,
    },
    declarations: {
      store: declarationStoreOf(env),
      keptMs: env.DECLARATION_DAYS * 24 * 60 * 60 * 1000,
      retryMs: env.DECLARATION_RETRY_MS,
    },
    trustProxy: env.TRUST_PROXY,
    // The portal calls the embedded sandbox on its own port, under this last name.
    allowedHosts:
      env.ALLOWED_HOSTS.length > 0 && sandbox ? [...env.ALLOWED_HOSTS, ownHost] : env.ALLOWED_HOSTS,
    loginUrl: env.LOGIN_URL ?? (sandbox ? "/sandbox/login" : undefined),
    /** What `redirectOrigins` has beside the login page: payment and identification. */
    furtherRedirects: env.REDIRECT_ORIGINS.length,
    redirectOrigins: [
      ...env.REDIRECT_ORIGINS,
      // The login page is the redirect of a form too.
      ...(env.LOGIN_URL ? [new URL(env.LOGIN_URL).origin] : []),
    ],
    pictureOrigins: env.PICTURE_ORIGINS,
    thirdParties: {
      consentManager: env.CONSENT_MANAGER_URL ?? standIn("consent-manager"),
      tagManager: env.TAG_MANAGER_URL ?? standIn("tag-manager"),
      personalisation: env.PERSONALISATION_URL ?? standIn("personalisation"),
      origins: env.THIRD_PARTY_ORIGINS,
      pagesWithout: env.PAGES_WITHOUT_THIRD_PARTIES,
      pagesWith: env.PAGES_WITH_THIRD_PARTIES ?? (sandbox ? ["all"] : []),
    },
    buildDirectory: env.BUILD_DIRECTORY,
    brandsDir: env.BRANDS_DIR,
    switchesPath: env.SWITCHES_PATH,
    assetsDir: env.ASSETS_DIR,
    bodyLimitBytes: env.BODY_LIMIT_KB * 1024,
    bodyStallSeconds: env.BODY_STALL_SECONDS,
    rateLimits: {
      visitor: requestsPerMinute,
      failedLookups: env.RATE_LIMIT_FAILED_LOOKUPS ?? (requestsPerMinute ? 60 : 0),
      sessions: env.RATE_LIMIT_SESSIONS ?? (requestsPerMinute ? 1000 : 0),
    },
    logLevel: env.LOG_LEVEL,
    hsts: env.HSTS,
    // A sandbox has no load balancer in front, so it stops at once.
    shutdownDelayMs: (env.SHUTDOWN_DELAY ?? (sandbox ? 0 : 5)) * 1000,
    keepAliveMs: env.KEEP_ALIVE_SECONDS * 1000,
    loadLimits: { requests: env.SHED_AT_REQUESTS, busy: env.SHED_AT_BUSY ?? (sandbox ? 0 : 90) },
    keptPagesBytes: env.KEPT_PAGES_MB * 1024 * 1024,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST ?? env.HOST,
    publicProbes: env.PUBLIC_PROBES,
    tracesTo: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT,
    tracing:
      (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
      env.OTEL_SDK_DISABLED !== "true",
    securityContact: env.SECURITY_CONTACT,
    handover: env.HANDOVER,
  };
}

export type DeclarationStore = ReturnType<typeof declarationStoreOf>;

function declarationStoreOf(env: z.output<typeof environment>) {
  const address = env.DECLARATION_STORE ?? env.SESSION_STORE;
  const postgres = postgresAddress(address);
  if (!postgres) return { kind: "sqlite", file: address.replace(/^sqlite:/, "") } as const;
  return {
    kind: "postgres",
    ...postgres,
    password: env.DECLARATION_STORE_PASSWORD ?? postgres.password,
    // A certificate that is configured is meant to be verified.
    sslmode: postgres.sslmode ?? (env.PGSSLROOTCERT ? "verify-full" : "disable"),
    rootCertificates: env.PGSSLROOTCERT,
    connections: env.DECLARATION_STORE_CONNECTIONS,
  } as const;
}

let current: Config | undefined;
/** The settings of this process, read once. */
export function config(): Config {
  current ??= readConfig();
  return current;
}
