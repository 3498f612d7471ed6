const storageKey = "reloaded-at";
const reloadGuardMs = 10_000;

/**
 * A chunk of an older release that is gone makes the page load itself anew, at most once per 10 seconds and tab
 * (specification §2): a chunk that fails for another reason must not reload for ever. Vite asks before, React Router
 * does it by itself.
 */
export function guardReloads(page: Window = window): void {
  let isGuarded = false;
  page.addEventListener("vite:preloadError", (event) => {
    if (!mayReload(page)) return;
    event.preventDefault();
    isGuarded = true;
    page.location.reload();
  });
  page.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType === "reload" && !isGuarded && !mayReload(page)) event.preventDefault();
  });
}

function mayReload({ sessionStorage }: Window): boolean {
  if (Date.now() - Number(sessionStorage.getItem(storageKey)) < reloadGuardMs) return false;
  sessionStorage.setItem(storageKey, String(Date.now()));
  return true;
}
