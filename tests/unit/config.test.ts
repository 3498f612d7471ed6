import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { misspelt, readConfig, unusable } from "#app/platform/config.server.ts";
import { redactCredentials } from "#app/platform/redact-credentials.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";
const provider = { API_BASE_URL: "https://api.example.net/", SESSION_SECRET: secret };
const messageOf = (variables: Record<string, string>) => {
  try {
    readConfig(variables);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("settings", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["neither backend nor sandbox", {}, /API_BASE_URL is not set.*SANDBOX=embedded/],
    ["nor where the sandbox is off", { API_BASE_URL: "", SANDBOX: "off" }, /API_BASE_URL is not set/],
    // A real termination must not vanish into a demo.
    ["both", { ...provider, SANDBOX: "embedded" }, /SANDBOX is embedded although/],
    ["no secret", { API_BASE_URL: "https://api.example.net" }, /SESSION_SECRET is not set/],
    ["a short one", { ...provider, SESSION_SECRET: "short" }, /SESSION_SECRET needs at least 32(?!.*short)/s],
  ])("%s: refused, with the variable to set", (_, variables, said) =>
    expect(messageOf(variables)).toMatch(said),
  );

  test.each(
    Object.entries({
      PORT: ["http", "-1", "70000"],
      API_BASE_URL: ["ftp://api.example.net"],
      SANDBOX: ["yes"],
      RATE_LIMIT_PER_MINUTE: ["many"],
      LOG_LEVEL: ["loud"],
      HSTS: ["maybe"],
      ALLOWED_HOSTS: ["https://portal.example", "portal.example:https", "*"],
      SESSION_IDLE_MINUTES: ["0"],
      PAGE_DEADLINE_MS: ["0"],
      SHUTDOWN_DELAY: ["-1", "5s"],
      SESSION_STORE: ["memory", "redis://localhost:99999", "redis+cluster://a:6379,b:port"],
      DECLARATION_STORE: [
        "redis://redis:6379",
        "sqlite:",
        "sqlite::memory:",
        "postgres://db.example.net/portal",
      ],
      DECLARATION_STORE_PASSWORD: ["for a file"],
      DECLARATION_STORE_CONNECTIONS: ["2"],
      PGSSLROOTCERT: ["/nonexistent/ca.pem"],
      METRICS_PORT: ["3000"],
      TRUST_PROXY: ["10.0.0.0/99", "fe80::/129", "everybody"],
      LOGIN_URL: ["login"],
      REDIRECT_ORIGINS: [
        ...["https://pay.example.net; script-src *", "https://pay.example.net/path", "https://*.example.net"],
      ],
      PICTURE_ORIGINS: ["https://images.example.net/pictures"],
      THIRD_PARTY_ORIGINS: ["'unsafe-inline'"],
    }).flatMap(([name, values]) => values.map((value) => [name, value])),
  )("%s=%s is named in the message", (name, value) => {
    expect(messageOf({ ...provider, [name]: value })).toContain(`  ${name} `);
  });
  const database = "postgres://portal@db.example.net";
  test.each([
    ["SESSION_STORE", "redis://portal:p@ss@localhost:6379"],
    ["DECLARATION_STORE", database],
    ["DECLARATION_STORE", `${database}/portal?sslmode=prefer`],
    ["DECLARATION_STORE", `${database}/portal?ssl=true`],
    ["SESSION_STORE", "redis://portal:100%@localhost:6379"],
    ["DECLARATION_STORE", "postgres://portal:100%@db.example.net/portal"],
  ])("%s=%s is named in the message", (name, value) => {
    expect(messageOf({ ...provider, [name]: value })).toContain(`  ${name} `);
  });

  test.each([
    "SESSION_SECRET",
    "DECLARATION_STORE_PASSWORD",
    "ALLOWED_HOSTS",
    "PORT",
    "BRANDS_DIR",
    "PAGES_WITHOUT_THIRD_PARTIES",
    "OTEL_SDK_DISABLED",
  ])("%s in quotes is refused, as Docker and files keep them", (name) => {
    for (const quote of ['"', "'"])
      expect(messageOf({ ...provider, [name]: `${quote}${"x".repeat(40)} b${quote}` })).toContain(
        `  ${name} is in quotes`,
      );
  });

  test("the port of a Service that Kubernetes writes over a setting is said to be that", () => {
    const message = messageOf({ ...provider, METRICS_PORT: "tcp://10.0.0.1:9090" });
    expect(message).toMatch(/METRICS_PORT is what Kubernetes says of a Service .*enableServiceLinks/);
  });

  test("a message shows what the variable looks like", () => {
    expect(messageOf({ ...provider, REDIRECT_ORIGINS: "pay" })).toContain(
      "REDIRECT_ORIGINS expected origins, scheme and host without a path. For example: REDIRECT_ORIGINS=https://pay.example.net ",
    );
    expect(messageOf({ ...provider, PORT: "0" })).toMatch(
      /PORT expected a whole number from 1 to 65535\. For example: PORT=3000/,
    );
  });

  test.each([
    ["API_BASE_URL", "https://portal:pa55word@api.example.net"],
    ["LOGIN_URL", "https://pa55word@login.example.net/authorize"],
    ["TAG_MANAGER_URL", "https://portal:pa55word@tags.example.net/gtm.js"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://portal:pa55word@collector:4318"],
    ["SECURITY_CONTACT", "https://portal:pa55word@security.example.net"],
  ])("%s with a password is refused, which is not repeated", (name, value) => {
    const message = messageOf({ ...provider, [name]: value });
    expect(message).toContain(`${name} must not have a user name or a password`);
    expect(message).not.toContain("pa55word");
  });

  test("passwords of addresses are in no message", () => {
    const wrong = {
      SESSION_STORE: "redis://portal:pa55word@redis:99999",
      DECLARATION_STORE: "postgres://portal:pa55word@db/portal?sslmode=prefer",
    };
    for (const [name, value] of Object.entries(wrong)) {
      const messages = [
        messageOf({ ...provider, [name]: value }),
        messageOf({ ...provider, [`${name}_FILE`]: value }),
        unusable(name, value, new Error(`no answer of ${value}`)).message,
      ];
      for (const message of messages) expect(message).toMatch(new RegExp(`${name}(?!.*pa55word)`));
    }
  });

  test.each(["SESSION_STORE", "DECLARATION_STORE"])(
    "a wrong %s is told of an address with a user",
    (name) => {
      const message = messageOf({ ...provider, [name]: "mysql://portal@db/portal" });
      expect(message).toContain("://user:password@host:");
    },
  );

  test("the example of a PostgreSQL is one that the portal takes", () => {
    const missing = messageOf({ ...provider, SESSION_STORE: "redis://redis:6379" });
    const [, example = ""] = /For example: DECLARATION_STORE=(\S+)/.exec(missing) ?? [];
    expect(readConfig({ ...provider, DECLARATION_STORE: example })).toMatchObject({
      declarations: { store: { kind: "postgres", user: "portal" } },
    });
    const unreachable = unusable("DECLARATION_STORE", example, new Error("no answer"));
    expect(unreachable.message).toContain(`For example: DECLARATION_STORE=${example}`);
  });

  test.each([
    ['password authentication failed for user "portal"', "password authentication failed for the user"],
    ['role "portal" does not exist', "the role does not exist"],
    ["NOPERM User portal has no permissions to run 'get'", "NOPERM The user has no permissions to run 'get'"],
    ["mail a@example.net, or ask", "mail a@example.net, or ask"],
  ])("%s names no user", (text, expected) => {
    expect(redactCredentials(text)).toBe(expected);
  });

  test.each([
    "redis://redis:6379",
    "rediss://portal:p%40ss@redis.example.net:6380/3",
    "redis+cluster://user:password@a:6379,b:6379",
    "redis+sentinel://a:26379,b:26379/master",
    "redis://[::1]:6379",
  ])("%s is an address of Redis", (store) => {
    const settings = { ...provider, SESSION_STORE: store, DECLARATION_STORE: "sqlite:declarations.sqlite" };
    expect(readConfig(settings).session.store).toBe(store);
  });

  test.each([
    [
      "postgres://portal:p%40ss@db.example.net:6432/portal?sslmode=verify-full",
      { host: "db.example.net", port: 6432, user: "portal", database: "portal", password: "p@ss" },
    ],
    ["postgresql://portal@[::1]/portal", { host: "::1", port: 5432, sslmode: "disable" }],
    ["postgres://portal@localhost/portal?host=/var/run/postgresql", { host: "/var/run/postgresql" }],
    ["sqlite:/data/declarations.sqlite", { kind: "sqlite", file: "/data/declarations.sqlite" }],
  ])("%s is a store for declarations", (store, expected) => {
    expect(readConfig({ ...provider, DECLARATION_STORE: store }).declarations.store).toMatchObject(expected);
  });

  test("declarations are in the file of the sessions unless another store is named, which a Redis demands", () => {
    const stored = (settings: object) => readConfig({ ...provider, ...settings }).declarations.store;
    expect(stored({ SESSION_STORE: "sqlite:/data/s.sqlite" })).toEqual({
      kind: "sqlite",
      file: "/data/s.sqlite",
    });
    expect(messageOf({ ...provider, SESSION_STORE: "redis://redis" })).toMatch(
      /DECLARATION_STORE is not set, and the Redis of SESSION_STORE keeps no declarations/,
    );
  });

  test("a certificate is checked where one is named, and a password is given once", () => {
    const store = "postgres://portal@db.example.net/portal";
    const settings = { ...provider, DECLARATION_STORE: store, PGSSLROOTCERT: "package.json" };
    expect(readConfig(settings).declarations.store).toMatchObject({ sslmode: "verify-full" });
    const twice = { DECLARATION_STORE: store.replace("@", ":one@"), DECLARATION_STORE_PASSWORD: "two" };
    expect(messageOf({ ...provider, ...twice })).toMatch(
      /DECLARATION_STORE_PASSWORD is set, and DECLARATION_STORE/,
    );
    const plain = { ...settings, DECLARATION_STORE: `${store}?sslmode=disable` };
    expect(messageOf(plain)).toMatch(/PGSSLROOTCERT is set, and DECLARATION_STORE says sslmode=disable/);
  });

  test("the sandbox is its own backend on the portal's port, without a limit for testers", () => {
    const settings = readConfig({ SANDBOX: "embedded", PORT: "4000" });
    expect(settings).toMatchObject({
      sandbox: true,
      apiBaseUrl: "http://127.0.0.1:4000",
      rateLimits: { visitor: 0, failedLookups: 0, sessions: 0 },
      session: {
        store: "sqlite:data/sessions.sqlite",
        secrets: [],
        idleSeconds: 3600,
        lastingSeconds: 75_600,
      },
    });
  });

  test("a provider's portal limits clients, and waits as long as the specification says", {
    tags: ["§7.4"],
  }, () => {
    expect(readConfig(provider)).toMatchObject({
      production: true,
      sandbox: false,
      apiBaseUrl: "https://api.example.net",
      apiTimeoutMs: 0,
      rateLimits: { visitor: 120, failedLookups: 60, sessions: 1000 },
      session: { secrets: [secret] },
    });
  });

  test("without a limit for requests there is none but those asked for", () => {
    const none = { ...provider, RATE_LIMIT_PER_MINUTE: "0" };
    expect(readConfig(none).rateLimits).toEqual({ visitor: 0, failedLookups: 0, sessions: 0 });
    const nine = readConfig({ ...none, RATE_LIMIT_FAILED_LOOKUPS: "9" }).rateLimits;
    expect(nine).toEqual({ visitor: 0, failedLookups: 9, sessions: 0 });
  });

  test("hosts are all allowed unless some are named; the sandbox is called at one of its own", () => {
    const ALLOWED_HOSTS = "Portal.example  *.brand.example";
    const named = ["portal.example", "*.brand.example"];
    expect(readConfig(provider).allowedHosts).toEqual([]);
    expect(readConfig({ ...provider, ALLOWED_HOSTS }).allowedHosts).toEqual(named);
    expect(readConfig({ SANDBOX: "embedded" }).allowedHosts).toEqual([]);
    expect(readConfig({ SANDBOX: "embedded", ALLOWED_HOSTS }).allowedHosts).toEqual([...named, "127.0.0.1"]);
  });

  test.each([1, 3650])("declarations may be kept for %d days", (days) => {
    const { keptMs } = readConfig({ ...provider, DECLARATION_DAYS: String(days) }).declarations;
    expect(keptMs).toBe(days * 86_400_000);
  });

  test("a blank setting is none, not the number 0", () => {
    expect(readConfig({ ...provider, RATE_LIMIT_PER_MINUTE: " " })).toEqual(readConfig(provider));
  });

  test("secrets rotate: the first of several is the current one", () => {
    const [current, other] = ["the-current-secret", "another-secret"].map((text) => text.padEnd(32, "x"));
    const { secrets } = readConfig({ ...provider, SESSION_SECRET: `${current} ${other}` }).session;
    expect(secrets).toEqual([current, other]);
  });

  test("a setting may be in a file, as Docker and Kubernetes hand over secrets", () => {
    const folder = temporaryFolder(onTestFinished);
    const inFile = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const { SESSION_SECRET, ...rest } = provider;
    const others = { ...rest, DECLARATION_STORE: "postgres://portal@db.example.net/portal" };
    const SESSION_SECRET_FILE = inFile("secret", `${SESSION_SECRET}\n`);
    const SESSION_STORE_FILE = inFile("store", "redis://portal:password@redis:6379\n");
    expect(readConfig({ ...others, SESSION_SECRET_FILE, SESSION_STORE_FILE }).session).toMatchObject({
      secrets: [SESSION_SECRET],
      store: "redis://portal:password@redis:6379",
    });
    const DECLARATION_STORE_PASSWORD_FILE = inFile("password", "of the database\n");
    expect(
      readConfig({ ...others, SESSION_SECRET, DECLARATION_STORE_PASSWORD_FILE }).declarations.store,
    ).toMatchObject({ password: "of the database" });
    expect(messageOf({ ...provider, SESSION_SECRET_FILE })).toContain(
      "SESSION_SECRET_FILE is set, and SESSION_SECRET",
    );
    expect(messageOf({ ...others, SESSION_SECRET_FILE: join(folder, "none") })).toMatch(
      /SESSION_SECRET_FILE=.*none cannot be read: ENOENT/,
    );
    expect(messageOf({ ...others, SESSION_SECRET_FILE: inFile("empty", "\n") })).toMatch(/_FILE=.* is empty/);
    expect(messageOf({ ...others, SESSION_SECRET_FILE: inFile("short", "my-password") })).not.toContain(
      "my-password",
    );
  });

  test.each([
    ["SESION_IDLE_MINUTES", "SESSION_IDLE_MINUTES"],
    ["SESSION_IDEL_MINUTES", "SESSION_IDLE_MINUTES"],
    ["REDIRECT_ORIGIN", "REDIRECT_ORIGINS"],
    ["ALLOWED_HOST", "ALLOWED_HOSTS"],
    ["SESSION_SECRETS_FILE", "SESSION_SECRET_FILE"],
    ["allowed_hosts", "ALLOWED_HOSTS"],
  ])("%s is taken for a misspelt %s", (variable, setting) => {
    expect(misspelt({ ...provider, [variable]: "1" })).toEqual([[variable, setting]]);
  });

  test("what an environment holds besides is no misspelt setting", () => {
    const others = "HOME PATH PWD HOSTNAME SHLVL USER LANG NODE_OPTIONS NODE_VERSION SSL_CERT_FILE";
    const more = "SESSION_MANAGER PORTAL_PORT PORTAL_SERVICE_HOST KUBERNETES_PORT";
    const ours = "SESSION_SECRET_FILE OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_ENDPOINTS";
    const names = `${others} ${more} ${ours}`.split(" ");
    const variables = Object.fromEntries(names.map((name) => [name, "1"]));
    expect(misspelt({ ...provider, ...variables })).toEqual([]);
  });
});
