import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { modified, reread } from "#app/platform/reread.server.ts";
import {
  type AwayBrand,
  type BrandFolders,
  brandIn,
  defaultBrand,
  foldersIn,
  readFolders,
} from "./read-brands.server.ts";
import type { Brand } from "./schema.ts";

/** Brand files from before a change: open pages still refer to them. */
const earlierFiles: Brand["files"] = {};

let heedChange: (brand: Brand) => void = () => {};
/** @param heed is called with each brand whose folder has changed, once it was read again */
export function onBrandChange(heed: (brand: Brand) => void): void {
  heedChange = heed;
}

/** What counts from now on: of a brand that is wrong or gone its last valid version, if there was one. */
function readOnTopOf(before: BrandFolders | undefined, directory: string) {
  const { brands, away } = readFolders(directory);
  const problems = [...away.values()].map(({ problem }) => problem.message);
  for (const [slug, brand] of before?.brands ?? []) {
    if (brands.has(slug)) continue;
    // Its customers would be switched to the default brand in the middle of what they do.
    if (!away.delete(slug))
      problems.push(`${join(directory, slug)}: is gone. A brand is removed with a restart`);
    brands.set(slug, brand);
  }
  if (brands.size === 0) throw new Error(problems.join("; "));
  return {
    value: { brands, away },
    problem: problems.length > 0 ? new Error(problems.join("; ")) : undefined,
  };
}

function rereadBrands(directory: string): () => BrandFolders {
  return reread<BrandFolders>({
    setting: "BRANDS_DIR",
    stamp: () =>
      foldersIn(directory)
        .map((name) => join(directory, name))
        .flatMap((folder) => readdirSync(folder).map((file) => modified(join(folder, file))))
        .join("\n"),
    read: (before) => {
      const read = readOnTopOf(before, directory);
      if (before) {
        for (const { files } of before.brands.values()) Object.assign(earlierFiles, files);
        for (const brand of read.value.brands.values())
          if (brand.version !== before.brands.get(brand.slug)?.version) heedChange(brand);
      }
      return read;
    },
    facts: ({ brands, away }) => ({
      brands: [...brands.values()].map(({ slug, version }) => `${slug} ${version}`),
      leftOut: [...away.keys()],
    }),
  });
}

let current: (() => BrandFolders) | undefined;
function folders(): BrandFolders {
  current ??= rereadBrands(resolve(config().brandsDir));
  return current();
}

/** The current brands by slug. Called at startup, so that a directory without one prevents it. */
export const brands = (): ReadonlyMap<string, Brand> => folders().brands;

/** The brands whose folder is wrong, and was never right since the start: nothing of theirs is served. */
export const awayBrands = (): BrandFolders["away"] => folders().away;

export function brandFileAt(path: string, among = brands()): string | Buffer<ArrayBuffer> | undefined {
  for (const { files } of among.values()) if (files[path]) return files[path];
  return earlierFiles[path];
}

/** The slug in a host name (specification §1): anywhere in it; of several the longest, then the leftmost. */
function slugInHost(host: string, slugs: Iterable<string>): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  const [first] = [...slugs]
    .filter((slug) => name.includes(slug))
    .sort((a, b) => b.length - a.length || name.indexOf(a) - name.indexOf(b));
  return first;
}

export const hostNamesBrand = (host: string, among = brands()) =>
  slugInHost(host, among.keys()) !== undefined;

/** The brand with this slug or name on the wire, in any case of letters. */
export const brandNamed = (name: string | null | undefined, among = brands()) => brandIn(among, name);

interface BrandSources {
  /** With or without port. */
  host?: string | null;
  /** The value of `?brand=`: a slug, or the name on the wire, as the provider's mails have it. */
  query?: string | null;
  /** From a posted form: the brand whose page showed it. */
  posted?: FormDataEntryValue | null;
  cookie?: string | null;
}

/**
 * The brand of a request, in the order of specification §1: host name, query, cookie, o2. A posted form precedes the
 * cookie, which another tab may have changed: nothing may reach a provider whose page the customer did not see.
 * `remember`: query or form chose the brand, so the cookie should follow.
 */
export function resolveBrand({ host, query, posted, cookie }: BrandSources, among = brands()) {
  const named = (slug: unknown) => (typeof slug === "string" ? among.get(slug.toLowerCase()) : undefined);
  const byHost = named(slugInHost(host ?? "", among.keys()));
  const byQuery = brandNamed(query, among);
  const remembered = named(cookie) ?? among.get(defaultBrand);
  const brand = byHost ?? byQuery ?? named(posted) ?? remembered;
  if (!brand) throw new Error(`No brand "${defaultBrand}"`);
  return { brand, remember: !byHost && (byQuery !== undefined || brand !== remembered) };
}

/**
 * The brand of a request, if its folder is wrong: another brand's pages would be taken for its own. By the rules of
 * `resolveBrand`, without a posted form, which nobody has read yet.
 */
export function awayBrandOf(
  { host, query, cookie }: Omit<BrandSources, "posted">,
  { brands, away }: BrandFolders = folders(),
): AwayBrand | undefined {
  if (away.size === 0) return undefined;
  const named = (slug = "") => away.get(slug.trim().toLowerCase())?.brand;
  const byHost = slugInHost(host ?? "", [...brands.keys(), ...away.keys()]);
  if (byHost !== undefined) return named(byHost);
  if (brandIn(brands, query)) return undefined;
  const byQuery = named(query ?? "");
  if (byQuery || brands.has(cookie?.toLowerCase() ?? "")) return byQuery;
  return named(cookie ?? "") ?? named(defaultBrand);
}
