import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { modified, reread } from "#app/platform/reread.server.ts";
import { brandIn, defaultBrand, foldersIn, readBrands, wrong } from "./read-brands.server.ts";
import type { Brand } from "./schema.ts";

const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

/** Brand files from before a change: open pages still refer to them. */
const earlierFiles: Brand["files"] = {};

let heedChange: (brand: Brand) => void = () => {};
/** @param heed is called with each brand whose folder has changed, once it was read again */
export function onBrandChange(heed: (brand: Brand) => void): void {
  heedChange = heed;
}

function rereadBrands(directory: string): () => ReadonlyMap<string, Brand> {
  return reread<ReadonlyMap<string, Brand>>({
    setting: "BRANDS_DIR",
    stamp: () =>
      foldersIn(directory)
        .flatMap((name) => filesIn(join(directory, name)).map(modified))
        .join("\n"),
    read: (before = new Map()) => {
      const read = readBrands(directory);
      // Its customers would be switched to the default brand in the middle of what they do.
      for (const slug of before.keys())
        if (!read.has(slug)) wrong(join(directory, slug), "is gone. A brand is removed with a restart");
      for (const { files } of before.values()) Object.assign(earlierFiles, files);
      if (before.size > 0)
        for (const brand of read.values())
          if (brand.version !== before.get(brand.slug)?.version) heedChange(brand);
      return read;
    },
    facts: (all) => ({ brands: [...all.values()].map(({ slug, version }) => `${slug} ${version}`) }),
  });
}

let current: (() => ReadonlyMap<string, Brand>) | undefined;
/** The current brands by slug. Called at startup, so that an invalid file prevents it. */
export function brands(): ReadonlyMap<string, Brand> {
  current ??= rereadBrands(resolve(config().brandsDir));
  return current();
}

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
  const kept = named(cookie) ?? among.get(defaultBrand);
  const brand = byHost ?? byQuery ?? named(posted) ?? kept;
  if (!brand) throw new Error(`No brand "${defaultBrand}"`);
  return { brand, remember: !byHost && (byQuery !== undefined || brand !== kept) };
}
