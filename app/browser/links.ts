import { goWhenReachable } from "./go-when-reachable.ts";

/** A link clicked while offline leaves the page in place, and is followed once there is a network. */
export function followLinksWithoutNetwork(): void {
  addEventListener("click", follow, { capture: true });
}

function follow(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest("a");
  if (navigator.onLine || !link || !leavesPage(link, event)) return;
  event.preventDefault();
  goWhenReachable(link.href);
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const opensElsewhere = event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const isHere = link.hash !== "" && link.pathname === location.pathname && link.search === location.search;
  return !opensElsewhere && !isHere && link.origin === location.origin && !link.target && !link.download;
}
