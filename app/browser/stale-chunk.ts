import { tabStorage } from "./tab-storage.ts";

const storageKey = "reloaded-at";
const reloadGuardMs = 10_000;

/**
 * A chunk of an older release that is gone makes the page load itself anew, at most once per 10 seconds and tab
 * (specification §2): a chunk that fails for another reason must not reload for ever. Vite asks before, React Router
 * does it by itself.
 */
export function guardReloads(): void {
  let isGuarded = false;
  addEventListener("vite:preloadError", (event) => {
    if (!mayReload()) return;
    event.preventDefault();
    isGuarded = true;
    location.reload();
  });
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType === "reload" && !isGuarded && !mayReload()) event.preventDefault();
  });
}

function mayReload(): boolean {
  if (Date.now() - Number(tabStorage.get(storageKey) ?? 0) < reloadGuardMs) return false;
  tabStorage.set(storageKey, String(Date.now()));
  return tabStorage.get(storageKey) !== undefined || !cameByReload();
}

/** Where nothing is stored, a page that was reloaded once has to do. */
function cameByReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type === "reload";
}
