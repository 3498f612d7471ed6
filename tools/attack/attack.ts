import { randomBytes } from "node:crypto";
import { fresh } from "../../tests/support/fresh.ts";
import { cpuMs, type Input, sendRaw, type Target } from "./meter.ts";

interface Attack {
  name: string;
  /** What one request may cost beside a normal one. */
  budget: number;
  /** The request of this number: each another one, so that nothing that is kept answers it. */
  input: (at: number) => Input;
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const boundary = "x".repeat(60);
const multipart = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
const parts = (count: number, headers = "") =>
  `${Array.from({ length: count }, (_, at) => `--${boundary}\r\nContent-Disposition: form-data; name="f${at}"\r\n${headers}\r\n\r\n`).join("")}--${boundary}--\r\n`;
const many = (count: number, one: (at: number) => string, between = "") =>
  Array.from({ length: count }, (_, at) => one(at)).join(between);
const megabyte = "x".repeat(1024 * 1024);
const usual = 3;

/** An incomplete declaration: read, checked, and answered with a form. */
const normal = (at: number): Input => ({ path: "/kuendigung", headers: form, body: `lastName=Muster-${at}` });

/** Hostile inputs; each is refused, or costs about what a customer's form does. */
const inputs: Omit<Attack, "budget">[] = [
  {
    name: "another port in Host",
    input: (at) => ({ path: "/", headers: { Host: `localhost:${1024 + at}` } }),
  },
  { name: "an address of 7,900 slashes", input: (at) => ({ path: `/a${at}${"/".repeat(7900)}` }) },
  { name: "3,900 slashes", input: (at) => ({ path: `/a${at}${"/".repeat(3900)}` }) },
  { name: "3,900 slashes before a word", input: (at) => ({ path: `${"/".repeat(3900)}a${at}` }) },
  { name: "1,100 escaped dots", input: (at) => ({ path: `/${"%2e%2e/".repeat(550)}${at}` }) },
  {
    name: "400 parameters",
    input: (at) => ({ path: `/kuendigung?${many(400, (n) => `p${n}=${at}`, "&")}` }),
  },
  {
    name: "2,200 cookies",
    input: (at) => ({ path: "/kuendigung", headers: { Cookie: many(2200, (n) => `c${n}=${at}`, "; ") } }),
  },
  {
    name: "2,500 languages",
    input: (at) => ({
      path: `/angebot?${at}`,
      headers: { "Accept-Language": many(2500, (n) => `x${n};q=0.5`, ",") },
    }),
  },
  {
    name: "1,800 media types",
    input: (at) => ({
      path: `/angebot?${at}`,
      headers: { Accept: many(1800, (n) => `a/json${n};q=0.5`, ",") },
    }),
  },
  {
    name: "unknown sessions",
    input: () => ({
      path: "/angebot/demo/meine-daten",
      headers: { Cookie: `sid=${randomBytes(24).toString("base64url")}` },
    }),
  },
  {
    name: "reports of barriers, 14 kB each",
    input: (at) => ({
      path: "/barriere-melden",
      headers: form,
      body: `description=${at}${"%E2%82%AC".repeat(1500)}&email=a${at}@example.com`,
    }),
  },
  {
    name: "new links for guessed tokens",
    input: () => ({ path: "/neuer-link", headers: form, body: `link=${fresh("nobody")}` }),
  },
  {
    name: "consents of guessed links",
    input: () => ({ path: `/einwilligungen?token=${fresh("nobody")}`, headers: form, body: "all=yes" }),
  },
  {
    name: "sealed receipts that are made up",
    input: () => ({ path: `/einwilligungen?token=demo&done=${randomBytes(300).toString("base64url")}` }),
  },
  {
    name: "planted drafts",
    input: () => ({
      path: "/angebot/demo/meine-daten",
      headers: { Cookie: `entwurf=${randomBytes(1500).toString("base64url")}` },
    }),
  },
  { name: "guessed tokens", input: () => ({ path: `/angebot/${fresh("nobody")}` }) },
  {
    name: "guessed receipts",
    input: () => ({ path: `/kuendigung/bestaetigung?ref=${randomBytes(32).toString("base64url")}` }),
  },
  {
    name: "5,000 fields",
    input: (at) => ({ path: "/kuendigung", headers: form, body: many(5000, (n) => `f${n}=${at}`, "&") }),
  },
  {
    name: "5,000 times one field",
    input: (at) => ({ path: "/kuendigung", headers: form, body: many(5000, () => `email=${at}`, "&") }),
  },
  {
    name: "a name of 30,000 dots",
    input: (at) => ({ path: "/kuendigung", headers: form, body: `${"a.".repeat(15_000)}b=${at}` }),
  },
  {
    name: "60 kB in a one-line field",
    input: (at) => ({ path: "/kuendigung", headers: form, body: `lastName=${at}${"x".repeat(60_000)}` }),
  },
  {
    name: "10,000 line breaks",
    input: (at) => ({ path: "/kuendigung", headers: form, body: `lastName=${at}${"%0d%0a".repeat(10_000)}` }),
  },
  {
    name: "60 kB of an address",
    input: (at) => ({ path: "/widerruf", headers: form, body: `email=${at}${"a@".repeat(20_000)}` }),
  },
  {
    name: "60 kB of digits",
    input: (at) => ({ path: "/kuendigung", headers: form, body: `phoneNumber=${at}${"1 ".repeat(20_000)}` }),
  },
  ...["GET", "DELETE"].map((method) => ({
    name: `${method} with 1 MB`,
    input: () => ({
      method,
      path: "/kuendigung",
      body: megabyte,
      headers: { "Content-Length": String(megabyte.length) },
    }),
  })),
  {
    name: "1 MB from another site",
    input: () => ({
      path: "/kuendigung",
      body: megabyte,
      headers: { ...form, Origin: "https://evil.example" },
    }),
  },
  {
    name: "1 MB in a form",
    input: () => ({ path: "/kuendigung", headers: form, body: `lastName=${megabyte}` }),
  },
  ...[15, 60].map((kilobytes) => ({
    name: `${kilobytes} kB in one header`,
    input: (at: number) => ({
      path: `/angebot?${at}`,
      headers: { "X-A": "a".repeat(kilobytes * 1000) },
    }),
  })),
  {
    name: "1,000 forwarding proxies",
    input: (at) => ({
      path: `/angebot?${at}`,
      headers: { "X-Forwarded-For": many(1000, (n) => `10.0.0.${n % 250}`, ",") },
    }),
  },
  { name: "500 parts", input: () => ({ path: "/kuendigung", headers: multipart, body: parts(500) }) },
  {
    name: "a part with 60 kB of headers",
    input: () => ({
      path: "/kuendigung",
      headers: multipart,
      body: parts(1, `X-A: ${"b".repeat(60_000)}\r\n`),
    }),
  },
  {
    name: "a body that is no form",
    input: (at) => ({
      path: "/kuendigung",
      headers: { "Content-Type": "application/json" },
      body: `[${at}${",[".repeat(20_000)}`,
    }),
  },
];
const attacks: Attack[] = inputs.map((attack) => ({ budget: usual, ...attack }));

export interface Cost {
  name: string;
  budget: number;
  /** Milliseconds of CPU for one request. */
  ms: number;
  /** Beside a normal request. */
  ratio: number;
  statuses: number[];
}

/** Sends each attack a few times, one request after the other. */
export async function attack(
  { origin, metrics, rounds }: Target & { rounds: number },
  report: (cost: Cost) => void = () => {},
) {
  const msOf = async (input: Attack["input"], first: number) => {
    const before = await cpuMs(metrics);
    const statuses = new Set<number>();
    for (let at = 0; at < rounds; at++) statuses.add(await sendRaw(origin, input(first + at)));
    return { ms: ((await cpuMs(metrics)) - before) / rounds, statuses: [...statuses] };
  };
  // Compiled only while it is used: the first ones cost more, and a normal one that seems dear would hide an attack.
  for (let warm = 0; warm < 5; warm++) await msOf(normal, 10_000 + warm * rounds);
  const usually = await msOf(normal, 20_000);
  const costs: Cost[] = [];
  for (const { name, budget, input } of attacks) {
    await msOf(input, 30_000);
    const { ms, statuses } = await msOf(input, 40_000);
    const cost = { name, budget, ms, ratio: ms / usually.ms, statuses };
    report(cost);
    costs.push(cost);
  }
  return { normalMs: usually.ms, costs };
}
