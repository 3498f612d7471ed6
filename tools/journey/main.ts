// `npm run journey -- NAME… [options]`: walks journeys by form posts, without a browser.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calledWith, refuse } from "../usage.ts";
import { newCustomer } from "./customer.ts";
import { filledIn, type Journey, journeyNamed, journeyNames } from "./journey.ts";
import { hasFailed, junit, type Run, stepLine } from "./report.ts";
import { walk } from "./walk.ts";

/** In the package for testers there is no npm script. */
const command = process.env.npm_lifecycle_event === "journey" ? "npm run journey --" : "portal-journeys";

const help = `${command} NAME… [options]; a name is one of journeys/ or the path of a file, "all" are all of journeys/.
  --base URL           the portal (http://localhost:3000); only this machine, unless --allow-host;
                       a user name and password in it are sent as Basic authorization
  --sandbox URL        where the sandbox's own pages are, if not with the portal
  --brand, --locale    of the pages; a page of another brand or language is a failure, one that there is not walks nothing
  --token TOKEN        instead of the journey's own, as it is
  --tokens FILE        a journey and a token a line: one run each; without a NAME, all journeys of FILE
  --only NAME=VALUE    only the runs with this value; repeatable
  --header 'N: V'      added to every request; repeatable
  --repeat N           every run so many times
  --concurrency N      runs at a time, at most 16
  --save-html DIR      keeps every page
  --json               prints what came as JSON
  --junit FILE         writes what came as JUnit's XML
  --allow-host         another machine's portal, if you are allowed to test there

Each does what its title says and changes nothing else. With a link of another system, it needs what stands below:
${journeyNames().map(described).join("\n")}`;

const text = { type: "string" } as const;
const many = { type: "string", multiple: true, default: [] as string[] } as const;

interface Planned {
  journey: Journey;
  values: Record<string, string> & { token: string };
  row: string;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function main(): Promise<boolean> {
  const { values: flags, positionals } = calledWith(help, {
    allowPositionals: true,
    options: {
      base: { ...text, default: "http://localhost:3000" },
      sandbox: text,
      brand: text,
      locale: text,
      token: text,
      tokens: text,
      only: many,
      header: many,
      repeat: { ...text, default: "1" },
      concurrency: { ...text, default: "1" },
      "save-html": text,
      junit: text,
      json: { type: "boolean", default: false },
      "allow-host": { type: "boolean", default: false },
    },
  });
  const given = flags.tokens ? tokensIn(flags.tokens) : [];
  const asked = positionals.length > 0 ? positionals : given.map(({ name }) => name);
  if (asked.length === 0) refuse(help);
  const { base, authorization } = portalAt(flags.base);
  if (!flags["allow-host"] && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(base.hostname))
    throw new Error(
      `${base.hostname} is not this machine: say --allow-host if you are allowed to test there.`,
    );
  const names = asked.flatMap((name) => (name === "all" ? journeyNames() : [name]));
  const chosen = [...new Set(names)].map(journeyNamed);
  const concurrency = count("concurrency", flags.concurrency, 16);
  const once = plan(chosen, flags, given);
  if (once.length === 0) throw new Error("Nothing to walk: no run has these values.");
  const idle = chosen.filter(({ name }) => !once.some(({ journey }) => journey.name === name));
  const missed = idle.filter(({ name }) => asked.includes(name)).map(({ name }) => name);
  if (missed.length > 0)
    throw new Error(`Nothing to walk of ${missed.join(", ")}: no token, or no run with these values.`);
  const planned = Array.from({ length: count("repeat", flags.repeat, 100_000) }, () => once).flat();
  const options = {
    base,
    sandbox: flags.sandbox ? new URL(flags.sandbox) : undefined,
    brand: flags.brand,
    locale: flags.locale,
    headers: Object.fromEntries([...authorization, ...flags.header.map(parseHeader)]),
    html: flags["save-html"] !== undefined,
  };
  await refuseUnknown(options);
  const folder = flags["save-html"];
  if (folder) mkdirSync(folder, { recursive: true });

  const runs: Run[] = [];
  async function next(): Promise<void> {
    const index = planned.length;
    const one = planned.shift();
    if (!one) return;
    const { journey, row, values } = one;
    const began = performance.now();
    const run: Run = { journey: journey.name, row, ms: 0, steps: [] };
    // Keeps the lines of parallel runs together.
    const lines = [`\n${journey.name} ${row}`];
    const flush = () => !flags.json && lines.length > 0 && console.log(lines.splice(0).join("\n"));
    await walk(
      filledIn(journey.steps, values),
      journey.steps,
      { ...options, token: values.token },
      (step, { page, html }) => {
        run.steps.push(step);
        lines.push(stepLine(step));
        if (concurrency === 1) flush();
        if (folder && html)
          writeFileSync(join(folder, `${journey.name}-${index}-${run.steps.length}-${page}.html`), html);
      },
    );
    flush();
    run.ms = Math.round(performance.now() - began);
    runs.push(run);
    return next();
  }
  await Promise.all(Array.from({ length: concurrency }, next));

  if (flags.junit) writeFileSync(flags.junit, junit(runs));
  const lost = runs.filter(hasFailed).length;
  console.log(flags.json ? JSON.stringify(runs, null, 2) : `\n${runs.length - lost} passed, ${lost} failed`);
  return lost === 0;
}

/**
 * The portal answers for a brand or a language that there is not with another one's page. Where it does not answer at all, the first step
 * says so.
 * @throws Error where its home page is not of this brand or language
 */
async function refuseUnknown(options: Parameters<typeof newCustomer>[0] & Where) {
  const { brand, locale } = options;
  if (!brand && !locale) return;
  const prefix = locale && locale !== "de" ? `/${locale}` : "";
  const home = await newCustomer(options)
    .open(`${prefix}/${brand ? `?brand=${encodeURIComponent(brand)}` : ""}`)
    .catch(() => undefined);
  if (home?.brand && brand && home.brand !== brand)
    throw new Error(`The portal has no brand ${brand} at this address: it answers with ${home.brand}.`);
  if (home?.language && locale && home.language !== locale)
    throw new Error(`The portal has no pages in ${locale} for this brand: it answers in ${home.language}.`);
}

interface Where {
  brand: string | undefined;
  locale: string | undefined;
}

interface Given {
  name: string;
  token: string;
}

/** @throws Error for a line that names no journey of `journeys/`, or no token */
function tokensIn(file: string): Given[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (!line.trim()) return [];
      const [name = "", token] = line.trim().split(/\s+/);
      if (!journeyNames().includes(name))
        throw new Error(`${file}:${index + 1}: there is no journey ${name}.`);
      if (!token) throw new Error(`${file}:${index + 1}: ${name} has no token.`);
      return [{ name, token }];
    });
}

