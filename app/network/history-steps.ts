import { hasCode, loadCode } from "./page-code.ts";
import { goWhenReachable } from "./waiting-page.ts";

/**
 * A step back or forward loads the code of its page before the router takes it; a page whose code does not come is
 * loaded as a document. Listens ahead of the router.
 */
export function stepWithCode(): void {
  addEventListener("popstate", async (event) => {
    const { href, pathname } = location;
    if (hasCode(pathname)) return;
    event.stopImmediatePropagation();
    const isHere = await loadCode(pathname);
    // Another step has been taken meanwhile.
    if (location.href !== href) return;
    if (isHere) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    else goWhenReachable(href);
  });
}
