import { isReachable, untilReachable } from "./reachable.ts";

/** Fired on the window when a page starts or stops waiting for the network. */
export const waitingEvent = "portal-waits";

let waiting: AbortController | undefined;

export function stopWaiting(): void {
  waiting?.abort();
  waiting = undefined;
  show(false);
}

const show = (isWaiting: boolean) => dispatchEvent(new CustomEvent(waitingEvent, { detail: isWaiting }));

/**
 * Loads the address as a new document once the portal can be reached. Until then the page stays and reports that
 * there is no connection.
 * @returns a promise that never settles: the customer's next action replaces what waits
 */
export async function goWhenReachable(address: string): Promise<never> {
  stopWaiting();
  waiting = new AbortController();
  const { signal } = waiting;
  addEventListener("beforeunload", stopWaiting, { signal });
  let reachable = await isReachable();
  if (!reachable && !signal.aborted) {
    show(true);
    reachable = await untilReachable(signal);
  }
  // What is loaded may be a file, which leaves the page as it is.
  if (reachable && !signal.aborted) {
    show(false);
    location.assign(asDocument(address));
  }
  return new Promise(() => {});
}

/** The address of the current page would only jump to its hash, so that is dropped. */
function asDocument(address: string): string {
  const [path = address] = address.split("#");
  return path === location.href.split("#")[0] ? path : address;
}
