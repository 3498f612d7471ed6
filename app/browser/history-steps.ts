import { hasCode, loadCode } from "./page-code.ts";
import { goWhenReachable } from "./waiting-page.ts";

/** Loads the code for a step back or forward before the router takes it; without code the page is loaded as a document. */
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
