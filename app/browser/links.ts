import { hasCode, loadCode } from "./page-code.ts";
import { goWhenReachable } from "./waiting-page.ts";

/** A link pressed while offline keeps its page, and is followed once there is a network. */
export function followLinksWithoutNetwork(): void {
  addEventListener("click", follow, { capture: true });
}

async function follow(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || !leavesPage(link, event)) return;
  // Set by the router on links that it follows itself: these need the code of their page.
  const routed = "discover" in link.dataset;
  if (navigator.onLine && (!routed || hasCode(link.pathname))) return;
  event.preventDefault();
  if (navigator.onLine && (await loadCode(link.pathname))) link.click();
  else goWhenReachable(link.href);
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const opensElsewhere = event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const isHere = link.hash !== "" && link.pathname === location.pathname && link.search === location.search;
  return !opensElsewhere && !isHere && link.origin === location.origin && !link.target && !link.download;
}
