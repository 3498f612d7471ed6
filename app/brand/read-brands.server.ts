import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { z } from "zod";
import { isRecord } from "#app/domain/is-record.ts";
import { locales } from "#app/i18n/locale.ts";
import type { TextTree } from "#app/i18n/translation.ts";
import { asError } from "#app/platform/error-facts.ts";
import { colorIn, colorsOf } from "./colors.ts";
import { checkDrawing } from "./drawing.server.ts";
import { iconRows, manifestOf } from "./manifest.server.ts";
import { type Brand, brandSchema } from "./schema.ts";

/** The fallback brand (specification §1). */
export const defaultBrand = "o2";

/** @throws Error that names the file and what is wrong with it */
function refuse(file: string, message: string): never {
  throw new Error(`${file}: ${message}`);
}

/** A mounted ConfigMap has links, all of which stay in their folder. */
function staysIn(folder: string, path: string): boolean {
  return realpathSync(path).startsWith(realpathSync(folder) + sep);
}

const maxBytes = 1024 * 1024;

/** @throws Error unless it is a file of the folder in which it is named */
function bytesOf(file: string): Buffer<ArrayBuffer> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return refuse(file, "is missing or cannot be read");
  if (!staysIn(dirname(file), file)) return refuse(file, "is a link that leads out of its folder");
  if (found.size > maxBytes) return refuse(file, `is larger than ${maxBytes} bytes`);
  try {
    return readFileSync(file);
  } catch {
    return refuse(file, "is missing or cannot be read");
  }
}

const read = (file: string): string => bytesOf(file).toString().trim();

/** Customers on a mobile connection load it beside the page. */
const maxPictureBytes = 12 * 1024;

const beginningOfPng = "\x89PNG\r\n\x1a\n";

function readBytes(file: string): Buffer<ArrayBuffer> {
  const bytes = bytesOf(file);
  if (file.endsWith(".png") && bytes.subarray(0, 8).toString("latin1") !== beginningOfPng)
    refuse(file, "is no png file");
  return bytes;
}

function readData<Data>(file: string, schema: z.ZodType<Data>): Data {
  let data: unknown;
  try {
    data = JSON.parse(read(file));
  } catch (error) {
    if (error instanceof SyntaxError) refuse(file, error.message);
    throw error;
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  return refuse(
    file,
    parsed.error.issues.map((issue) => `field "${issue.path.join(".")}": ${issue.message}`).join("; "),
  );
}

function readSvg(file: string): string {
  const svg = read(file);
  if (!/^<svg\b[\s\S]*<\/svg>$/.test(svg))
    refuse(file, "must be one <svg> element without anything before or after it");
  const problem = checkDrawing(svg);
  if (problem) refuse(file, problem);
  return svg;
}

/** What pages cannot do without: a copy that was cut, or an error page in place of the file, lacks one of them. */
const themeTokens = ["surface", "text", "brand"];

/** @throws Error if it is empty, cut, or no CSS at all */
function checkTheme(file: string, css: string) {
  // eslint-disable-next-line redos/no-vulnerable -- an operator's file, which has been read up to its limit
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"|'[^']*'/g, '""');
  const count = (letter: string) => plain.split(letter).length - 1;
  if (count("{") === 0 || count("{") !== count("}") || !plain.trimEnd().endsWith("}"))
    refuse(file, "is no whole stylesheet: its braces do not match");
  const missing = themeTokens.filter((token) => !plain.includes(`--${token}:`));
  if (missing.length > 0) refuse(file, `lacks ${missing.map((token) => `--${token}`).join(", ")}`);
}

function readTheme(file: string): string {
  // As browsers read it, which check its hash.
  const css = read(file).replace(/\r\n?/g, "\n");
  if (css.includes("<")) refuse(file, 'must not contain "<", as it becomes part of a <style> element');
  checkTheme(file, css);
  return css;
}

const textTree: z.ZodType<TextTree> = z.lazy(() => z.record(z.string(), z.union([z.string(), textTree])));
const textsSchema = z.partialRecord(z.enum(locales), z.record(z.string(), textTree));

const hashOf = (content: string | Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 10);

/**
 * Reads one folder as a brand.
 * @throws Error that names file and field for the operator
 */
export function readBrand(folder: string): Brand {
  const file = join(folder, "brand.json");
  const data = readData(file, brandSchema);
  const name = basename(folder);
  if (data.slug !== name) refuse(file, `field "slug": is "${data.slug}", its folder "${name}"`);
  const files: Brand["files"] = {};
  /** Serves a file under a name that contains its hash. */
  const serve = (name: string): string => {
    const file = join(folder, name);
    const content = name.endsWith(".svg") ? readSvg(file) : readBytes(file);
    const path = `/brands/${data.slug}/${name.replace(".", `.${hashOf(content)}.`)}`;
    files[path] = content;
    return path;
  };
  const serveIfThere = (name: string) => (existsSync(join(folder, name)) ? serve(name) : undefined);
  const themeCss = readTheme(join(folder, "theme.css"));
  const colors = colorsOf(themeCss);
  const favicon = serve("favicon.svg");
  const themeColor = colorIn(themeCss, "header");
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
      background_color: colorIn(themeCss, "surface"),
      icons,
    });
  // Inline SVG needs no XML namespace.
  const logo = readSvg(join(folder, "logo.svg")).replace(/ xmlns="[^"]*"/, "");
  const texts = readData(join(folder, "texts.json"), textsSchema);
  const motif = serveIfThere("motif.svg");
  const picture = serveIfThere("picture.svg");
  const guaranteeNotices: Brand["guaranteeNotices"] = {};
  for (const language of locales)
    guaranteeNotices[language] =
      serveIfThere(`eu-guarantee-${language}.svg`) ?? serveIfThere(`eu-guarantee-${language}.png`);
  if (picture && (files[picture]?.length ?? 0) > maxPictureBytes)
    refuse(join(folder, "picture.svg"), `is larger than ${maxPictureBytes} bytes`);
  return {
    ...data,
    logo,
    favicon,
    motif,
    picture,
    guaranteeNotices,
    files,
    themeCss,
    themeColor,
    colors,
    texts,
    version: hashOf(JSON.stringify([data, logo, themeCss, texts, Object.keys(files)])),
  };
}

