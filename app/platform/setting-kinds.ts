import { isIP } from "node:net";
import { z } from "zod";

export const flag = z
  .enum(["1", "0", "true", "false"])
  .transform((value) => value === "1" || value === "true");
/** Credentials would reach nobody: the `Authorization` of a call is the customer's, and browsers drop them. */
export const hasNoUser = (value: string) => {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  return username === "" && password === "";
};
export const noUser = "must not have a user name or a password, they would not be sent";
/** A page or an API of others. */
export const site = z.url({ protocol: /^https?$/ }).refine(hasNoUser, noUser);
export const url = site.transform((value) => value.replace(/\/$/, ""));
/** A script: absolute, or a path on the portal's own origin. */
export const address = z
  .string()
  .regex(/^(?:https?:\/)?\/[^\s"'<>;,]+$/, "expected an address of a script")
  .refine(hasNoUser, noUser);
/** A list separated by spaces. */
const list = (one: RegExp, expected: string) =>
  z
    .string()
    .refine((value) => !value.includes(","), "has commas: separate them by spaces")
    .transform((value) => value.split(/\s+/).filter(Boolean))
    .refine((values) => values.every((value) => one.test(value)), `expected ${expected}`);
/** A leading `*.` matches all subdomains. */
export const hosts = list(/^(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/i, "host names without scheme").transform(
  (names) => names.map((name) => name.toLowerCase()),
);
/** `redis[s]://user:password@host:port/database`, or `redis[s]+cluster://`, `redis[s]+sentinel://` with several hosts. */
export const redisAddress =
  /^(?<scheme>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<username>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^/@?\s]+)(?:\/(?<path>[^/?\s]*))?$/;
/** A `%` that is itself is written as `%25`. */
const isEncoded = (address: string) => {
  try {
    return decodeURIComponent(address) !== "";
  } catch {
    return false;
  }
};
export const isStore = (address: string) => {
  const hosts = redisAddress.exec(address)?.groups?.hosts?.split(",");
  const isRedis = isEncoded(address) && hosts?.every((host) => URL.canParse(`redis://${host}`));
  return /^sqlite:./.test(address) || isRedis === true;
};
/** The parameters of libpq that are supported; the rest of the address is a URL. */
const postgresParameters = z.strictObject({
  host: z.string().startsWith("/").optional(),
  sslmode: z.enum(["disable", "require", "verify-ca", "verify-full"]).optional(),
});
export const postgresAddress = (address: string) => {
  if (!/^postgres(?:ql)?:\/\/./.test(address) || !URL.canParse(address) || !isEncoded(address))
    return undefined;
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const parameters = postgresParameters.safeParse(Object.fromEntries(searchParams));
  // The path of a socket is a parameter, as libpq writes it.
  const host = parameters.data?.host ?? (hostname.replace(/^\[|\]$/g, "") || undefined);
  const [user, database] = [username, pathname.slice(1)].map(decodeURIComponent);
  if (!host || !user || !database || !parameters.success) return undefined;
  return {
    host,
    port: Number(port) || 5432,
    user,
    database,
    sslmode: parameters.data.sslmode,
    password: password ? decodeURIComponent(password) : undefined,
  };
};
export const isDeclarationStore = (address: string) =>
  (/^sqlite:./.test(address) && address !== "sqlite::memory:") || postgresAddress(address) !== undefined;
export const count = (least: number, most: number) =>
  z.coerce.number(`expected a whole number from ${least} to ${most}`).int().min(least).max(most);
/** Scheme and host only, as they become part of a content security policy. */
const originsAlone = "origins, scheme and host without a path";
export const origins = list(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i, originsAlone).default([]);
export const originsOrAllBelow = list(
  /^https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$/i,
  originsAlone,
).default([]);
const isProxy = (value: string) => {
  const [address = "", bits = "0", ...rest] = value.split("/");
  const named = ["loopback", "linklocal", "uniquelocal"].includes(value);
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return named || (/^\d{1,3}$/.test(bits) && Number(bits) <= most && rest.length === 0);
};
/** `true`, `false`, a number of hops, or names and addresses, as in Express. */
export const proxies = z
  .string()
  .transform((value): boolean | number | string[] => {
    const setting = value.trim();
    if (/^(?:true|false)$/.test(setting)) return setting === "true";
    return /^\d{1,2}$/.test(setting) ? Number(setting) : setting.split(/[\s,]+/).filter(Boolean);
  })
  .refine(
    (parsed) => !Array.isArray(parsed) || parsed.every(isProxy),
    "expected true, false, a number of hops, or addresses and networks",
  );
