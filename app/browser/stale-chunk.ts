import { isReachable } from "./reachable.ts";
import { tabStorage } from "./tab-storage.ts";
import { isUntouched, typedFields } from "./typed-draft.ts";

const storageKey = "reloaded-at";
const reloadGuardMs = 10_000;

/**
 * A chunk of an older release that is gone makes the page load itself anew, at most once per 10 seconds and tab
 * (specification §2): a chunk that fails for another reason must not reload for ever. A form in which somebody types is
 * not taken away from them; it works without the chunk.
 */
export function reloadForStaleChunks(): void {
  let isTyped = false;
  addEventListener("input", () => {
    isTyped = true;
  });
  /** Also before this script ran. */
  const isUsed = () => isTyped || !typedFields().every(isUntouched);
  addEventListener("vite:preloadError", async (event) => {
    event.preventDefault();
    // Without a network the page is still the best there is.
    if (!isUsed() && (await isReachable()) && !isUsed() && mayReload()) location.reload();
  });
}

function mayReload(): boolean {
  if (Date.now() - Number(tabStorage.get(storageKey) ?? 0) < reloadGuardMs) return false;
  tabStorage.set(storageKey, String(Date.now()));
  return tabStorage.get(storageKey) !== undefined || !isReload();
}

/** Where nothing is stored, a page that was reloaded once has to do. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type === "reload";
}