/** Brands' folders by name. A mounted ConfigMap adds hidden ones, to which the others are links. */
export const foldersIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => !name.startsWith(".") && statSync(join(directory, name)).isDirectory())
    .sort((a, b) => a.localeCompare(b));

/** A brand whose folder is wrong: what of it can be read, for its outage page. */
export type AwayBrand = Pick<
  Brand,
  "slug" | "name" | "nameForTitle" | "availableLanguages" | "logo" | "colors"
> &
  Partial<Pick<Brand, "contact" | "hotline">>;

function readAway(folder: string): AwayBrand {
  const slug = basename(folder);
  const orElse = <T>(get: () => T, otherwise: T): T => {
    try {
      return get();
    } catch {
      return otherwise;
    }
  };
  const parsed: unknown = orElse(() => JSON.parse(read(join(folder, "brand.json"))), {});
  const data = isRecord(parsed) ? parsed : {};
  const { name, nameForTitle, availableLanguages, contact, hotline } = brandSchema.shape;
  const shownName = name.safeParse(data.name).data ?? slug;
  return {
    slug,
    name: shownName,
    nameForTitle: nameForTitle.safeParse(data.nameForTitle).data ?? shownName,
    availableLanguages: availableLanguages.safeParse(data.availableLanguages).data ?? ["de"],
    contact: contact.safeParse(data.contact).data,
    hotline: hotline.safeParse(data.hotline).data,
    logo: orElse(() => readSvg(join(folder, "logo.svg")), ""),
    colors: colorsOf(orElse(() => readTheme(join(folder, "theme.css")), "")),
  };
}

/** All folders, by name: the brands that are whole, and those that are left out, each with what is wrong with it. */
export interface BrandFolders {
  brands: Map<string, Brand>;
  away: Map<string, { brand: AwayBrand; problem: Error }>;
}

/**
 * Reads every folder as a brand, sorted by name. One that is wrong takes no other with it.
 * @throws Error if there is no folder of the brand of last resort: it is another directory
 */
export function readFolders(directory: string): BrandFolders {
  const folders: BrandFolders = { brands: new Map(), away: new Map() };
  for (const name of foldersIn(directory)) {
    const folder = join(directory, name);
    try {
      if (!staysIn(directory, folder)) refuse(folder, "is a link that leads out of its folder");
      folders.brands.set(name, readBrand(folder));
    } catch (error) {
      folders.away.set(name, { brand: readAway(folder), problem: asError(error) });
    }
  }
  if (!folders.brands.has(defaultBrand) && !folders.away.has(defaultBrand))
    refuse(directory, `has no folder "${defaultBrand}", the brand of last resort`);
  return folders;
}

/**
 * As `readFolders`, if all of them are brands.
 * @throws Error that names file and field for the operator
 */
export function readBrands(directory: string): ReadonlyMap<string, Brand> {
  const { brands, away } = readFolders(directory);
  for (const { problem } of away.values()) throw problem;
  return brands;
}

/** The one of these brands with this slug or name on the wire, in any case of letters. */
export function brandIn(brands: ReadonlyMap<string, Brand>, name: string | null | undefined) {
  const plain = name?.trim().toLowerCase() ?? "";
  return brands.get(plain) ?? [...brands.values()].find((brand) => brand.backendEnum.toLowerCase() === plain);
}
