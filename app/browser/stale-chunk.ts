import { isReachable } from "./reachable.ts";
import { tabStorage } from "./tab-storage.ts";
import { isUntouched, typedFields } from "./typed-draft.ts";

const storageKey = "reloaded-at";
const reloadGuardMs = 10_000;

/**
 * A chunk that is missing because it belongs to an older release makes the page reload, at most once per 10 seconds
 * and tab (specification §2): a chunk that fails for another reason must not cause a reload loop. A form in use is
 * never reloaded away, nor is the page that it, or a link, is about to lead to; both work without the chunk.
 */
export function reloadForStaleChunks(): void {
  let hasActed = false;
  // Firefox stops what is still being loaded once another page is asked for: that is no missing chunk.
  for (const act of ["input", "submit", "beforeunload"])
    addEventListener(act, () => {
      hasActed = true;
    });
  /** Includes input from before this script ran. */
  const isUsed = () => hasActed || !typedFields().every(isUntouched);
  addEventListener("vite:preloadError", async (event) => {
    event.preventDefault();
    // Without a network, the page as it is serves best.
    if (!isUsed() && (await isReachable()) && !isUsed() && mayReload()) location.reload();
  });
}

function mayReload(): boolean {
  if (Math.abs(Date.now() - Number(tabStorage.get(storageKey) ?? 0)) < reloadGuardMs) return false;
  tabStorage.set(storageKey, String(Date.now()));
  return tabStorage.get(storageKey) !== undefined || !isReload();
}

/** Where no storage is available, a page that was reloaded once is not reloaded again. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && entry.type === "reload";
}
