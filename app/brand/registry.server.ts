import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { locales } from "#app/i18n/locale.ts";
import type { TextTree } from "#app/i18n/translation.ts";
import { config } from "#app/operation/config.server.ts";
import { iconRows, manifestOf } from "./manifest.server.ts";
import { type Brand, brandSchema } from "./schema.ts";

/** The fallback brand (specification §1). */
const defaultBrand = "o2";

function wrong(file: string, message: string): never {
  throw new Error(`${file}: ${message}`);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return wrong(file, "is missing or cannot be read");
  }
}

function readData<Data>(file: string, schema: z.ZodType<Data>): Data {
  let data: unknown;
  try {
    data = JSON.parse(read(file));
  } catch (error) {
    if (error instanceof SyntaxError) wrong(file, error.message);
    throw error;
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  return wrong(
    file,
    parsed.error.issues.map((issue) => `field "${issue.path.join(".")}": ${issue.message}`).join("; "),
  );
}

function readSvg(file: string): string {
  const svg = read(file);
  if (!/^<svg\b[\s\S]*<\/svg>$/.test(svg))
    wrong(file, "must be one <svg> element without anything before or after it");
  if (/<script|\son\w+\s*=|javascript:/i.test(svg)) wrong(file, "must not hold scripts");
  return svg;
}

/** Strips comments and whitespace: a theme is plain rules with tokens and needs no real minifier. */
function readTheme(file: string): string {
  const css = read(file);
  if (css.includes("<")) wrong(file, 'must not contain "<", as it becomes part of a <style> element');
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/: /g, ":")
    .replace(/;}/g, "}")
    .trim();
}

const textTree: z.ZodType<TextTree> = z.lazy(() => z.record(z.string(), z.union([z.string(), textTree])));
const textsSchema = z.partialRecord(z.enum(locales), z.record(z.string(), textTree));

function readBrand(folder: string): Brand {
  const data = readData(join(folder, "brand.json"), brandSchema);
  const files: Brand["files"] = {};
  /** Serves a file under a name with its hash. */
  const serve = (name: string): string => {
    const file = join(folder, name);
    const content = name.endsWith(".svg") ? readSvg(file) : readFileSync(file);
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
    const path = `/brands/${data.slug}/${name.replace(".", `.${hash}.`)}`;
    files[path] = content;
    return path;
  };
  const serveIfThere = (name: string) => (existsSync(join(folder, name)) ? serve(name) : undefined);
  const themeCss = readTheme(join(folder, "theme.css"));
  const color = (token: string) => new RegExp(`--${token}:(#\\w+)`).exec(themeCss)?.[1];
  const favicon = serve("favicon.svg");
  const themeColor = color("header");
  const icons = [
    { src: favicon, sizes: "any" },
    ...iconRows.flatMap(({ name, size, purpose }) => {
      const src = serveIfThere(`${name}.png`);
      return src ? [{ src, sizes: `${size}x${size}`, purpose }] : [];
    }),
  ];
  for (const language of data.availableLanguages)
    files[`/brands/${data.slug}/${language}.webmanifest`] = manifestOf(data, language, {
      theme_color: themeColor,
      background_color: color("surface"),
      icons,
    });
  return {
    ...data,
    // Inline SVG needs no XML namespace.
    logo: readSvg(join(folder, "logo.svg")).replace(/ xmlns="[^"]*"/, ""),
    favicon,
    motif: serveIfThere("motif.svg"),
    files,
    themeCss,
    themeColor,
    texts: readData(join(folder, "texts.json"), textsSchema),
  };
}

/** Reads every folder as a brand, sorted by name. @throws Error that names file and field for the operator */
export function readBrands(directory: string): ReadonlyMap<string, Brand> {
  const folders = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = new Map<string, Brand>();
  for (const { name } of folders.sort((a, b) => a.name.localeCompare(b.name))) {
    const brand = readBrand(join(directory, name));
    if (brand.slug !== name)
      wrong(join(directory, name, "brand.json"), `field "slug": is "${brand.slug}", its folder "${name}"`);
    found.set(name, brand);
  }
  if (!found.has(defaultBrand)) wrong(directory, `has no folder "${defaultBrand}", the brand of last resort`);
  return found;
}

let current: ReadonlyMap<string, Brand> | undefined;
/** The process's brands by slug. Called at start, so that an invalid file prevents the start. */
export function brands(): ReadonlyMap<string, Brand> {
  current ??= readBrands(resolve(config().brandsDir));
  return current;
}

/** What is behind a path of a brand's files. */
export function brandFileAt(path: string, among = brands()): string | Buffer<ArrayBuffer> | undefined {
  for (const { files } of among.values()) if (files[path]) return files[path];
}

/** The slug in a host name (specification §1): anywhere in it; of several the longest, then the leftmost. */
function slugInHost(host: string, slugs: Iterable<string>): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  const [first] = [...slugs]
    .filter((slug) => name.includes(slug))
    .sort((a, b) => b.length - a.length || name.indexOf(a) - name.indexOf(b));
  return first;
}

/** Whether the host name settles the brand. */
export const hostNamesBrand = (host: string, among = brands()) =>
  slugInHost(host, among.keys()) !== undefined;

interface BrandSources {
  /** With or without port. */
  host?: string | null;
  /** The value of `?brand=`. */
  query?: string | null;
  /** From a posted form: the brand whose page showed it. */
  posted?: FormDataEntryValue | null;
  /** The value of the brand cookie. */
  cookie?: string | null;
}

/**
 * The brand of a request in the order of specification §1: host name, query, cookie, o2. A posted form comes before the
 * cookie, which another tab may have changed: nothing may reach a provider whose page the customer did not see.
 * `remember` means that query or form chose the brand and the cookie should follow.
 */
export function resolveBrand({ host, query, posted, cookie }: BrandSources, among = brands()) {
  const named = (slug: unknown) => (typeof slug === "string" ? among.get(slug.toLowerCase()) : undefined);
  const byHost = named(slugInHost(host ?? "", among.keys()));
  const byQuery = named(query);
  const kept = named(cookie) ?? among.get(defaultBrand);
  const brand = byHost ?? byQuery ?? named(posted) ?? kept;
  if (!brand) throw new Error(`No brand "${defaultBrand}"`);
  return { brand, remember: !byHost && (byQuery !== undefined || brand !== kept) };
}
