const storageKey = "reloaded-at";
const reloadGuardMs = 10_000;

/**
 * A chunk of an older release that is gone makes the page load itself anew, at most once per 10 seconds
 * (specification §2): a chunk that fails for another reason must not reload for ever.
 */
export function reloadOnStaleChunk(page: Window = window): void {
  page.addEventListener("vite:preloadError", (event) => {
    const last = Number(page.sessionStorage.getItem(storageKey));
    if (Date.now() - last < reloadGuardMs) return;
    event.preventDefault();
    page.sessionStorage.setItem(storageKey, String(Date.now()));
    page.location.reload();
  });
}
