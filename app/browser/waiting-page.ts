import { isReachable, untilReachable } from "./reachable.ts";

/** Fired on the window when a page begins or ceases to wait for the network. */
export const waitingEvent = "portal-waits";

let waiting: AbortController | undefined;

export function stopWaiting(): void {
  waiting?.abort();
  waiting = undefined;
  show(false);
}

const show = (isWaiting: boolean) => dispatchEvent(new CustomEvent(waitingEvent, { detail: isWaiting }));

/**
 * The page stays and says that there is no connection, until it can go on: to an address, as a document of its own.
 * @returns never: what waits is replaced by the next thing that the customer does
 */
export async function goWhenReachable(address: string): Promise<never> {
  stopWaiting();
  waiting = new AbortController();
  const { signal } = waiting;
  let reachable = await isReachable();
  if (!reachable && !signal.aborted) {
    show(true);
    reachable = await untilReachable(signal);
  }
  if (reachable && !signal.aborted) location.assign(asDocument(address));
  return new Promise(() => {});
}

/** The address of the page that is here would only lead to its hash. */
function asDocument(address: string): string {
  const [path = address] = address.split("#");
  return path === location.href.split("#")[0] ? path : address;
}
