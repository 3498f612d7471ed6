import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import { LRUCache } from "lru-cache";
import type { PageHashes } from "#app/middleware/content-security-policy.server.ts";
import { compressedFully, gzipped } from "#app/platform/compress.server.ts";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { cachedPages } from "#app/platform/metrics.server.ts";
import type { PageForAll } from "#app/request/context.server.ts";
import type { RenderedPage } from "./own-scripts.server.ts";
import type { PageInput } from "./render-page.server.tsx";

export interface CachedPage extends PageForAll, PageHashes {}

const storeOf = (maxSize: number) =>
  new LRUCache<string, CachedPage>({
    maxSize,
    // Nothing that a customer typed stays longer without being asked for again.
    ttl: 10 * 60_000,
    updateAgeOnGet: true,
    sizeCalculation: ({ plain, gzip, br }) => plain.length + gzip.length + (br?.length ?? 0),
  });
/** About 250 pages. Customers' pages, which are more, drive none of them out. */
const forAll = storeOf(16 * 1024 * 1024);
let ofCustomers: typeof forAll | undefined;
function customersStore() {
  const { keptPagesBytes } = config();
  if (keptPagesBytes === 0) return undefined;
  ofCustomers ??= storeOf(keptPagesBytes);
  return ofCustomers;
}

let isCompressing = false;

/**
 * What was rendered for the same input, or else what `render` makes of it. The key is the whole input, so a page that
 * differs in anything is another page: there is no list of what to leave out.
 * @param isForAll whether the page is the same for everybody, and so worth every effort of compressing it
 */
export async function cachedOrRendered(
  input: PageInput,
  render: () => Promise<RenderedPage>,
  isForAll: boolean,
): Promise<CachedPage> {
  const pages = isForAll ? forAll : customersStore();
  // While a page is written, its code changes and its input does not.
  if (!pages || import.meta.env.DEV) return pageOf(await render());
  const key = createHash("sha256").update(serialize(input)).digest("base64");
  const cached = pages.get(key);
  cachedPages?.inc({ found: cached ? "yes" : "no" });
  const page = cached ?? (await pageOf(await render()));
  if (!cached) pages.set(key, page);
  // One at a time takes long enough: another page is compressed when it is next asked for.
  if (isForAll && !page.br && !isCompressing) {
    isCompressing = true;
    compressedFully(page.plain)
      .then((compressed) => pages.set(key, { ...page, ...compressed }))
      .catch((err) => logger.error({ err }, "A page could not be compressed."))
      .finally(() => (isCompressing = false));
  }
  return page;
}

async function pageOf(rendered: RenderedPage): Promise<CachedPage> {
  return { ...rendered, gzip: await gzipped(rendered.plain) };
}