/** Of a journey that cannot be read, why. */
function described(name: string): string {
  const indent = " ".repeat(25);
  try {
    const { title, needs } = journeyNamed(name);
    return `${name.padEnd(24)} ${title}${needs ? `\n${indent}needs ${needs}` : ""}`;
  } catch (error) {
    return `${name.padEnd(24)} ${(error as Error).message}`;
  }
}

/** Credentials left in the address would appear in every error that names it. */
function portalAt(address: string) {
  const base = new URL(address);
  const { username, password } = base;
  base.username = base.password = "";
  const pair = [username, password].map(decodeURIComponent).join(":");
  const basic = `Basic ${Buffer.from(pair).toString("base64")}`;
  return { base, authorization: username ? [["authorization", basic]] : [] };
}

function parseHeader(line: string) {
  const [, name, value] = /^([\w-]+):\s*(.+)$/s.exec(line) ?? [];
  if (!name) throw new Error("--header takes 'Name: value'.");
  return [name.toLowerCase(), value];
}

function count(option: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new Error(`--${option} takes a number from 1 to ${most}.`);
}

/** The runs to make, each with the values that its steps are filled in with. */
function plan(
  journeys: Journey[],
  flags: { brand?: string; locale?: string; token?: string; tokens?: string; only: string[] },
  tokens: Given[],
): Planned[] {
  const shared = {
    brand: flags.brand ?? "o2",
    // In front of every path; German has no prefix.
    locale: flags.locale && flags.locale !== "de" ? `/${flags.locale}` : "",
  };
  return journeys.flatMap((journey) => {
    const rows = journey.each.filter((row) =>
      flags.only.every((pair) => pair === `${pair.split("=")[0]}=${row[pair.split("=")[0] ?? ""]}`),
    );
    const given = [
      ...(flags.token ? [flags.token] : []),
      ...tokens.flatMap(({ name, token }) => (name === journey.name ? [token] : [])),
    ];
    const own = !flags.token && !flags.tokens;
    const plain = own ? rows : rows.slice(0, 1).flatMap((row) => given.map((token) => ({ ...row, token })));
    return plain.map((row, index) => ({
      journey,
      row: own ? Object.values(row).join(" ") : `${index + 1}`,
      values: { ...shared, ...row, token: own ? `${row.token}~${randomUUID().slice(0, 8)}` : row.token },
    }));
  });
}
